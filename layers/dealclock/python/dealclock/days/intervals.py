"""Spans of days: intervals with a first and a last day, both included, sets of them, and
windows that roll over them.
"""

from bisect import bisect_left, bisect_right
from calendar import monthrange
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import accumulate
from operator import attrgetter
from typing import Literal

from dateutil.relativedelta import relativedelta

from dealclock.days.errors import DaysError
from dealclock.records import record

_ONE = timedelta(days=1)
_START = attrgetter("start")


@record
class DayInterval:
    """The days from and including `start` to but excluding `end`; none where they are equal."""

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
        """How many days it has."""
        return (self.end - self.start).days

    @property
    def last(self) -> date:
        """The last day in it; of an interval without days, the day before its start."""
        return self.end - _ONE


def union(intervals: Iterable[DayInterval]) -> tuple[DayInterval, ...]:
    """The same days in the fewest intervals, in order: no day twice, a gap between any two."""
    found: list[DayInterval] = []
    for each in sorted([i for i in intervals if i.days], key=_START):
        if found and each.start <= found[-1].end:
            found[-1] = DayInterval(found[-1].start, max(found[-1].end, each.end))
        else:
            found.append(each)
    return tuple(found)


class DaysCovered:
    """The days of some intervals, each once, with running totals, so that a count is a look-up."""

    def __init__(self, periods: Iterable[DayInterval]) -> None:
        self.periods = union(periods)
        self._starts = [p.start for p in self.periods]
        self._totals = list(accumulate([p.days for p in self.periods], initial=0))

    @classmethod
    def of(cls, intervals: Iterable[DayInterval]) -> "DaysCovered":
        """The days of some intervals; of those of another one, that one."""
        return intervals if isinstance(intervals, DaysCovered) else cls(intervals)

    def __iter__(self) -> Iterator[DayInterval]:
        """The same days in the fewest intervals, in order."""
        return iter(self.periods)

    def since(self, day: date) -> "DaysCovered":
        """Without the intervals that ended before `day`."""
        if not self.periods or self.periods[0].end >= day:
            return self
        return DaysCovered([p for p in self.periods if p.end >= day])

    def before(self, day: date) -> int:
        """How many of the days lie before `day`."""
        n = bisect_right(self._starts, day)
        if n == 0:
            return 0
        after_it = (self.periods[n - 1].end - day).days
        return self._totals[n] - max(0, after_it)

    def in_window(self, last_day: date, window_days: int) -> int:
        """How many lie in the window that ends on and includes `last_day`."""
        past = last_day + _ONE
        return self.before(past) - self.before(past - timedelta(days=window_days))

    def until_lost(self, first_day: date, n: int) -> timedelta:
        """How far a window that begins on `first_day` moves until `n` of its days are behind it.

        Others may enter it on the way, none else leave, so until then it cannot hold `n` fewer.
        """
        nth = self.before(first_day) + n
        k = bisect_left(self._totals, nth)
        past_it = self.periods[k - 1].end - timedelta(days=self._totals[k] - nth)
        return past_it - first_day


# How long a window is: a number of consecutive days or of calendar months.
#
# A window is named by its last day, which is in it. Twelve months that end on October 31, 2005
# began on November 1, 2004: on the day after October 31, 2004. Where the earlier month lacks that
# day, its last one stands for it, so that three months which end on May 29, 30 or 31 began on
# March 1.

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
        """Its name in the id of what it limits: 360, or 12-months."""
        return f"{self.count}" if self.unit == "days" else f"{self.count}-months"

    @property
    def short(self) -> str:
        """After "suspended days in any": 360, or 12 months."""
        return f"{self.count}" if self.unit == "days" else f"{self.count} months"

    def __str__(self) -> str:
        return f"{self.count} {self.unit}"

    @property
    def fewest_days(self) -> int:
        """No window of it has fewer days."""
        return self.count if self.unit == "days" else self.count * _SHORTEST_MONTH

    def since(self, last: date) -> date:
        """The first day of the window that ends on and includes `last`."""
        if self.unit == "days":
            return last - timedelta(days=self.count - 1)
        return last - relativedelta(months=self.count) + _ONE

    def until(self, first: date) -> date:
        """The last day whose window holds `first`: none later begins so early."""
        if self.unit == "days":
            return first + timedelta(days=self.count - 1)
        before = first - _ONE
        end = before + relativedelta(months=self.count)
        return _last_of_month(end) if before == _last_of_month(before) else end

    def blocks(self, anchor: date, n: int) -> date:
        """The first day of block `n`, the first of which, 0, begins with `anchor`."""
        if self.unit == "days":
            return anchor + timedelta(days=n * self.count)
        return anchor + relativedelta(months=n * self.count)

    def block_of(self, anchor: date, day: date) -> int:
        """The number of the block that holds `day`."""
        if self.unit == "days":
            return (day - anchor).days // self.count
        n = (12 * (day.year - anchor.year) + day.month - anchor.month) // self.count
        return n if self.blocks(anchor, n) <= day else n - 1


