"""Intervals of days, their unions, and rolling windows over them."""

from bisect import bisect_left, bisect_right
from calendar import monthrange
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import accumulate
from operator import attrgetter
from typing import Literal

from dateutil.relativedelta import relativedelta

from dealclock.days.calendars import Calendar
from dealclock.days.errors import DaysError
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
            raise DaysError(
                f"an interval cannot run from {self.start} back to {self.end}; give the earlier "
                "day first."
            )

    @classmethod
    def through(cls, first: date, last: date) -> "DayInterval":
        """The days from `first` to `last`, both included."""
        return cls(first, last + _ONE)

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

    @classmethod
    def of(cls, intervals: Iterable[DayInterval]) -> "DaysCovered":
        """The days of some intervals; `intervals` itself if it is a DaysCovered."""
        return intervals if isinstance(intervals, DaysCovered) else cls(intervals)

    def __iter__(self) -> Iterator[DayInterval]:
        """The same days in the fewest intervals, in order."""
        return iter(self.periods)

    def since(self, day: date) -> "DaysCovered":
        """These days without the intervals that ended before `day`."""
        if not self.periods or self.periods[0].end >= day:
            return self
        return DaysCovered([p for p in self.periods if p.end >= day], self._calendar)

    def also(self, interval: DayInterval) -> "DaysCovered":
        """These days and those of one more interval."""
        return DaysCovered((*self.periods, interval), self._calendar)

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

    def in_window(self, last_day: date, window_days: int) -> int:
        """The number of these days in the window that ends on `last_day`, included."""
        end = last_day + _ONE
        return self.before(end) - self.before(end - timedelta(days=window_days))

    def until_lost(self, first_day: date, n: int) -> timedelta:
        """How far a window that begins on `first_day` must move for `n` of its days to leave it.

        Other days may enter it meanwhile, so it cannot hold `n` fewer any sooner.
        """
        nth = self.before(first_day) + n
        k = bisect_left(self._totals, nth)
        new_first = self.periods[k - 1].end - timedelta(days=self._totals[k] - nth)
        return new_first - first_day


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
            raise DaysError(f"a window cannot be {self.count} {self.unit} long; give one or more.")

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
        if self.unit == "days":
            return last - timedelta(days=self.count - 1)
        return last - relativedelta(months=self.count) + _ONE

    def until(self, first: date) -> date:
        """The last day whose window includes `first`."""
        if self.unit == "days":
            return first + timedelta(days=self.count - 1)
        before = first - _ONE
        end = before + relativedelta(months=self.count)
        return _last_of_month(end) if before == _last_of_month(before) else end

    def blocks(self, anchor: date, n: int) -> date:
        """The first day of block `n`; block 0 begins on `anchor`."""
        if self.unit == "days":
            return anchor + timedelta(days=n * self.count)
        return anchor + relativedelta(months=n * self.count)

    def block_of(self, anchor: date, day: date) -> int:
        """The number of the block that includes `day`."""
        if self.unit == "days":
            return (day - anchor).days // self.count
        n = (12 * (day.year - anchor.year) + day.month - anchor.month) // self.count
        return n if self.blocks(anchor, n) <= day else n - 1


def _last_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


# Rolling windows: how many days of some periods fall in any N consecutive days.
#
# The window of 90 days on March 31 runs from January 1 (of a common year) to March 31, both
# included. A day in two periods counts once.
#
#     ...ppppp........pppp......   p: days of the periods
#          [---- window ----]      the count never falls inside a period and never rises outside
#
# So a count peaks on a period's last day, and a limit is first exceeded inside a period.


@record
class Limit:
    """At most `days` in any `window_days` consecutive days.

    A cap of 60 consecutive days is `Limit(60, 61)`: no 61 days in a row.
    """

    days: int
    window_days: int

    def __post_init__(self) -> None:
        if not 0 <= self.days < self.window_days:
            raise DaysError(
                f"cannot limit {self.days} days in any {self.window_days}; give a limit of zero "
                "or more and a longer window."
            )


def first_within(periods: Iterable[DayInterval], limit: Limit, not_before: date) -> date:
    """The first day, `not_before` or later, whose window is within `limit`."""
    covered, day = DaysCovered.of(periods), not_before
    while (excess := covered.in_window(day, limit.window_days) - limit.days) > 0:
        day += covered.until_lost(day - timedelta(days=limit.window_days - 1), excess)
    return day


def longest_from(periods: Iterable[DayInterval], start: date, limits: Sequence[Limit]) -> int:
    """The most days that a new period from `start` may last; 0 if it may not begin.

    No window that includes a day of it may exceed any of `limits`. It may not overlap `periods`:
    0 on a day of one, and it ends where a later one begins. Windows that include none of its days
    do not matter.
    """
    covered = DaysCovered.of(periods)
    possible = range(1, _shortest(limits) + 1)
    return bisect_left(
        possible, True, key=lambda n: _next_start(covered, start, n, limits) is not None
    )


def longest_after(periods: Iterable[DayInterval], start: date, limit: Limit) -> int:
    """`longest_from` for one limit, if no day of `periods` is on or after `start`.

    As the new period continues, earlier days only leave its windows. So it may last at least the
    days left in the window of its next day, until that number stops growing.
    """
    covered = DaysCovered.of(periods)
    earlier, length = covered.before(start), 0
    first = start - timedelta(days=limit.window_days - 1)
    while (left := limit.days - earlier + covered.before(first + timedelta(days=length))) > length:
        length = left
    return length


def earliest_start(
    periods: Iterable[DayInterval], length: int, limits: Sequence[Limit], not_before: date
) -> date | None:
    """The first day, `not_before` or later, from which a new period may last `length` days.

    The rules are those of `longest_from`. None if `length` alone exceeds one of `limits`.
    """
    if length < 1:
        raise DaysError(f"cannot begin a period of {length} days; give one or more.")
    if length > _shortest(limits):
        return None
    covered, start = DaysCovered.of(periods), not_before
    while (later := _next_start(covered, start, length, limits)) is not None:
        start = later
    return start


def _shortest(limits: Sequence[Limit]) -> int:
    if not limits:
        raise DaysError("no limits were given, so no period would end; give at least one.")
    return min(limit.days for limit in limits)


def _next_start(
    covered: DaysCovered, start: date, length: int, limits: Sequence[Limit]
) -> date | None:
    """None if a new period of `length` days may begin on `start`, otherwise the next day to try.

    No day in between can work: an overlap lasts until that period ends, and a window with three
    days too many, moving with the new period, has too many until three days have left it.
    """
    new = DayInterval(start, start + timedelta(days=length))
    for period in covered.periods:
        if period.start < new.end and start < period.end:
            return period.end
    for limit in limits:
        for last_day in _fullest(covered, new, limit.window_days):
            first_day = last_day - timedelta(days=limit.window_days - 1)
            new_days = (min(new.last, last_day) - max(start, first_day) + _ONE).days
            excess = covered.in_window(last_day, limit.window_days) + new_days - limit.days
            if excess > 0:
                return start + covered.until_lost(first_day, excess)
    return None


def _fullest(covered: DaysCovered, new: DayInterval, window_days: int) -> Iterator[date]:
    """The last days of windows that include a day of `new`; the fullest window is among them."""
    yield new.last
    latest = new.last + timedelta(days=window_days - 1)
    for period in covered.periods:
        if new.end <= period.start <= latest:
            yield min(period.last, latest)
