"""What a limit leaves to a new Suspension Period: how long from a day, and from which day so long.

Rolling      no window of so many days with a day of the new period may hold too many
InWindows    the same where windows do not slide day by day: of calendar months, or in blocks
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from dealclock.days.intervals import DayInterval, DaysCovered
from dealclock.days.rolling_windows import Limit, earliest_start, longest_after, longest_from
from dealclock.engine.suspension.starting import Gap, Times
from dealclock.engine.suspension.windows import Windows
from dealclock.records import record

_ONE = timedelta(days=1)


@record
class Rolling:
    """A limit in every run of so many days; of a new period its first `counted` days alone count.

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
        """The first day from which it may run so many days; None if it never may."""
        counted = days if self.counted is None else min(days, self.counted)
        return earliest_start(self.periods, counted, [self.limit], not_before)


@record
class InWindows:
    """At most so many days in any of these windows, of which a new period's first `counted` count.

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
        """The first day from which it may run so many days; None if it never may."""
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
    """The first day on which every limit leaves room for so many days; None if none ever does."""
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
