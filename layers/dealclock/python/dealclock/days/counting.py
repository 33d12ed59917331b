"""Counting days. A count can list every day it passed; the list is computed on demand.

The starting day is never counted (N.Y. General Construction Law s.20). Counting from a closed
day, Business Day 1 is the next open day.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache

from dealclock.days.calendars import Calendar
from dealclock.errors import RefusedError
from dealclock.records import record

_ONE = timedelta(days=1)
_CACHE_SIZE = 8192
"""How many counts are cached: a count never changes, and a deal repeats the same ones."""


@record
class CountedDay:
    """One civil day passed in a count: its number, or why it was skipped."""

    day: date
    number: int | None
    closed: str | None


@record
class Count:
    """A finished count from `start` (not counted) to `result`, forward or back.

    Its days follow from these and the calendar, so they are computed only on demand. A last day
    that was closed `fell_on` another day than `result`: `closed` says why, and `roll` on which day
    it counts instead ("next Business Day").
    """

    start: date
    result: date
    _calendar: Calendar | None = None
    fell_on: date | None = None
    closed: str = ""
    roll: str = ""

    @property
    def calendar(self) -> str | None:
        """The name of its calendar; None for a count of calendar days, open or closed."""
        return self._calendar.name if self._calendar else None

    @property
    def days(self) -> tuple[CountedDay, ...]:
        """Every day passed, in the order counted, the last day before a roll last; empty for
        calendar days.
        """
        return tuple(self._walk())

    @property
    def skipped(self) -> tuple[CountedDay, ...]:
        """The closed days it skipped."""
        return tuple(d for d in self._walk() if d.number is None)

    @property
    def last(self) -> date:
        """The last day as counted, before a roll."""
        return self.fell_on or self.result

    def _walk(self) -> Iterator[CountedDay]:
        if self._calendar is None:
            return
        step = _ONE if self.start < self.last else -_ONE
        day, number = self.start, 0
        while day != self.last:
            day += step
            closed = self._calendar.closed_because(day)
            number += closed is None
            yield CountedDay(day, None if closed else number, closed)


@lru_cache(maxsize=_CACHE_SIZE)
def business_days_after(start: date, n: int, calendar: Calendar) -> Count:
    """The `n`th Business Day after `start`; `start` itself for zero."""
    return Count(start, calendar.add(start, _checked_count(n, "Business Days")), calendar)


@lru_cache(maxsize=_CACHE_SIZE)
def business_days_before(end: date, n: int, calendar: Calendar) -> Count:
    """The `n`th Business Day before `end`; `end` itself for zero."""
    return Count(end, calendar.add(end, -_checked_count(n, "Business Days")), calendar)


def days_after(start: date, n: int) -> Count:
    """The `n`th calendar day after `start`, open or closed."""
    return Count(start, start + timedelta(days=_checked_count(n, "days")))


def days_before(end: date, n: int) -> Count:
    """The `n`th calendar day before `end`, open or closed."""
    return Count(end, end - timedelta(days=_checked_count(n, "days")))


def _checked_count(n: int, what: str) -> int:
    if n < 0:
        raise RefusedError(f"cannot count {n} {what}; give zero or more.")
    return n


def business_days_in(after: date, to: date, calendar: Calendar) -> int:
    """The number of Business Days after `after` through `to`; 0 if `to` is earlier."""
    return calendar.between(after, to)
