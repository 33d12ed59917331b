"""What people outside the team see in Slack: what was delivered or released to them."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from dealclock.desk.approve import approve
from dealclock.desk.verb import DeskRequest
from dealclock.engine import assess, one_pass
from dealclock.errors import RefusedError
from dealclock.facts.fact import Fact
from dealclock.jobs.gate import asker
from dealclock.people.people import Action, Person
from dealclock.store import Bundle
from tests.contract.store import samples
from tests.golden.values import shows
from tests.golden.wording import wording
from tests.services import acting, services
from tests.unit.desk.asking_the_desk import (
    LATE,
    LOADED,
    MARIA,
    NO_DEALS_CHANNEL,
    Room,
    room,
    team,
)

TRUSTEE, ALPHA, BETA = "U01TRUST", "U01ALPHA", "U01BETA"
JAMES, TOM = "U01JAMES", "U01TOM"
_PEOPLE = [
    {"id": "teresa", "slack": TRUSTEE, "stands_for": "trustee"},
    {"id": "ann", "slack": ALPHA, "stands_for": "holder", "holder": "fund-a"},
    {"id": "carl", "slack": BETA, "stands_for": "counterparty"},
]
OUTSIDE = tuple(
    Person.model_validate(
        {"name": p["id"].title(), "email": f"{p['id']}@out.example", "role": "viewer", **p}
    )
    for p in _PEOPLE
)


def fact(**given: object) -> Fact:
    return Fact.model_validate({"recorded_by": "Maria Lopez", **given})


# Effectiveness was missed on October 28, 2004.
FACTS = (
    fact(id="H1", kind="notes-acquired", on="2004-07-01", lot="base", holder="fund-a", amount=1),
    fact(id="F90", kind="default-confirmed", on="2004-11-01", about="default-ii"),
)
CONFIRMED, ACCRUES, DUE = "2004-10-28", "2004-10-29", "2005-01-18"


@pytest.fixture
def lobby() -> Room:
    """Story as of November 2, 2004, with three outside on its list and a default confirmed."""
    made = room()
    bundle = Bundle("story", samples.terms(), team("Story"), samples.story(), date(2004, 6, 30))
    of = bundle.team.model_copy(update={"people": (*bundle.team.people, *OUTSIDE)})
    made.store.deals.load(replace(bundle, team=of, facts=(*bundle.facts, *FACTS)), LOADED, "tests")
    made.store.deals.rehearse_to("story", date(2004, 11, 2), LOADED, "tests")
    return made


def approved(lobby: Room, fact_id: str) -> None:
    on = services(lobby.store, now=LATE, assess=lobby.sent)
    approve(acting("story", "james", on, "desk"), {"subject": f"fact:{fact_id}"})


def recorded(lobby: Room, kind: str) -> list[Fact]:
    deal = lobby.store.deals.get("story")
    assert deal is not None
    return [f for f in deal.log.facts if f.kind == kind]


def released(lobby: Room, what: str = "default-ii", to: str = "trustee") -> str:
    """The id of the event by which Maria released it, which James approved."""
    lobby.ask(f"release Story {what} to {to}")
    fact_id = recorded(lobby, "conclusion-released")[-1].id
    approved(lobby, fact_id)
    return fact_id


def test_insiders_see_the_default_and_that_no_one_approved_its_confirmation(lobby: Room) -> None:
    said = lobby.ask("status Story")
    assert shows(wording("desk/outside", said), "Maria Lopez", "2004-11-01")
    assert shows(said, "F90")
    assert shows(said, "F90", "2004-11-01", "F90")


def test_outsiders_see_what_was_delivered_to_them_and_no_conclusion_approved_or_not(
    lobby: Room,
) -> None:
    before = lobby.ask("status Story", TRUSTEE)
    assert shows(wording("desk/outside", before), "2004-11-02", "2004-11-01")
    approved(lobby, "F90")
    assert lobby.ask("status Story", TRUSTEE) == before
    assert wording("desk/outside", lobby.ask("status Story", ALPHA), "a Holder")
    assert wording("desk/outside", lobby.ask("status Story", BETA), "a counterparty")


def test_a_released_conclusion_is_shown_to_its_recipient_after_a_second_approval(
    lobby: Room,
) -> None:
    before = {user: lobby.ask("status Story", user) for user in (TRUSTEE, ALPHA, BETA)}
    said = lobby.ask("release Story default-ii to trustee")
    (event,) = recorded(lobby, "conclusion-released")
    assert (event.about, event.to, event.holder) == ("default-ii", "trustee", None)
    assert event.recorded_by == "Maria Lopez"
    was = event.released
    assert was is not None
    assert (was.status, str(was.occurred), str(was.accrues_from)) == (
        *("confirmed", CONFIRMED, ACCRUES),
    )
    assert shows(wording("desk/release", said.replace(event.id, "F91")), CONFIRMED, ACCRUES)
    assert lobby.ask("status Story", TRUSTEE) == before[TRUSTEE]
    approved(lobby, event.id)
    after = lobby.ask("status Story", TRUSTEE)
    assert shows(wording("desk/outside", after), CONFIRMED, ACCRUES, "2004-11-02")
    assert shows(after, "2004-11-01")
    assert lobby.ask("status Story", ALPHA) == before[ALPHA]
    assert lobby.ask("status Story", BETA) == before[BETA]


@pytest.mark.parametrize(("to", "user"), [("holder fund-a", ALPHA), ("counterparty", BETA)])
def test_a_conclusion_is_released_to_one_holder_or_to_the_counterparty(
    lobby: Room, to: str, user: str
) -> None:
    released(lobby, to=to)
    assert shows(lobby.ask("status Story", user), CONFIRMED, ACCRUES)
    for other in {TRUSTEE, ALPHA, BETA} - {user}:
        assert "Released" not in lobby.ask("status Story", other)
    released(lobby, to="holder fund-b")
    assert lobby.ask("status Story", ALPHA).count("Released") == 2 * (user == ALPHA)


def test_later_changes_are_not_released_with_it(lobby: Room) -> None:
    released(lobby)
    before = lobby.ask("status Story", TRUSTEE)
    disputed = fact(id="F95", kind="default-disputed", on="2004-11-02", about="default-ii")
    lobby.store.deals.record_fact("story", disputed, LOADED, "tests")
    assert lobby.ask("status Story", TRUSTEE) == before
    lobby.ask("release Story default-ii to trustee")
    both = recorded(lobby, "conclusion-released")
    assert [f.released.status for f in both if f.released] == ["confirmed", "disputed"]
    assert lobby.ask("status Story", TRUSTEE) == before
    approved(lobby, both[1].id)
    assert lobby.ask("status Story", TRUSTEE).count("Released") == 3  # the heading, and both


def test_the_same_release_is_recorded_once(lobby: Room) -> None:
    released(lobby)
    assert wording("desk/release", _named(lobby, lobby.ask("release Story default-ii to trustee")))
    assert len(recorded(lobby, "conclusion-released")) == 1


def test_a_release_is_withdrawn_at_once_and_the_archive_keeps_what_was_seen(
    lobby: Room,
) -> None:
    before = lobby.ask("status Story", TRUSTEE)
    event = released(lobby)
    seen = lobby.ask("status Story", TRUSTEE)
    said = lobby.ask("release Story withdraw default-ii from trustee")
    assert recorded(lobby, "retraction")[-1].corrects == event
    assert wording("desk/release", _named(lobby, said))
    assert lobby.ask("status Story", TRUSTEE) == before
    kept = [m.text for m in lobby.store.archive.messages("story") if m.to == TRUSTEE]
    assert sorted(text.strip() for text in kept) == sorted([before, seen, before])
    # Taken back by one person, it does not stand again.
    back = recorded(lobby, "retraction")[-1].id
    again = fact(id="F96", kind="retraction", on="2004-11-02", corrects=back)
    lobby.store.deals.record_fact("story", again, LOADED, "tests")
    assert lobby.ask("status Story", TRUSTEE) == before
    approved(lobby, "F96")
    assert lobby.ask("status Story", TRUSTEE) == seen


def test_history_and_the_team_see_who_received_a_release(lobby: Room) -> None:
    released(lobby)
    lobby.ask("release Story default-ii to holder fund-a")
    lobby.ask("release Story withdraw default-ii from trustee")
    said = lobby.ask("history Story default-ii")
    assert wording("desk/release", _section(_named(lobby, said), "Released outside the team"))


@pytest.mark.parametrize(
    "text",
    [
        "release Story nonsense to trustee",
        "release Story default-ii to nobody",
        "release Story default-ii to holder",
        "release Story withdraw default-ii from trustee",
        "release Story default-ii",
    ],
)
def test_an_invalid_release_is_refused_and_not_recorded(lobby: Room, text: str) -> None:
    wording("desk/release", lobby.ask(text))
    assert recorded(lobby, "conclusion-released") == []


@pytest.mark.parametrize("user", [TOM, JAMES, TRUSTEE, ALPHA, BETA])
def test_only_a_lead_releases(lobby: Room, user: str) -> None:
    lobby.ask("release Story default-ii to trustee", user)
    assert recorded(lobby, "conclusion-released") == []
    assert ("refused release", user) in lobby.archived("story")


def test_the_person_who_released_is_not_the_second_person(lobby: Room) -> None:
    lobby.ask("release Story default-ii to trustee")
    (event,) = recorded(lobby, "conclusion-released")
    assert "cannot also approve it" in lobby.ask(f"approve Story fact:{event.id}")
    assert "Released" not in lobby.ask("status Story", TRUSTEE)


@pytest.mark.parametrize(
    "word",
    ["Maria", "James", "LAPSE", "Reading", "safe", "Not checked", "nverified", "F9", "R-", "due"],
)
def test_outsiders_see_no_names_ids_readings_or_gaps(lobby: Room, word: str) -> None:
    released(lobby)
    assert word not in lobby.ask("status Story", TRUSTEE)


THERE_AND_NOT = [
    ("explain Story effectiveness", "explain Story nonsense"),
    ("explain Story default-ii", "frobnicate Story default-ii"),
    ("history Story default-ii", "history Story default-xx"),
    ("holders Story fund-a", "holders Story fund-z"),
    ("accrual Story", "acrual Story"),
    ("accrual Story on 2004-11-20", "accrual Story on nonsense"),
    ("clause Story 3(b)", "clause Story 99"),
    ("release Story default-ii to trustee", "release Story default-xx to trustee"),
    ("status Story default-ii", "status Story default-xx"),
    ("status Granite", "status Gravels"),
    ("explain Granite effectiveness", "explain Gravels effectiveness"),
    ("Granite", "Gravels"),
    ("next", "nxet"),
    ("help explain", "help explian"),
    ("approve Story fact:F90", "approve Story fact:F99"),
    ("share Story status", "share Story stauts"),
]


@pytest.mark.parametrize("user", [TRUSTEE, ALPHA, BETA])
@pytest.mark.parametrize(("there", "absent"), THERE_AND_NOT, ids=[a for a, _ in THERE_AND_NOT])
def test_a_hidden_item_is_answered_like_a_missing_one_with_the_same_work(
    lobby: Room, there: str, absent: str, user: str, passes: Callable[[], int]
) -> None:
    hidden, calls = lobby.as_sent(there, user, NO_DEALS_CHANNEL)
    computed = passes()
    nothing, same = lobby.as_sent(absent, user, NO_DEALS_CHANNEL)
    assert hidden == nothing
    assert calls == same
    assert (computed, passes()) == (0, 0)


def test_the_uniform_refusal_repeats_no_typed_text(lobby: Room) -> None:
    said = lobby.ask("explain Story effectiveness", TRUSTEE)
    assert "effectiveness" not in wording("desk/outside", said)
    assert ("refused why", TRUSTEE) in lobby.archived("story")


def test_answers_to_outsiders_take_the_same_work_with_or_without_a_release(
    lobby: Room, passes: Callable[[], int]
) -> None:
    _, before = lobby.as_sent("status Story", TRUSTEE, NO_DEALS_CHANNEL)
    assert passes() == 0
    released(lobby)
    passes()
    _, after = lobby.as_sent("status Story", TRUSTEE, NO_DEALS_CHANNEL)
    assert passes() == 0
    assert before == after


@pytest.fixture
def passes(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How often the engine went through a deal since it was last asked."""
    done: list[None] = []
    look: Callable[..., object] = one_pass.run_pass

    def counted(*given: object, **more: object) -> object:
        done.append(None)
        return look(*given, **more)

    monkeypatch.setattr(assess, "run_pass", counted)

    def count() -> int:
        found = len(done)
        done.clear()
        return found

    return count


