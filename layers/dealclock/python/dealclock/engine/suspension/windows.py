"""Which days the window of a day holds: the last so many, or its block of so many (any-window).

EVERY-ROLLING    the days up to and including the day, so many days or calendar months in all
FIXED-BLOCKS     those of its block up to and including it; the first block begins with the
                 first suspended day, each next one where the last ends
"""

from datetime import date, timedelta

from dealclock.days.spans import Span
from dealclock.records import record

_ONE = timedelta(days=1)


@record
class Windows:
    """Windows as long as `span`; in blocks from `anchor` on, rolling where that is None."""

    span: Span
    anchor: date | None = None

    @property
    def slide(self) -> bool:
        """Whether each day's window drops one day at the most: those of months and blocks jump."""
        return self.anchor is None and self.span.unit == "days"

    def since(self, day: date) -> date:
        """The first day of the window of `day`."""
        if self.anchor is None:
            return self.span.since(day)
        return self.span.blocks(self.anchor, self.span.block_of(self.anchor, day))

    def through(self, day: date) -> date:
        """The last day whose window holds `day`."""
        if self.anchor is None:
            return self.span.until(day)
        return self.span.blocks(self.anchor, self.span.block_of(self.anchor, day) + 1) - _ONE

    def until(self, day: date) -> date:
        """A day after `day` before which a running period brings no window to fewer days."""
        if self.anchor is not None:
            return self.through(day) + _ONE
        if self.span.unit == "days":
            return day + timedelta(days=self.span.count)
        return (day.replace(day=1) + timedelta(days=31)).replace(day=1)
