"""`/deal next` across deals: read from stored summaries while valid, dated when not.

The room has Granite, live, seen late on Thu, Oct 28, 2004, and Story, a rehearsal on Oct 29.
"""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from dealclock.desk import across
from dealclock.jobs.plan.assess_deal import assess_deal
from dealclock.jobs.queues import AssessDeal, Deliver
from dealclock.store import Store
from tests.contract.store import samples
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.services import services
from tests.unit.desk.asking_the_desk import LATE, MARIA, NO_DEALS_CHANNEL, Room, room

RUTH = "U01RUTH"  # an editor who owns nothing
MORNING = datetime(2004, 10, 28, 12, tzinfo=UTC)


class Ignored:
    """A queue of deliveries nobody makes."""

    def send(self, message: Deliver, delay: int = 0) -> None:
        pass


def assess(store: Store, deal: str, as_of: date, known_at: datetime) -> None:
    message = AssessDeal(deal=deal, as_of=as_of, known_at=known_at, slot="morning", sweep="s")
    assess_deal(message, services(store, deliveries=Ignored(), now=known_at))


@pytest.fixture
def house() -> Room:
    """Granite and Story, each assessed on the morning of its own day."""
    made = room()
    assess(made.store, "granite", date(2004, 10, 28), MORNING)
    assess(made.store, "story", date(2004, 10, 29), datetime(2004, 10, 29, 12, tzinfo=UTC))
    return made


def none_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(across, "COMPUTED_AT_MOST", 0)


def test_deals_already_assessed_are_answered_in_one_read_without_a_new_assessment(
    house: Room,
) -> None:
    sent, calls = house.as_sent("next 14", MARIA, NO_DEALS_CHANNEL)
    # The user's rows and deals, the channel, broken glass; the archive, the summaries, the answer.
    assert calls == [
        "get",
        "query",
        "get_many",
        "get",
        "query",
        "query",
        "Put",
        "get_many",
        "query",
        "transact",
    ]
    assert "Granite: " in sent
    assert "Story: " in sent
    assert "Not up to date" not in sent


def test_summaries_and_fresh_assessments_give_the_same_answer(house: Room) -> None:
    fresh = room()  # never assessed, so both are computed
    for text in ("next 30", "next all", "next 30 by owner", "next 14 all by issuer"):
        assert house.ask(text) == fresh.ask(text)
        assert "get_many" in fresh.calls


def test_an_event_recorded_since_makes_the_deal_assessed_again(house: Room) -> None:
    effective = samples.fact("F2", date(2004, 10, 28)).model_copy(
        update={"kind": "registration-statement-effective"}
    )
    house.store.deals.record_fact("granite", effective, MORNING, "maria")
    said = house.ask("next 14")
    assert "Granite: Resale shelf effectiveness" not in said  # met that day
    wording("desk/across", said)
    assert "Not up to date" not in said


def test_deals_beyond_the_limit_are_shown_with_the_date_of_their_summary(
    house: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    none_computed(monkeypatch)
    house.store.deals.record_fact(
        "granite", samples.fact("F2", date(2004, 10, 27)), MORNING, "maria"
    )
    said = house.ask("next 14").splitlines()
    result = said[said.index("Not up to date; ask about the deal by name") + 1]
    assert values(wording("desk/across", result)) == ["2004-10-28", "1"]
    assert any("Granite: Resale shelf effectiveness" in line for line in said)


def test_a_past_date_is_not_shown_as_a_future_date(
    house: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    none_computed(monkeypatch)
    monday = datetime(2004, 11, 1, 14, tzinfo=UTC)
    said = house.ask("next 14", now=monday)
    assert shows(wording("desk/across", said), "2004-10-28")
    assert "Thu, Oct 28, 2004: Granite: Effectiveness" not in said


def test_a_rehearsal_moved_to_another_day_is_not_shown_from_its_old_day(
    house: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.store.deals.rehearse_to("story", date(2004, 10, 20), MORNING, "maria")
    assert shows(wording("desk/across", house.ask("next 14")), "2004-10-28")
    none_computed(monkeypatch)
    assert shows(wording("desk/across", house.ask("next 14"), "second"), "2004-10-29")


def test_a_deal_never_assessed_is_named_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    none_computed(monkeypatch)
    said = room().ask("next")
    wording("desk/across", said)


def test_a_summary_of_an_earlier_release_is_not_used(
    house: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = house.store.runs.summary("granite")
    assert kept is not None
    for body in ("{}", '{"dates": {}}', '{"dates": {"as_of": 3}}'):
        with monkeypatch.context() as patched:
            patched.setattr(across, "COMPUTED_AT_MOST", 0)
            old = replace(kept, body=body)
            house.store.runs.put_summary("granite", old, LATE)
            assert "• Granite: not assessed yet" in house.ask("next")


def test_a_person_who_owns_nothing_is_told_that_others_have_items(house: Room) -> None:
    said = house.ask("next 14", user=RUTH)
    assert shows(wording("desk/across", said.splitlines()[0]), "14 days")
    wording("desk/across", said, "second")
    assert "Resale shelf effectiveness" not in said
    assert "Resale shelf effectiveness" in house.ask("next 14 all", user=RUTH)


def test_dates_are_grouped_by_owner_or_by_issuer(house: Room) -> None:
    by_owner = house.ask("next 14 all by owner").splitlines()
    assert "Ahead: Maria Lopez" in by_owner
    by_issuer = house.ask("next 14 by issuer").splitlines()
    assert "Ahead: Infocrossing, Inc." in by_issuer
    wording("desk/across", house.ask("next by colour"))


def test_the_archive_names_every_deal_in_an_answer_across_deals(house: Room) -> None:
    house.ask("next")
    kept = samples.rows(house.store, "AUDIT", "RENDITION#", "RENDITION#~")
    assert kept[-1].texts("deals") == ("granite", "story")