def _last_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])


# Rolling windows: how many days of some periods lie in any N consecutive days.
#
# A window is named by its last day, which is in it: the window of 90 days on March 31 runs from
# January 1 (of a common year) to March 31, both included. A day that lies in two periods counts
# once.
#
#     ...ppppp........pppp......   p: days of the periods
#          [---- window ----]      its count rises or stays inside a period, stays or falls outside
#
# So a count is highest on a period's last day, and what is exceeded is first exceeded inside one.


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
    """The first day, `not_before` or later, whose window holds no more than `limit` allows."""
    covered, day = DaysCovered.of(periods), not_before
    while (excess := covered.in_window(day, limit.window_days) - limit.days) > 0:
        day += covered.until_lost(day - timedelta(days=limit.window_days - 1), excess)
    return day


def longest_from(periods: Iterable[DayInterval], start: date, limits: Sequence[Limit]) -> int:
    """How many days a new period may run whose first day is `start`; zero if it may not begin.

    It may run so long that no window with a day of it holds more than any of `limits` allows. It
    shares no day with `periods`: zero on a day of one, and it ends where a later one begins.
    Windows without a day of it do not count, whatever they hold.
    """
    covered = DaysCovered.of(periods)
    possible = range(1, _shortest(limits) + 1)
    return bisect_left(
        possible, True, key=lambda n: _next_try(covered, start, n, limits) is not None
    )


def longest_after(periods: Iterable[DayInterval], start: date, limit: Limit) -> int:
    """`longest_from` by one limit, where no day of `periods` is on or after `start`.

    As the new period runs on, the windows of its days only shed days of the others: so it may run
    at least what the window of its next day leaves, and no longer once that is not more.
    """
    covered = DaysCovered.of(periods)
    earlier, runs = covered.before(start), 0
    first = start - timedelta(days=limit.window_days - 1)
    while (left := limit.days - earlier + covered.before(first + timedelta(days=runs))) > runs:
        runs = left
    return runs


def earliest_start(
    periods: Iterable[DayInterval], length: int, limits: Sequence[Limit], not_before: date
) -> date | None:
    """The first day, `not_before` or later, from which a new period may run `length` days.

    May is as in `longest_from`. None if `length` alone is more than one of `limits` allows.
    """
    if length < 1:
        raise DaysError(f"cannot begin a period of {length} days; give one or more.")
    if length > _shortest(limits):
        return None
    covered, start = DaysCovered.of(periods), not_before
    while (later := _next_try(covered, start, length, limits)) is not None:
        start = later
    return start


def _shortest(limits: Sequence[Limit]) -> int:
    if not limits:
        raise DaysError("no limits were given, so no period would end; give at least one.")
    return min(limit.days for limit in limits)


def _next_try(
    covered: DaysCovered, start: date, length: int, limits: Sequence[Limit]
) -> date | None:
    """None if a new period of `length` days may begin on `start`, else a later day to try.

    No day between the two will do: a period that is met is met until it is over, and a window too
    full by three, moved on together with the new period, is so until three days are behind it.
    """
    new = DayInterval(start, start + timedelta(days=length))
    for period in covered.periods:
        if period.start < new.end and start < period.end:
            return period.end
    for limit in limits:
        for last_day in _fullest(covered, new, limit.window_days):
            first_day = last_day - timedelta(days=limit.window_days - 1)
            of_new = (min(new.last, last_day) - max(start, first_day) + _ONE).days
            excess = covered.in_window(last_day, limit.window_days) + of_new - limit.days
            if excess > 0:
                return start + covered.until_lost(first_day, excess)
    return None


def _fullest(covered: DaysCovered, new: DayInterval, window_days: int) -> Iterator[date]:
    """The last days of the windows with a day of `new` among which the fullest is."""
    yield new.last
    latest = new.last + timedelta(days=window_days - 1)
    for period in covered.periods:
        if new.end <= period.start <= latest:
            yield min(period.last, latest)
