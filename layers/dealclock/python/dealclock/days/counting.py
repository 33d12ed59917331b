"""Counting days; a finished count can show every step it took, and works them out when asked.

The day counted from is never itself counted (N.Y. General Construction Law s.20). Counted from a
closed day, Business Day 1 is the next open one.
"""

from calendar import isleap
from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache

from dealclock.days.calendars import Calendar
from dealclock.days.errors import DaysError
from dealclock.records import record

_ONE = timedelta(days=1)
_KEPT = 8192
"""How many counts are kept: one is the same for ever, and a deal asks for the same ones again."""


@record
class CountedDay:
    """One civil day passed in a count: its number, or why it was skipped."""

    day: date
    number: int | None
    closed: str | None


@record
class Count:
    """A finished count from `start` (not counted) to `result`, forward or back.

    Its steps follow from these and the calendar, so they are worked out only when looked at.
    """

    start: date
    result: date
    _calendar: Calendar | None = None

    @property
    def calendar(self) -> str | None:
        """The name of the calendar counted in; None for calendar days, open or not."""
        return self._calendar.name if self._calendar else None

    @property
    def days(self) -> tuple[CountedDay, ...]:
        """Every day passed, in the order counted, `result` last; none for calendar days."""
        return tuple(self._passed())

    @property
    def skipped(self) -> tuple[CountedDay, ...]:
        """The closed days passed over."""
        return tuple(d for d in self._passed() if d.number is None)

    def _passed(self) -> Iterator[CountedDay]:
        if self._calendar is None:
            return
        step = _ONE if self.start < self.result else -_ONE
        day, number = self.start, 0
        while day != self.result:
            day += step
            closed = self._calendar.closed_because(day)
            number += closed is None
            yield CountedDay(day, None if closed else number, closed)


@lru_cache(maxsize=_KEPT)
def business_days_after(start: date, n: int, calendar: Calendar) -> Count:
    """The `n`th Business Day after `start`; `start` itself for zero."""
    return Count(start, calendar.add(start, _not_negative(n, "Business Days")), calendar)


@lru_cache(maxsize=_KEPT)
def business_days_before(end: date, n: int, calendar: Calendar) -> Count:
    """The `n`th Business Day before `end`; `end` itself for zero."""
    return Count(end, calendar.add(end, -_not_negative(n, "Business Days")), calendar)


def days_after(start: date, n: int) -> Count:
    """The `n`th calendar day after `start`, open or not."""
    return Count(start, start + timedelta(days=_not_negative(n, "days")))


def days_before(end: date, n: int) -> Count:
    """The `n`th calendar day before `end`, open or not."""
    return Count(end, end - timedelta(days=_not_negative(n, "days")))


def _not_negative(n: int, what: str) -> int:
    if n < 0:
        raise DaysError(f"cannot count {n} {what}; give zero or more.")
    return n


def business_days_in(after: date, to: date, calendar: Calendar) -> int:
    """How many Business Days lie after `after` and up to and including `to`; none backwards."""
    return calendar.between(after, to)


def anniversary(day: date, years: int) -> date:
    """The `years`th anniversary; of February 29 in a common year, February 28."""
    if (day.month, day.day) == (2, 29) and not isleap(day.year + years):
        return date(day.year + years, 2, 28)
    return day.replace(year=day.year + years)
