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


@pytest.mark.full
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


@pytest.mark.full
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
