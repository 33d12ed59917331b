"""Half-open intervals of civil days: the first day is in, the last is the first that is out."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import accumulate
from operator import attrgetter

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
