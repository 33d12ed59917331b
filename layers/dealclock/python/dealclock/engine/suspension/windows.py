"""Which days the window of a day holds: the last so many, or its block of so many (any-window).

EVERY-ROLLING    the days up to and including the day, so many in all
FIXED-BLOCKS     those of its block up to and including it; the first block begins with the
                 first suspended day, each next one where the last ends
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True, slots=True)
class Windows:
    """Windows of `days` days; in blocks from `anchor` on, rolling where that is None."""

    days: int
    anchor: date | None = None

    def since(self, day: date) -> date:
        """The first day of the window of `day`."""
        if self.anchor is None:
            return day - timedelta(days=self.days - 1)
        return day - timedelta(days=(day - self.anchor).days % self.days)

    def until(self, day: date) -> date:
        """A day after `day` before which no window of a running period sheds days of its own."""
        return self.since(day) + timedelta(days=self.days) if self.anchor else day + self._whole

    @property
    def _whole(self) -> timedelta:
        return timedelta(days=self.days)


def first_day(day: date, end: date, true_of: Callable[[date], bool]) -> date | None:
    """The first day from `day` to but excluding `end` of which something stays true once it is."""
    low, high = 0, (end - day).days
    while low < high:
        middle = (low + high) // 2
        if true_of(day + timedelta(days=middle)):
            high = middle
        else:
            low = middle + 1
    found = day + timedelta(days=low)
    return found if found < end else None
