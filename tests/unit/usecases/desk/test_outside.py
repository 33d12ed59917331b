"""What the Trustee is told at the desk: what is open and what was confirmed, and nothing else."""

from dataclasses import replace
from datetime import date

import pytest

from dealclock.access.people import Person
from dealclock.facts.fact import Fact
from dealclock.store import Bundle
from dealclock.usecases.approve import ToApprove, approve
from tests.contract.store import samples
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.services import services
from tests.unit.usecases.asking_the_desk import LATE, LOADED, NO_DEALS_CHANNEL, Room, room, team

TRUSTEE = "U01TRUST"
TERESA = Person.model_validate(
    {
        "id": "teresa",
        "name": "Teresa",
        "email": "teresa@trustee.example",
        "slack": TRUSTEE,
        "role": "viewer",
        "stands_for": "trustee",
    }
)
# Effectiveness was missed on October 28, 2004.
CONFIRMED = Fact.model_validate(
    {
        "id": "F90",
        "kind": "default-confirmed",
        "on": "2004-11-01",
        "about": "default-ii",
        "recorded_by": "Maria Lopez",
    }
)


@pytest.fixture
def lobby() -> Room:
    """Story as of November 2, 2004, with its Trustee on the list and a default confirmed."""
    made = room()
    bundle = Bundle("story", samples.terms(), team("Story"), samples.story(), date(2004, 6, 30))
    of = bundle.team.model_copy(update={"people": (*bundle.team.people, TERESA)})
    facts = (*bundle.facts, CONFIRMED)
    made.store.deals.load(replace(bundle, team=of, facts=facts), LOADED, "tests")
    made.store.deals.rehearse_to("story", date(2004, 11, 2), LOADED, "tests")
    return made


def test_inside_sees_the_default_and_that_nobody_approved_its_confirmation(lobby: Room) -> None:
    said = lobby.ask("status Story")
    assert shows(wording("desk/outside", said), "Maria Lopez", "2004-11-01")
    assert shows(said, "F90")
    assert shows(said, "F90", "2004-11-01", "F90")


def test_outside_sees_no_default_until_its_confirmation_was_approved(lobby: Room) -> None:
    before = lobby.ask("status Story", TRUSTEE)
    assert values(wording("desk/outside", before.splitlines()[0])) == ["2004-11-02"]
    assert "default-ii" not in before
    assert "accrued" not in before
    approve(ToApprove("story", "fact:F90", "james"), services(lobby.store, now=LATE), "desk")
    after = lobby.ask("status Story", TRUSTEE)
    assert shows(wording("desk/outside", after, "second"), "1")
    assert shows(after, "2004-10-29")


@pytest.mark.parametrize(
    "word", ["Maria", "James", "LAPSE", "Reading", "safe under", "Not checked", "Unverified", "/F"]
)
def test_outside_reads_no_names_readings_or_gaps(lobby: Room, word: str) -> None:
    approve(ToApprove("story", "fact:F90", "james"), services(lobby.store, now=LATE), "desk")
    assert word not in lobby.ask("status Story", TRUSTEE)


@pytest.mark.parametrize("text", ["explain Story effectiveness", "accrual Story", "next Story"])
def test_what_shows_more_is_refused_outside(lobby: Room, text: str) -> None:
    said = lobby.ask(text, TRUSTEE)
    assert "does not allow" in wording("desk/outside", said)
    verb = text.split(maxsplit=1)[0]
    assert (f"refused {verb}", TRUSTEE) in lobby.archived("story")


def test_next_of_all_deals_tells_outside_of_none(lobby: Room) -> None:
    assert "Story" not in lobby.ask("next", TRUSTEE)
    assert "Story" in lobby.ask("list", TRUSTEE)


def test_a_deal_one_may_not_see_is_answered_like_none_with_the_same_reads(lobby: Room) -> None:
    hidden, reads = lobby.as_sent("status Granite", TRUSTEE, NO_DEALS_CHANNEL)
    absent, same = lobby.as_sent("status Gravels", TRUSTEE, NO_DEALS_CHANNEL)
    assert hidden.replace("Granite", "Gravels") == absent
    assert reads == same