def test_engine_passes_are_counted(lobby: Room, passes: Callable[[], int]) -> None:
    lobby.ask("status Story")
    assert passes() > 0


def test_a_person_inside_one_deal_and_outside_another_learns_nothing_extra(lobby: Room) -> None:
    ann = OUTSIDE[1].model_copy(update={"stands_for": "issuer", "holder": None})
    inside = samples.live(samples.fact(), deal="basalt", code_name="Basalt")
    of = inside.team.model_copy(update={"people": (*inside.team.people, ann)})
    lobby.store.deals.load(replace(inside, team=of), LOADED, "tests")
    assert lobby.ask("explain Basalt shelf-filing", ALPHA).startswith("Basalt: ")
    there = lobby.as_sent("explain Story effectiveness", ALPHA, NO_DEALS_CHANNEL)
    assert there == lobby.as_sent("explain Story nonsense", ALPHA, NO_DEALS_CHANNEL)
    assert "Not found" in there[0]
    assert "overdue" not in lobby.ask("status Story", ALPHA)
    assert "Story" not in lobby.ask("next", ALPHA)


def test_next_of_all_deals_shows_outsiders_nothing(lobby: Room) -> None:
    assert "Story" not in lobby.ask("next", TRUSTEE)
    assert "Story" in lobby.ask("list", TRUSTEE)


