"""What a limit leaves to a new Suspension Period: how long from a day, and from which day so long.

Rolling      no window of so many days with a day of the new period may hold too many
InBlocks     no block that holds a day of it may (FIXED-BLOCKS)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from dealclock.days.intervals import Covered, DayInterval
from dealclock.days.rolling import Limit, earliest_start, longest_after, longest_from

_ONE = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Rolling:
    """A limit in every run of so many days; of a new period its first `counted` days alone count.

    `counted` is None where all of them do.
    """

    periods: Sequence[DayInterval]
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


@dataclass(frozen=True, slots=True)
class InBlocks:
    """A limit in blocks of so many days, one after another from `anchor` on."""

    periods: Sequence[DayInterval]
    limit: Limit
    anchor: date
    counted: int | None = None

    def longest(self, start: date, most: int) -> int:
        """How many days a new period may run from `start`, no more than `most`."""
        return next((n - 1 for n in range(1, most + 1) if not self._fits(start, n)), most)

    def earliest(self, days: int, not_before: date) -> date | None:
        """The first day from which it may run so many days; None if it never may."""
        width = timedelta(days=self.limit.window_days)
        last = max((p.end for p in self.periods), default=not_before)
        day, stop = not_before, max(last, not_before) + 2 * width
        while day <= stop:
            if self._fits(day, days):
                return day
            day += _ONE
        return None

    def _fits(self, start: date, days: int) -> bool:
        counted = days if self.counted is None else min(days, self.counted)
        new, covered = DayInterval(start, start + timedelta(days=counted)), Covered(self.periods)
        width = timedelta(days=self.limit.window_days)
        first = start - timedelta(days=(start - self.anchor).days % self.limit.window_days)
        while first < new.end:
            end = first + width
            own = (min(end, new.end) - max(first, new.start)).days
            if covered.before(end) - covered.before(first) + own > self.limit.days:
                return False
            first = end
        return True


Room = Rolling | InBlocks


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
