"""How long a window is: so many consecutive days, or so many calendar months.

A window is named by its last day, which is in it. Twelve months that end on October 31, 2005 began
on November 1, 2004: on the day after October 31, 2004. Where the earlier month lacks that day, its
last one stands for it, so that three months which end on May 29, 30 or 31 began on March 1.
"""

from calendar import monthrange
from datetime import date, timedelta
from typing import Literal

from dateutil.relativedelta import relativedelta

from dealclock.days.errors import DaysError
from dealclock.records import record

_ONE = timedelta(days=1)
_SHORTEST_MONTH = 28


@record
class Span:
    """So many days or calendar months, one or more."""

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
