"""Whether a Suspension Period may begin, and what a limit leaves to a new one: how long from a day,
and from which day it may last that long.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import pairwise

from dealclock.agreement.readings.counting import TRIGGER_DAY
from dealclock.agreement.readings.suspensions import ANY_WINDOW
from dealclock.agreement.rules.suspensions import DayBudget, PeriodGap, TimesInAny
from dealclock.days.intervals import (
    DayInterval,
    DaysCovered,
    Limit,
    earliest_start,
    longest_after,
    longest_from,
)
from dealclock.engine.context import Choices, Context
from dealclock.engine.suspension.allowance import Break, Windows
from dealclock.engine.suspension.period import SuspensionPeriod
from dealclock.records import record

_ONE = timedelta(days=1)


# Whether a period may begin: at most N times in a window, and some time after the one before.
#
# Where one begins that may not, its first day is already beyond the budget: no day of it is
# allowed.


@record
class StartBreak(Break):
    """A limit that a period breaks by beginning: `days` are none, `on` is its first day.

    What was before `since` has no part in it.
    """

    text: str
    since: date


class Times:
    """N times in any window. `periods` are in order, no two of them joined."""

    def __init__(self, limit: TimesInAny, periods: Sequence[DayInterval], windows: Windows) -> None:
        self.limit = limit
        self.windows = windows
        self._begun = limit.counted == "begun"
        self._firsts = [p.start for p in periods]
        self._ends = [p.end for p in periods]
        self._marks = self._firsts if self._begun else [p.last for p in periods]

    def used(self, day: date) -> int:
        """How many, begun by `day`, count in its window."""
        begun = bisect_right(self._firsts, day)
        return max(0, begun - bisect_left(self._marks, self.windows.since(day)))

    def allows(self, start: date, days: int) -> bool:
        """Whether a new one may run N days from `start`; joined to another, it is no new."""
        n = bisect_left(self._ends, start)
        if n < len(self._ends) and self._ends[n] == start:
            return True
        last = start if self._begun else start + timedelta(days=days - 1)
        return all(self.used(day) < self.limit.times for day in self._fullest(start, last))

    def longest(self, start: date, most: int) -> int:
        """How many days a new one may run from `start`, no more than `most`."""
        runs = range(1, most + 1)
        return bisect_left(runs, True, key=lambda n: not self.allows(start, n))

    def earliest(self, days: int, not_before: date) -> date:
        """The first day, `not_before` or later, from which one may run N days."""
        day = not_before
        while not self.allows(day, days):
            day += _ONE
        return day

    def _fullest(self, start: date, last: date) -> Iterator[date]:
        """The days whose windows hold a new one among which the fullest is."""
        yield start
        for first in self._firsts[bisect_right(self._firsts, start) :]:
            if self.windows.since(first) > last:
                return
            yield first


class Gap:
    """So long from the last day of one period to the first of the next."""

    def __init__(
        self,
        apart: PeriodGap,
        periods: Sequence[DayInterval],
        ends: Sequence[date],
        context: Context,
    ) -> None:
        self.apart = apart
        self._periods = periods
        self._ends = ends
        self._context = context

    def free(self, last: date) -> date:
        """The first day on which the one after may begin, a period's last day being `last`."""
        if self.apart.unit != "days":
            return self._context.after(last, self.apart.length).result
        included = self._context.choices[TRIGGER_DAY] == "INCLUDED"
        return last + timedelta(days=self.apart.count - included)

    def before(self, start: date) -> DayInterval | None:
        """The last period that was over by `start`."""
        n = bisect_right(self._ends, start)
        return self._periods[n - 1] if n else None

    def longest(self, start: date, most: int) -> int:
        """How many days a new one may run from `start`, no more than `most`."""
        before, after = self.before(start), self._after(start)
        if before is not None and start < self.free(before.last):
            return 0
        if after is None:
            return most
        runs = range(1, most + 1)
        return bisect_left(runs, True, key=lambda n: self._too_near(start, n, after))

    def earliest(self, days: int, not_before: date) -> date:
        """The first day, `not_before` or later, from which one may run N days."""
        start = not_before
        while True:
            before, after = self.before(start), self._after(start)
            if before is not None:
                start = max(start, self.free(before.last))
            if after is None or not self._too_near(start, days, after):
                return start
            start = max(start, after.end)

    def _too_near(self, start: date, days: int, after: DayInterval) -> bool:
        return after.start < self.free(start + timedelta(days=days - 1))

    def _after(self, start: date) -> DayInterval | None:
        """The first period that is not over by `start`."""
        n = bisect_right(self._ends, start)
        return self._periods[n] if n < len(self._periods) else None