def test_outsiders_do_not_see_that_a_deal_is_closed(lobby: Room) -> None:
    before = lobby.ask("list", TRUSTEE)
    lobby.ask("close Story because it is over")
    lobby.ask("close Story confirm", JAMES)
    assert "closed" in lobby.ask("list")
    assert lobby.ask("list", TRUSTEE) == before


def test_help_lists_only_what_outsiders_can_use(lobby: Room) -> None:
    for text in ("help", "help all"):
        said = wording("desk/outside", lobby.ask(text, TRUSTEE), text)
        assert "status" in said
        assert "explain" not in said


@pytest.mark.parametrize("compute", [lambda ask: ask.view(), lambda ask: ask.look()])
def test_no_verb_computes_anything_for_an_outsider(
    lobby: Room, compute: Callable[[DeskRequest], object]
) -> None:
    """Whatever action a verb names: what it is answered from refuses them."""
    deal = lobby.store.deals.get("story")
    assert deal is not None
    listed = tuple(d.at(LATE) for d in lobby.store.deals.directory() if d.id == "story")
    for user, visible in ((TRUSTEE, listed), (ALPHA, listed), (MARIA, ())):
        who = asker(user, services(lobby.store, now=LATE))
        ask = DeskRequest("any", None, (deal,), visible, user, "", lobby.desk, LATE, who)
        with pytest.raises(RefusedError, match=r"not yours to read|for the deal's team alone"):
            compute(ask)
    who = asker(MARIA, services(lobby.store, now=LATE))
    ask = DeskRequest("any", None, (deal,), listed, MARIA, "", lobby.desk, LATE, who)
    assert who.may(Action.READ, listed[0])
    assert compute(ask) is not None


def test_a_hidden_deal_is_answered_like_a_missing_one_with_the_same_reads(lobby: Room) -> None:
    hidden, reads = lobby.as_sent("status Granite", TRUSTEE, NO_DEALS_CHANNEL)
    absent, same = lobby.as_sent("status Gravels", TRUSTEE, NO_DEALS_CHANNEL)
    assert hidden == absent
    assert reads == same


def _named(lobby: Room, said: str) -> str:
    """With readable names for the events that releases and withdrawals record."""
    for place, each in enumerate(recorded(lobby, "conclusion-released"), start=91):
        said = said.replace(each.id, f"F{place}")
    for place, each in enumerate(recorded(lobby, "retraction"), start=98):
        said = said.replace(each.id, f"F{place}")
    return said


def _section(said: str, heading: str) -> str:
    return said[said.index(heading) :].partition("\n\n")[0]
