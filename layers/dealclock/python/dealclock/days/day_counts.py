"""Day counts: how many days of interest lie between two dates, and of what year.

Every function counts from and including `start` to but excluding `end`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from dealclock.days.errors import DaysError


@dataclass(frozen=True, slots=True)
class DayCount:
    """A convention: days between two dates, and the days its year holds."""

    name: str
    _days: Callable[[date, date], int]
    year: int

    def days(self, start: date, end: date) -> int:
        """Days counted from and including `start` to but excluding `end`; `end` not earlier."""
        if end < start:
            raise DaysError(f"cannot count from {start} back to {end}; give the earlier day first.")
        return self._days(start, end)

    def year_fraction(self, start: date, end: date) -> Fraction:
        """The days counted over the days of the convention's year, exactly."""
        return Fraction(self.days(start, end), self.year)


def _thirty_360_bond(start: date, end: date) -> int:
    """30/360 bond basis (ISDA 2006 s.4.16(f)): no rule for the end of February."""
    first = min(start.day, 30)
    last = 30 if end.day == 31 and first == 30 else end.day
    return 360 * (end.year - start.year) + 30 * (end.month - start.month) + last - first


def _actual(start: date, end: date) -> int:
    return (end - start).days


THIRTY_360 = DayCount("30/360", _thirty_360_bond, 360)
ACTUAL_360 = DayCount("Actual/360", _actual, 360)
ACTUAL_365_FIXED = DayCount("Actual/365F", _actual, 365)

_BY_NAME = {c.name: c for c in (THIRTY_360, ACTUAL_360, ACTUAL_365_FIXED)}
NAMES = tuple(_BY_NAME)


def day_count(name: str) -> DayCount:
    """The convention with that name; raises DaysError naming those there are."""
    try:
        return _BY_NAME[name]
    except KeyError:
        raise DaysError(f"no day count {name!r}; there are {', '.join(NAMES)}.") from None