class Starting:
    """What the limits of a budget say of the beginning of its periods, which are in order.

    The days of one that runs count up to but excluding `end`.
    """

    def __init__(self, rule: DayBudget, periods: Sequence[SuspensionPeriod], end: date) -> None:
        self._rule = rule
        self._periods = [p.days(end) for p in periods]
        self._ends = [p.end for p in self._periods]
        self._anchor = periods[0].first if periods else end
        self._found: dict[bool, list[Times]] = {}

    def times(self, choices: Choices) -> list[Times]:
        """The limit of each window, as the terms order them."""
        if not self._rule.times_in_any:
            return []
        blocks = choices[ANY_WINDOW] == "FIXED-BLOCKS"
        if blocks not in self._found:
            anchor = self._anchor if blocks else None
            self._found[blocks] = [
                Times(limit, self._periods, Windows(limit.window, anchor))
                for limit in self._rule.times_in_any
            ]
        return self._found[blocks]

    def gap(self, context: Context) -> Gap | None:
        """What must lie between two, where the terms say so."""
        apart = self._rule.apart
        return Gap(apart, self._periods, self._ends, context) if apart else None

    def breaks(self, period: SuspensionPeriod, context: Context) -> Iterator[StartBreak]:
        """Every limit that a period breaks by beginning, or by being joined by another."""
        day = period.first
        for times in self.times(context.choices):
            if (n := times.used(day)) > times.limit.times:
                most, window = times.limit.times, times.limit.window
                says = f"{n} suspensions in {window}, at most {most} allowed: none from this day"
                yield StartBreak(0, day, says, times.windows.since(day))
        gap = self.gap(context)
        if gap is None:
            return
        for last, day in self._next_to(period, gap):
            free = gap.free(last)
            if day < free:
                says = (
                    f"begun less than {gap.apart} after the last day of the one before, {last}: "
                    f"the next could begin on {free}, and none is allowed from this day"
                )
                yield StartBreak(0, day, says, last)
                return

    def _next_to(self, period: SuspensionPeriod, gap: Gap) -> Iterator[tuple[date, date]]:
        """The last day before each beginning in a period, and the day of that beginning."""
        before = gap.before(period.first)
        if before is not None:
            yield before.last, period.first
        for one, other in pairwise(period.parts):
            if one.resumed is not None and one.resumed <= other.start:
                yield one.resumed - _ONE, other.day_one


# What a limit leaves to a new Suspension Period: how long from a day, and from which day so long.
#
# Rolling      no window of N days with a day of the new period may hold too many
# InWindows    the same where windows do not slide day by day: of calendar months, or in blocks


@record
class Rolling:
    """A limit in every run of N days; of a new period its first `counted` days alone count.

    `counted` is None where all of them do.
    """

    periods: DaysCovered
    limit: Limit
    counted: int | None = None

    def longest(self, start: date, most: int) -> int:
        """How many days a new period may run from `start`, no more than `most`."""
        found = self._found(start)
        return most if self.counted is not None and found >= self.counted else min(found, most)

    def _found(self, start: date) -> int:
        """The same by this limit alone: quicker where no period comes after the new one."""
        if any(p.end > start for p in self.periods):
            return longest_from(self.periods, start, [self.limit])
        return longest_after(self.periods, start, self.limit)

    def earliest(self, days: int, not_before: date) -> date | None:
        """The first day from which it may run N days; None if it never may."""
        counted = days if self.counted is None else min(days, self.counted)
        return earliest_start(self.periods, counted, [self.limit], not_before)


@record
class InWindows:
    """At most N days in any of these windows, of which a new period's first `counted` count.

    `counted` is None where all of them do.
    """

    periods: DaysCovered
    days: int
    windows: Windows
    counted: int | None = None

    def longest(self, start: date, most: int) -> int:
        """How many days a new period may run from `start`, no more than `most`."""
        runs = range(1, most + 1)
        return bisect_left(runs, True, key=lambda n: not self._fits(start, n))

    def earliest(self, days: int, not_before: date) -> date | None:
        """The first day from which it may run N days; None if it never may."""
        last = max((p.end for p in self.periods), default=not_before)
        stop = self.windows.through(self.windows.through(max(last, not_before)) + _ONE)
        day = not_before
        while day <= stop:
            if self._fits(day, days):
                return day
            day += _ONE
        return None

    def _fits(self, start: date, days: int) -> bool:
        counted = days if self.counted is None else min(days, self.counted)
        if counted > self.days and self.windows.anchor is None:
            return False
        new = DayInterval(start, start + timedelta(days=counted))
        covered = DaysCovered((*self.periods, new))
        return all(
            covered.before(day + _ONE) - covered.before(self.windows.since(day)) <= self.days
            for day in self._fullest(covered, new)
        )

    def _fullest(self, covered: DaysCovered, new: DayInterval) -> Iterator[date]:
        """The last days of the windows with a day of `new` among which the fullest is.

        One that ends a period, or after which a window jumps.
        """
        latest = self.windows.through(new.last)
        for period in covered.periods:
            day, last = max(period.start, new.start), min(period.last, latest)
            while day <= last:
                jump = self.windows.until(day)
                yield min(jump - _ONE, last)
                day = jump


Room = Rolling | InWindows | Times | Gap


def earliest_of_all(rooms: Sequence[Room], days: int, not_before: date) -> date | None:
    """The first day on which every limit leaves room for N days; None if none ever does."""
    start = not_before
    while True:
        latest = start
        for room in rooms:
            found = room.earliest(days, latest)
            if found is None:
                return None
            latest = found
        if latest == start:
            return start
        start = latest
