"""`/deal next` across deals: from the summaries as long as they hold, and honest where they do not.

The room has Granite, live, seen late on Thu, Oct 28, 2004, and Story, a rehearsal on Oct 29.
"""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from dealclock.store import Store
from dealclock.usecases.desk import across
from dealclock.usecases.plan.assess_deal import assess_deal
from dealclock.usecases.queues import AssessDeal, Deliver
from tests.contract.store import samples
from tests.golden.values import shows, values
from tests.golden.wording import wording
from tests.services import services
from tests.unit.usecases.asking_the_desk import LATE, MARIA, NO_DEALS_CHANNEL, Room, room

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


def test_deals_assessed_are_told_in_one_read_and_none_is_assessed_again(house: Room) -> None:
    sent, calls = house.as_sent("next 14", MARIA, NO_DEALS_CHANNEL)
    # The directory, the channel, broken glass; the archive, the summaries, the answer archived.
    assert calls == ["query", "get", "query", "Put", "get_many", "Put"]
    assert "Granite: " in sent
    assert "Story: " in sent
    assert "Not up to date" not in sent


def test_what_is_told_from_summaries_is_what_is_computed(house: Room) -> None:
    fresh = room()  # never assessed, so both are computed
    for text in ("next 30", "next all", "next 30 by owner", "next 14 all by issuer"):
        assert house.ask(text) == fresh.ask(text)
        assert "get_many" in fresh.calls


def test_a_fact_recorded_since_has_the_deal_computed_anew(house: Room) -> None:
    effective = samples.fact("F2", date(2004, 10, 28)).model_copy(
        update={"kind": "registration-statement-effective"}
    )
    house.store.deals.record_fact("granite", effective, MORNING, "maria")
    said = house.ask("next 14")
    assert "Granite: Resale shelf effectiveness" not in said  # met that day
    wording("desk/across", said)
    assert "Not up to date" not in said


def test_more_deals_than_may_be_computed_are_told_as_of_when_they_were(
    house: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    none_computed(monkeypatch)
    house.store.deals.record_fact(
        "granite", samples.fact("F2", date(2004, 10, 27)), MORNING, "maria"
    )
    said = house.ask("next 14").splitlines()
    told = said[said.index("Not up to date; ask about the deal by name") + 1]
    assert values(wording("desk/across", told)) == ["2004-10-28", "1"]
    assert any("Granite: Resale shelf effectiveness" in line for line in said)


def test_a_date_that_has_passed_is_not_told_as_if_it_lay_ahead(
    house: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    none_computed(monkeypatch)
    monday = datetime(2004, 11, 1, 14, tzinfo=UTC)
    said = house.ask("next 14", now=monday)
    assert shows(wording("desk/across", said), "2004-10-28")
    assert "Thu, Oct 28, 2004: Granite: Effectiveness" not in said


def test_a_rehearsal_moved_to_another_day_is_not_told_from_the_day_it_left(
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


def test_a_summary_of_an_earlier_release_is_none(
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


def test_who_answers_for_nothing_is_told_what_others_do(house: Room) -> None:
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


def test_the_archive_names_every_deal_an_answer_across_deals_tells_of(house: Room) -> None:
    house.ask("next")
    kept = samples.rows(house.store, "AUDIT", "RENDITION#", "RENDITION#~")
    assert kept[-1].texts("deals") == ("granite", "story")
