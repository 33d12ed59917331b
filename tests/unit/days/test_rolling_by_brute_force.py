"""Rolling windows against a second method: sets of days, checked one by one."""

from collections.abc import Iterable
from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from dealclock.days.intervals import (
    DayInterval,
    DaysCovered,
    Limit,
    earliest_start,
    first_within,
    longest_after,
    longest_from,
)

FIRST = date(2005, 1, 3)
ONE = timedelta(days=1)


def _day(offset: int) -> date:
    return FIRST + timedelta(days=offset)


def _limit(window: int, fewer: int) -> Limit:
    return Limit(max(0, window - fewer), window)


PERIODS = st.lists(
    st.builds(
        lambda offset, length: DayInterval(_day(offset), _day(offset + length)),
        st.integers(0, 80),
        st.integers(0, 15),
    ),
    max_size=6,
)
DAYS = st.builds(_day, st.integers(-20, 120))
LIMITS = st.builds(_limit, st.integers(1, 45), st.integers(1, 30))
HORIZON = [_day(k) for k in range(-10, 160)]


def _covered(periods: Iterable[DayInterval]) -> set[date]:
    return {p.start + timedelta(days=k) for p in periods for k in range(p.days)}


def _count(days: set[date], last_day: date, window: int) -> int:
    return sum(last_day - timedelta(days=k) in days for k in range(window))


def _is_allowed(days: set[date], start: date, length: int, limits: list[Limit]) -> bool:
    new = {start + timedelta(days=k) for k in range(length)}
    if new & days:
        return False
    return all(
        _count(days | new, start + timedelta(days=k), limit.window_days) <= limit.days
        for limit in limits
        for k in range(length + limit.window_days - 1)  # to the last window with a day of it
    )


@given(PERIODS, DAYS, LIMITS)
def test_days_used_in_a_window(periods: list[DayInterval], day: date, limit: Limit) -> None:
    used = _count(_covered(periods), day, limit.window_days)
    assert DaysCovered.of(periods).in_window(day, limit.window_days) == used


@given(PERIODS, LIMITS, DAYS)
def test_the_first_day_within_a_limit(periods: list[DayInterval], limit: Limit, day: date) -> None:
    result = first_within(periods, limit, day)
    days = _covered(periods)
    while _count(days, day, limit.window_days) > limit.days:
        day += ONE
    assert result == day


@settings(deadline=None)
@given(PERIODS, DAYS, st.lists(LIMITS, min_size=1, max_size=3))
def test_the_longest_new_period(
    periods: list[DayInterval], start: date, limits: list[Limit]
) -> None:
    days, length = _covered(periods), 0
    while _is_allowed(days, start, length + 1, limits):
        length += 1
    assert longest_from(periods, start, limits) == length


@given(PERIODS, DAYS, LIMITS)
def test_the_longest_new_period_after_all_others(
    periods: list[DayInterval], start: date, limit: Limit
) -> None:
    before = [p for p in periods if p.end <= start]
    assert longest_after(before, start, limit) == longest_from(before, start, [limit])


@settings(deadline=None)
@given(PERIODS, st.integers(1, 15), st.lists(LIMITS, min_size=1, max_size=3), DAYS)
def test_the_earliest_start_of_a_new_period(
    periods: list[DayInterval], length: int, limits: list[Limit], day: date
) -> None:
    result = earliest_start(periods, length, limits, day)
    if length > min(limit.days for limit in limits):
        assert result is None
        return
    days = _covered(periods)
    while not _is_allowed(days, day, length, limits):
        day += ONE
    assert result == day
