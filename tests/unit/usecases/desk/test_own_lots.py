"""What one who stands for a Holder is told: its own Notes and notices, and no other Holder's."""

from dataclasses import replace
from datetime import date

import pytest

from dealclock.access.people import Person
from dealclock.facts.fact import Fact
from dealclock.store import Bundle
from dealclock.usecases.approve import ToApprove, approve
from tests.contract.store import samples
from tests.golden.values import shows
from tests.golden.wording import wording
from tests.services import services
from tests.unit.usecases.asking_the_desk import LATE, LOADED, Room, room, team

BOTH = ("trustee", "company")
ALPHA, TRUSTEE = "U01ALPHA", "U01TRUST"
_PEOPLE = [
    {"id": "ann", "slack": ALPHA, "stands_for": "holder", "holder": "fund-a"},
    {"id": "teresa", "slack": TRUSTEE, "stands_for": "trustee"},
]
OUTSIDE = tuple(
    Person.model_validate(
        {"name": p["id"].title(), "email": f"{p['id']}@out.example", "role": "viewer", **p}
    )
    for p in _PEOPLE
)


def fact(**given: object) -> Fact:
    return Fact.model_validate({"recorded_by": "Maria Lopez", **given})


def acquired(fact_id: str, holder: str, amount: int) -> Fact:
    kind = "notes-acquired"
    return fact(id=fact_id, kind=kind, on="2004-07-01", lot="base", holder=holder, amount=amount)


FACTS = (
    acquired("H1", "fund-a", 1_000_000),
    acquired("H2", "fund-b", 2_000_000),
    fact(id="Q1", kind="questionnaire-returned", on="2004-08-02", holder="fund-a", amount=1),
    fact(id="Q2", kind="questionnaire-returned", on="2004-08-02", holder="fund-b", amount=1),
    # Effectiveness was missed on October 28, 2004.
    fact(id="D1", kind="default-confirmed", on="2004-11-01", about="default-ii"),
)


@pytest.fixture
def lobby() -> Room:
    """Story as of November 18, 2004, with two Holders, of whom one is on the list."""
    made = room()
    of = team("Story")
    of = of.model_copy(update={"people": (*of.people, *OUTSIDE)})
    bundle = Bundle("story", samples.terms(), of, samples.story(), date(2004, 6, 30))
    made.store.deals.load(replace(bundle, facts=(*bundle.facts, *FACTS)), LOADED, "tests")
    made.store.deals.rehearse_to("story", date(2004, 11, 18), LOADED, "tests")
    return made


def test_inside_all_holders_are_shown(lobby: Room) -> None:
    said = lobby.ask("holders Story")
    assert "fund-a" in said
    assert "fund-b" in said


def test_a_holder_is_shown_its_own_notes_alone(lobby: Room) -> None:
    said = lobby.ask("holders Story", ALPHA)
    assert shows(wording("desk/own-lots", said), "$1,000,000.00", "4.00%")
    assert "fund-b" not in said
    assert "2,000,000" not in said
    assert lobby.ask("holders Story fund-a", ALPHA) == said


@pytest.mark.parametrize("user", [ALPHA, TRUSTEE])
def test_another_holders_name_is_refused_like_one_that_is_nobodys(lobby: Room, user: str) -> None:
    asked = lobby.ask("holders Story fund-b", user)
    assert "does not allow holders" in wording("desk/own-lots", asked)
    assert asked == lobby.ask("holders Story fund-z", user)
    assert ("refused holders", user) in lobby.archived("story")


def test_a_holder_is_refused_others_notes_alone_and_is_promised_no_other_role(lobby: Room) -> None:
    said = lobby.ask("holders Story fund-b", ALPHA)
    assert "does not allow holders" in wording("desk/own-lots", said)
    for text in ("holders Story fund-b", "accrual Story"):
        said = lobby.ask(text, ALPHA)
        assert "another role" not in said
        assert "`/deal status`" in said


def test_the_trustee_is_told_of_no_holder(lobby: Room) -> None:
    said = lobby.ask("holders Story", TRUSTEE)
    assert "does not allow holders" in wording("desk/own-lots", said)
    assert "fund" not in said


def test_interest_is_that_on_its_own_notes_and_on_what_was_confirmed(lobby: Room) -> None:
    assert "accrued" not in lobby.ask("holders Story", ALPHA)
    assert "accrued" not in lobby.ask("status Story", ALPHA)
    approve(ToApprove("story", "fact:D1", "james"), services(lobby.store, now=LATE), "desk")
    # 30/360 from October 29 to November 18, 2004: 19 days at 0.25% of $1,000,000, each 1/360.
    own = "$131.94 accrued on your Notes"
    assert own in lobby.ask("holders Story", ALPHA)
    status = lobby.ask("status Story", ALPHA)
    assert own in status
    assert shows(wording("desk/own-lots", status), "1")
    # The whole deal's is the Trustee's to know.
    assert own not in lobby.ask("status Story", TRUSTEE)
    assert "accrued" in lobby.ask("status Story", TRUSTEE)


@pytest.mark.parametrize("text", ["usable Story", "usable Story holder fund-a", "accrual Story"])
def test_whether_it_may_sell_is_a_conclusion_nobody_confirmed(lobby: Room, text: str) -> None:
    assert "does not allow" in wording("desk/own-lots", lobby.ask(text, ALPHA))


def test_what_anothers_notice_opened_is_not_shown(lobby: Room) -> None:
    for holder, name in (("fund-a", "S1"), ("fund-b", "S2")):
        notice = fact(
            id=name,
            kind="sale-notice",
            on="2004-12-13",
            holder=holder,
            given=[{"to": to, "method": "hand", "on": "2004-12-13"} for to in BOTH],
        )
        lobby.store.deals.record_fact("story", notice, LOADED, "tests")
    lobby.store.deals.rehearse_to("story", date(2004, 12, 15), LOADED, "tests")
    inside = lobby.ask("status Story")
    assert "sale-notice/S1" in inside
    assert "sale-notice/S2" in inside
    own = lobby.ask("holders Story", ALPHA)
    assert own.count("Sale Notice") == 1
    for text in ("status Story", "holders Story"):
        assert "fund-b" not in lobby.ask(text, ALPHA)


def test_beside_its_amount_a_holder_reads_of_its_own_side_letter_and_of_no_others(
    lobby: Room,
) -> None:
    for holder, name in (("fund-a", "X1"), ("fund-b", "X2")):
        letter = fact(
            id=name,
            kind="extension",
            on="2004-10-20",
            about="effectiveness",
            target="2004-12-31",
            holder=holder,
        )
        lobby.store.deals.record_fact("story", letter, LOADED, "tests")
    assert "side letter" not in lobby.ask("holders Story", ALPHA)
    approve(ToApprove("story", "fact:D1", "james"), services(lobby.store, now=LATE), "desk")
    own = "Does not take into account side letter X1, given Wed Oct 20, 2004 (10(d))"
    for text in ("holders Story", "status Story"):
        said = lobby.ask(text, ALPHA)
        assert own in said
        assert "X2" not in said
    for text in ("holders Story", "payments Story"):
        said = lobby.ask(text)
        assert own in said
        assert own.replace("X1", "X2") in said
