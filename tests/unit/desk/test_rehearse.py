"""Playing rehearsals: which days, which deals, and what is refused before anything moves."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from dealclock.desk.load import load
from dealclock.desk.rehearse import Stage, rehearse
from dealclock.errors import DealclockError, NotFoundError, RefusedError
from dealclock.store import Store
from tests.contract.store import samples
from tests.services import services
from tests.unit.jobs.house import House
from tests.unit.jobs.playing import swept_in_house

NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)
WEDNESDAY, THURSDAY = date(2004, 6, 30), date(2004, 7, 1)
FRIDAY, MONDAY = date(2004, 7, 2), date(2004, 7, 5)


@pytest.fixture
def house(store: Store) -> House:
    made = House(store, now=NOW)
    load(samples.rehearsal(*samples.story()), services(store, now=NOW), "tests")
    return made


def stage(house: House, sweep: Callable[[dict[str, Any]], dict[str, Any]] | None = None) -> Stage:
    def pause(seconds: float) -> None:
        house.now += timedelta(seconds=10)

    return Stage(house.store, sweep or swept_in_house(house), lambda: house.now, pause, "tests")


def day_of(house: House, deal: str) -> date | None:
    meta = house.store.deals.meta(deal)
    return meta.day if meta else None


def test_monday_to_friday_is_played_slot_by_slot_including_holidays(house: House) -> None:
    played = list(rehearse(["story"], FRIDAY, date(2004, 7, 6), stage(house)))
    assert [(p.day, p.slot) for p in played] == [
        (day, slot)
        for day in (FRIDAY, MONDAY, date(2004, 7, 6))
        for slot in ("morning", "payments", "midday", "afternoon")
    ]
    assert day_of(house, "story") == date(2004, 7, 6)


def test_a_weekend_alone_plays_nothing_and_moves_nothing(house: House) -> None:
    assert list(rehearse(["story"], date(2004, 7, 3), date(2004, 7, 4), stage(house))) == []
    assert day_of(house, "story") == WEDNESDAY


def test_new_and_existing_messages_are_counted_and_none_is_sent_twice(
    house: House,
) -> None:
    first = list(rehearse(["story"], WEDNESDAY, THURSDAY, stage(house)))
    # The first morning reminds of the filing: one post, two mails.
    assert [(p.planned, p.already) for p in first] == [(3, 0)] + [(0, 0)] * 7
    again = list(rehearse(["story"], WEDNESDAY, THURSDAY, stage(house)))
    assert sum(p.planned for p in again) == 0
    assert sum(p.already for p in again) == 3
    assert (len(house.slack.posts), len(house.mailbox.mails)) == (1, 2)


def test_each_sweep_is_marked_as_rehearsal_with_its_new_york_hour(house: House) -> None:
    events: list[dict[str, Any]] = []
    whole = swept_in_house(house)

    def sweep(event: dict[str, Any]) -> dict[str, Any]:
        events.append(event)
        return whole(event)

    due = date(2004, 10, 28)  # the last day of the 120: called for at noon and at four
    list(rehearse(["story"], due, due, stage(house, sweep)))
    assert events == [
        {"scheduled_time": "2004-10-28T08:00:00-04:00", "slot": "morning", "rehearsal": True},
        {"scheduled_time": "2004-10-28T09:00:00-04:00", "slot": "payments", "rehearsal": True},
        {"scheduled_time": "2004-10-28T12:00:00-04:00", "slot": "midday", "rehearsal": True},
        {"scheduled_time": "2004-10-28T16:00:00-04:00", "slot": "afternoon", "rehearsal": True},
    ]


def test_after_the_morning_an_empty_sweep_is_not_started(house: House) -> None:
    slots: list[str] = []
    whole = swept_in_house(house)

    def sweep(event: dict[str, Any]) -> dict[str, Any]:
        slots.append(event["slot"])
        return whole(event)

    list(rehearse(["story"], WEDNESDAY, WEDNESDAY, stage(house, sweep)))
    assert slots == ["morning"]


@pytest.mark.full
def test_a_day_with_nothing_due_starts_no_sweep_and_is_reached_anyway(
    house: House,
) -> None:
    """Filed on July 13, 2004, the next alert is ten Business Days ahead of October 28.

    Until then the deal asks to be looked at a few times, to be sure; on the other days nothing is.
    """
    days: list[str] = []
    whole = swept_in_house(house)

    def sweep(event: dict[str, Any]) -> dict[str, Any]:
        days.append(event["scheduled_time"][:10])
        return whole(event)

    list(rehearse(["story"], WEDNESDAY, date(2004, 7, 15), stage(house, sweep)))
    days.clear()
    played = list(rehearse(["story"], date(2004, 7, 16), date(2004, 10, 14), stage(house, sweep)))
    assert len(played) == 65 * 4, "each slot of thirteen weeks is named all the same"
    assert sorted({p.day.isoformat() for p in played if p.swept}) == days
    assert (len(days), days[-1]) == (5, "2004-10-14")
    assert [p.day for p in played if p.planned] == [date(2004, 10, 14)]


@pytest.mark.full
def test_a_rehearsal_stopped_on_a_day_without_a_sweep_is_on_that_day(house: House) -> None:
    list(rehearse(["story"], WEDNESDAY, date(2004, 7, 15), stage(house)))
    for played in rehearse(["story"], date(2004, 7, 16), date(2004, 7, 30), stage(house)):
        if played.day == date(2004, 7, 21):
            assert not played.swept
            break
    assert day_of(house, "story") == date(2004, 7, 21)


def test_days_in_the_wrong_order_are_refused(house: House) -> None:
    with pytest.raises(RefusedError, match=r"2004-06-30 is before 2004-07-01\. Give the first"):
        next(rehearse(["story"], THURSDAY, WEDNESDAY, stage(house)))


@pytest.mark.parametrize(
    ("start", "end"), [(date(1994, 12, 30), WEDNESDAY), (WEDNESDAY, date(2061, 1, 3))]
)
def test_days_without_a_holiday_table_are_refused_at_once(
    house: House, start: date, end: date
) -> None:
    with pytest.raises(RefusedError, match="is outside"):
        next(rehearse(["story"], start, end, stage(house)))
    assert day_of(house, "story") == WEDNESDAY
    assert not house.slack.posts


def test_a_live_or_unknown_deal_among_others_is_refused_before_any_moves(house: House) -> None:
    load(samples.live(), services(house.store, now=NOW), "tests")
    with pytest.raises(RefusedError, match="Granite is a live deal"):
        next(rehearse(["story", "granite"], THURSDAY, THURSDAY, stage(house)))
    with pytest.raises(NotFoundError, match="there is no deal 'stroy'"):
        next(rehearse(["story", "stroy"], THURSDAY, THURSDAY, stage(house)))
    assert (day_of(house, "story"), day_of(house, "granite")) == (WEDNESDAY, None)


def test_endless_work_is_reported_with_where_to_look(house: House) -> None:
    def lost(event: dict[str, Any]) -> dict[str, Any]:
        return {"queued": ["story"], "sweep": "sweep-1", "requeued": 0}

    with pytest.raises(
        DealclockError, match=r"the morning of 2004-06-30 did not finish.*dead-letter queues"
    ):
        next(rehearse(["story"], WEDNESDAY, WEDNESDAY, stage(house, lost)))
