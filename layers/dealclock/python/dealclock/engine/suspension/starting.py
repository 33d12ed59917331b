"""Whether a Suspension Period may begin, and the room a limit leaves a new one: how long from a
day, and the first day from which it may last that long.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import pairwise

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


# Whether a period may begin: at most N times in a window, and a gap after the one before.
#
# If a period begins that may not, its first day is already beyond the budget, and none of its days
# is allowed.


@record
class StartBreak(Break):
    """A limit that a period exceeds by beginning: `days` is zero, `on` is its first day.

    Days before `since` do not affect it.
    """

    text: str
    since: date


class Times:
    """A limit of N periods in any window. `periods` are in order, none of them joined."""

    def __init__(self, limit: TimesInAny, periods: Sequence[DayInterval], windows: Windows) -> None:
        self.limit = limit
        self.windows = windows
        self._begun = limit.counted == "begun"
        self._firsts = [p.start for p in periods]
        self._ends = [p.end for p in periods]
        self._marks = self._firsts if self._begun else [p.last for p in periods]

    def used(self, day: date) -> int:
        """The number of periods begun by `day` that count in its window."""
        begun = bisect_right(self._firsts, day)
        return max(0, begun - bisect_left(self._marks, self.windows.since(day)))

    def allows(self, start: date, days: int) -> bool:
        """Whether a new period may last `days` days from `start`; one that joins another does not
        count as new.
        """
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
        """The days to check: one of them has the fullest window with the new period."""
        yield start
        for first in self._firsts[bisect_right(self._firsts, start) :]:
            if self.windows.since(first) > last:
                return
            yield first


class Gap:
    """The required gap from the last day of one period to the first day of the next."""

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
        """The first day on which the next period may begin after a period with the last day
        `last`.
        """
        if self.apart.unit != "days":
            return self._context.after(last, self.apart.length).result
        included = self._context.choices["trigger-day"] == "INCLUDED"
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
    """The limits of a budget on the beginning of periods; `periods` are in order.

    An ongoing period counts up to but excluding `end`.
    """

    def __init__(self, rule: DayBudget, periods: Sequence[SuspensionPeriod], end: date) -> None:
        self._rule = rule
        self._periods = [p.days(end) for p in periods]
        self._ends = [p.end for p in self._periods]
        self._anchor = periods[0].first if periods else end
        self._found: dict[bool, list[Times]] = {}

    def times(self, choices: Choices) -> list[Times]:
        """The limits on the number of periods, in the order of the terms."""
        if not self._rule.times_in_any:
            return []
        blocks = choices["any-window"] == "FIXED-BLOCKS"
        if blocks not in self._found:
            anchor = self._anchor if blocks else None
            self._found[blocks] = [
                Times(limit, self._periods, Windows(limit.window, anchor))
                for limit in self._rule.times_in_any
            ]
        return self._found[blocks]

    def gap(self, context: Context) -> Gap | None:
        """The required gap between two periods; None if the terms have none."""
        apart = self._rule.apart
        return Gap(apart, self._periods, self._ends, context) if apart else None

    def breaks(self, period: SuspensionPeriod, context: Context) -> Iterator[StartBreak]:
        """Every limit that a period exceeds by beginning, or when another suspension joins it."""
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
        """For each beginning in a period, the last day of the suspension before it, and the day of
        the beginning.
        """
        before = gap.before(period.first)
        if before is not None:
            yield before.last, period.first
        for one, other in pairwise(period.parts):
            if one.resumed is not None and one.resumed <= other.start:
                yield one.resumed - _ONE, other.day_one


# The room a limit leaves a new Suspension Period: how long from a day, and from which day.
#
# Rolling      no window of N days with a day of the new period may hold too many
# InWindows    the same for windows that do not move day by day: calendar months or blocks


@record
class Rolling:
    """A limit in every N consecutive days; only the first `counted` days of a new period count.

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
        """The same by this limit only; faster if no period comes after the new one."""
        if any(p.end > start for p in self.periods):
            return longest_from(self.periods, start, [self.limit])
        return longest_after(self.periods, start, self.limit)

    def earliest(self, days: int, not_before: date) -> date | None:
        """The first day from which it may run N days; None if it never may."""
        counted = days if self.counted is None else min(days, self.counted)
        return earliest_start(self.periods, counted, [self.limit], not_before)


@record
class InWindows:
    """At most `days` days in any of these windows; only the first `counted` days of a new period
    count.

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
        """The last days of the windows to check: one of them is the fullest with a day of `new`.

        Each ends a period, or is the day before a window drops days.
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
    """The first day from `not_before` on which every limit leaves room for `days` days; None if
    there is none.
    """
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
