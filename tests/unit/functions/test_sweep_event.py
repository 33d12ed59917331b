"""A schedule's event: its instant, its slot, and what is refused."""

from datetime import UTC, date, datetime

import pytest

from dealclock.errors import RefusedError
from functions.sweep.sweep_event import read_sweep

NOW = datetime(2004, 10, 29, 12, 5, tzinfo=UTC)


def event(**changes: object) -> dict[str, object]:
    return {"scheduled_time": "2004-10-29T12:00:00Z", "slot": "morning", **changes}


def test_the_deals_day_is_the_schedules_day_in_new_york() -> None:
    late = read_sweep(event(scheduled_time="2004-10-29T03:30:00Z"), NOW)
    assert late.as_of == date(2004, 10, 28)


@pytest.mark.parametrize(
    "given", ["<aws.scheduler.scheduled-time>", "2004-10-29", "2004-10-29T12:00:00", None, 7]
)
def test_an_event_without_an_instant_is_refused(given: object) -> None:
    with pytest.raises(RefusedError, match="is not an instant; give one such as"):
        read_sweep(event(scheduled_time=given), NOW)


def test_a_future_instant_is_refused() -> None:
    with pytest.raises(RefusedError, match="is in the future"):
        read_sweep(event(scheduled_time="2004-10-29T12:05:06Z"), NOW)


def test_a_schedule_ahead_of_a_clock_that_is_behind_is_accepted() -> None:
    """NOW is 12:05:00 by a clock up to 5 seconds behind: it may be 12:05:05."""
    ahead = read_sweep(event(scheduled_time="2004-10-29T12:05:05Z"), NOW)
    assert ahead.scheduled == datetime(2004, 10, 29, 12, 5, 5, tzinfo=UTC)


def test_the_error_for_an_unknown_slot_lists_the_valid_ones() -> None:
    with pytest.raises(RefusedError, match="one of morning, payments, midday"):
        read_sweep(event(slot="noon"), NOW)


def test_only_true_makes_a_check_one_of_rehearsals() -> None:
    assert read_sweep(event(rehearsal=True), NOW).rehearsal
    assert not read_sweep(event(rehearsal="yes"), NOW).rehearsal
