"""Counting days, with every step kept so that a date can show its reasons.

The day counted from is never itself counted (N.Y. General Construction Law s.20). Counted from a
closed day, Business Day 1 is the next open one.
"""

from dataclasses import dataclass
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

from dealclock.days.calendars import Calendar
from dealclock.days.errors import DaysError

_ONE = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class CountedDay:
    """One civil day passed in a count: its number, or why it was skipped."""

    day: date
    number: int | None
    closed: str | None


@dataclass(frozen=True, slots=True)
class Count:
    """A finished count: from `start` (not counted) to `result`, through `days` in order."""

    start: date
    result: date
    days: tuple[CountedDay, ...]
    calendar: str | None

    @property
    def skipped(self) -> tuple[CountedDay, ...]:
        """The closed days passed over."""
        return tuple(d for d in self.days if d.number is None)


def _count(start: date, n: int, calendar: Calendar, step: timedelta) -> Count:
    if n < 0:
        raise DaysError(f"cannot count {n} Business Days; give zero or more.")
    days: list[CountedDay] = []
    day, number = start, 0
    while number < n:
        day += step
        closed = calendar.closed_because(day)
        number += closed is None
        days.append(CountedDay(day, None if closed else number, closed))
    return Count(start, day, tuple(days), calendar.name)


def business_days_after(start: date, n: int, calendar: Calendar) -> Count:
    """The `n`th Business Day after `start`; `start` itself for zero."""
    return _count(start, n, calendar, _ONE)


def business_days_before(end: date, n: int, calendar: Calendar) -> Count:
    """The `n`th Business Day before `end`; `end` itself for zero."""
    return _count(end, n, calendar, -_ONE)


def days_after(start: date, n: int) -> Count:
    """The `n`th calendar day after `start`, open or not."""
    if n < 0:
        raise DaysError(f"cannot count {n} days; give zero or more.")
    return Count(start, start + timedelta(days=n), (), None)


def business_days_in(after: date, to: date, calendar: Calendar) -> int:
    """How many Business Days lie after `after` and up to and including `to`."""
    count, day = 0, after
    while day < to:
        day += _ONE
        count += calendar.is_open(day)
    return count


def anniversary(day: date, years: int) -> date:
    """The `years`th anniversary; of February 29 in a common year, February 28."""
    return day + relativedelta(years=years)
