"""The sweep: its instant comes from the schedule, and what was left behind goes first."""

from datetime import UTC, date, datetime

import pytest

from dealclock.store import Store
from dealclock.usecases.plan.sweep import NotASchedule, Sweep
from tests.unit.usecases.house import House

NOW = datetime(2004, 10, 29, 12, 5, tzinfo=UTC)


def event(**changes: object) -> dict[str, object]:
    return {"scheduled_time": "2004-10-29T12:00:00Z", "slot": "morning", **changes}


def test_the_deals_day_is_the_schedules_day_in_new_york() -> None:
    late = Sweep.read(event(scheduled_time="2004-10-29T03:30:00Z"), NOW)
    assert late.as_of == date(2004, 10, 28)


@pytest.mark.parametrize(
    "given", ["<aws.scheduler.scheduled-time>", "2004-10-29", "2004-10-29T12:00:00", None, 7]
)
def test_an_event_without_an_instant_is_refused(given: object) -> None:
    with pytest.raises(NotASchedule, match="is not an instant; give one such as"):
        Sweep.read(event(scheduled_time=given), NOW)


def test_an_instant_to_come_is_refused() -> None:
    with pytest.raises(NotASchedule, match="is in the future"):
        Sweep.read(event(scheduled_time="2004-10-29T12:05:06Z"), NOW)


def test_a_schedule_ahead_of_a_clock_that_is_behind_is_accepted() -> None:
    """NOW is 12:05:00 by a clock up to 5 seconds behind: it may be 12:05:05."""
    ahead = Sweep.read(event(scheduled_time="2004-10-29T12:05:05Z"), NOW)
    assert ahead.scheduled == datetime(2004, 10, 29, 12, 5, 5, tzinfo=UTC)


def test_an_unknown_slot_is_refused_with_those_there_are() -> None:
    with pytest.raises(NotASchedule, match="one of morning, payments, midday"):
        Sweep.read(event(slot="noon"), NOW)


def test_only_the_word_true_makes_a_sweep_one_of_rehearsals() -> None:
    assert Sweep.read(event(rehearsal=True), NOW).rehearsal
    assert not Sweep.read(event(rehearsal="yes"), NOW).rehearsal


def test_a_live_sweep_leaves_rehearsals_alone(store: Store) -> None:
    house = House(store)
    house.load_rehearsals()
    assert store.runs.waking(True, date(2004, 6, 30)) != ()
    assert store.runs.waking(False, date(2026, 11, 20)) == ()


def test_deals_that_sleep_are_not_queued(store: Store) -> None:
    house = House(store)
    house.load_rehearsals()
    # The filing is made, and nothing is due for ten Business Days: not even a digest has a word.
    house.morning("2004-07-14")
    house.sweep(date(2004, 7, 15))
    assert not house.queue.deals


def test_a_delivery_left_behind_is_queued_again_before_anything_new(store: Store) -> None:
    house = House(store)
    house.load_rehearsals()
    house.sweep(date(2004, 6, 30))
    for deal in house.rehearsals():
        store.deals.rehearse_to(deal, date(2004, 6, 30), house.now, "tests")
    house.assess(house.queue.deals.popleft())
    lost = list(house.queue.deliveries)
    house.queue.deliveries.clear()  # the function ended before the queue had them
    house.sweep(date(2004, 7, 1))
    assert sorted(d.delivery for d in house.queue.deliveries) == sorted(d.delivery for d in lost)


def test_a_sweep_that_completed_leaves_a_trace_of_its_slot_and_one_that_failed_none(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(store)
    house.load_rehearsals()
    house.sweep(date(2004, 7, 1))
    assert list(store.runs.sweeps(True, date(2004, 7, 1))) == ["morning"]
    assert store.runs.sweeps(False, date(2004, 7, 1)) == {}

    def broken(*_: object) -> None:
        raise RuntimeError("the queue is gone")

    monkeypatch.setattr(house.queue, "send", broken)
    with pytest.raises(RuntimeError):
        house.sweep(date(2004, 7, 2))
    assert store.runs.sweeps(True, date(2004, 7, 2)) == {}
