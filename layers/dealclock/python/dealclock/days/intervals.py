"""Intervals of days, their unions, and the lengths of windows over them."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import accumulate
from operator import attrgetter
from typing import Literal

from dealclock.days.calendars import Calendar
from dealclock.days.periods import moved
from dealclock.errors import RefusedError
from dealclock.records import record

_ONE = timedelta(days=1)
_START = attrgetter("start")


@record
class DayInterval:
    """The days from `start`, included, to `end`, excluded; none if they are equal."""

    start: date
    end: date

    def __post_init__(self) -> None:
        if self.end < self.start:
            raise RefusedError(
                f"an interval cannot run from {self.start} back to {self.end}; give the earlier "
                "day first."
            )

    @property
    def days(self) -> int:
        """The number of days in it."""
        return (self.end - self.start).days

    @property
    def last(self) -> date:
        """The last day in it; the day before its start if it is empty."""
        return self.end - _ONE


def union(intervals: Iterable[DayInterval]) -> tuple[DayInterval, ...]:
    """The same days in the fewest intervals, in order: disjoint, with a gap between any two."""
    merged: list[DayInterval] = []
    for interval in sorted([i for i in intervals if i.days], key=_START):
        if merged and interval.start <= merged[-1].end:
            merged[-1] = DayInterval(merged[-1].start, max(merged[-1].end, interval.end))
        else:
            merged.append(interval)
    return tuple(merged)


def without(interval: DayInterval, others: Iterable[DayInterval]) -> Iterator[DayInterval]:
    """The days of an interval that are in none of some others, which are given in order."""
    start = interval.start
    for other in others:
        yield DayInterval(start, max(start, min(interval.end, other.start)))
        start = max(start, min(interval.end, other.end))
    yield DayInterval(start, interval.end)


class DaysCovered:
    """The distinct days of some intervals, with running totals so that counting is fast.

    With a calendar, only its open days are counted.
    """

    def __init__(self, periods: Iterable[DayInterval], calendar: Calendar | None = None) -> None:
        self.periods = union(periods)
        self._calendar = calendar
        self._starts = [p.start for p in self.periods]
        self._totals = list(
            accumulate([self.count(p.start, p.end) for p in self.periods], initial=0)
        )

    def count(self, start: date, end: date) -> int:
        """The number of counted days from `start`, included, to `end`, excluded."""
        if self._calendar is None:
            return (end - start).days
        return self._calendar.between(start - _ONE, end - _ONE)

    def before(self, day: date) -> int:
        """The number of these days before `day`."""
        n = bisect_right(self._starts, day)
        if n == 0:
            return 0
        end = self.periods[n - 1].end
        return self._totals[n] - (self.count(day, end) if day < end else 0)


# Window lengths: a number of consecutive days or of calendar months.
#
# A window is named by its last day, which it includes. Twelve months that end on October 31, 2005
# begin on November 1, 2004, the day after October 31, 2004. If the earlier month has no such day,
# its last day is used instead: three months that end on May 29, 30 or 31 begin on March 1.

_SHORTEST_MONTH = 28


@record
class Span:
    """A number of days or calendar months, one or more."""

    count: int
    unit: Literal["days", "months"] = "days"

    def __post_init__(self) -> None:
        if self.count < 1:
            raise RefusedError(
                f"a window cannot be {self.count} {self.unit} long; give one or more."
            )

    @property
    def id(self) -> str:
        """Its part of an id: 360, or 12-months."""
        return f"{self.count}" if self.unit == "days" else f"{self.count}-months"

    @property
    def short(self) -> str:
        """Its wording after "suspended days in any": 360, or 12 months."""
        return f"{self.count}" if self.unit == "days" else f"{self.count} months"

    def __str__(self) -> str:
        return f"{self.count} {self.unit}"

    @property
    def fewest_days(self) -> int:
        """The fewest days that a window of this length can have."""
        return self.count if self.unit == "days" else self.count * _SHORTEST_MONTH

    def since(self, last: date) -> date:
        """The first day of the window that ends on `last`, included."""
        return moved(last, -self.count, self.unit) + _ONE

    def block(self, anchor: date, day: date) -> date:
        """The first day of the block that includes `day`; one block begins on `anchor`."""
        months = 12 * (day.year - anchor.year) + day.month - anchor.month
        n = ((day - anchor).days if self.unit == "days" else months) // self.count * self.count
        begins = moved(anchor, n, self.unit)
        return begins if begins <= day else moved(anchor, n - self.count, self.unit)
