"""Day counts: how many days of interest lie between two dates, and what share of a year they are.

Every count runs from and including `start` to but excluding `end`. In the formulas of 30/360,
D1 and D2 are the days of the month of `start` and `end`.

Not offered: Actual/Actual ICMA, which shares out coupon periods. It needs the frequency and the
coupon dates of the Notes, and Additional Interest accrues between days that are not among them.
"""

from calendar import isleap
from collections.abc import Callable
from datetime import date
from fractions import Fraction

from dealclock.days import thirty_360
from dealclock.days.errors import DaysError
from dealclock.records import record


@record
class DayCount:
    """A convention: days between two dates, and how many of them make a year.

    `year` is None where a day is a share of the calendar year it falls in.
    """

    name: str
    _days: Callable[[date, date], int]
    year: int | None

    def days(self, start: date, end: date) -> int:
        """Days counted from and including `start` to but excluding `end`; `end` not earlier."""
        if end < start:
            raise DaysError(f"cannot count from {start} back to {end}; give the earlier day first.")
        return self._days(start, end)

    def year_fraction(self, start: date, end: date) -> Fraction:
        """The days counted as a share of a year, exactly; the ends are those of `days`."""
        days = self.days(start, end)
        if self.year is not None:
            return Fraction(days, self.year)
        first, last = _days_in_year(start.year), _days_in_year(end.year)
        years = end.year - start.year  # between the January firsts of the two
        gone, reached = start.timetuple().tm_yday - 1, end.timetuple().tm_yday - 1
        return Fraction(years * first * last + reached * first - gone * last, first * last)

    def day_fraction(self, day: date) -> Fraction:
        """What one counted day is of a year, on `day`: the share a per-diem is made of."""
        return Fraction(1, self.year or _days_in_year(day.year))


def _days_in_year(year: int) -> int:
    return 366 if isleap(year) else 365


def _actual(start: date, end: date) -> int:
    return (end - start).days


THIRTY_360 = DayCount("30/360", thirty_360.bond_basis, 360)
THIRTY_360_US = DayCount("30/360 US", thirty_360.us, 360)
THIRTY_E_360 = DayCount("30E/360", thirty_360.european, 360)
THIRTY_360_ELAPSED = DayCount("30/360-ELAPSED", thirty_360.elapsed, 360)
ACTUAL_360 = DayCount("Actual/360", _actual, 360)
ACTUAL_365_FIXED = DayCount("Actual/365F", _actual, 365)
ACTUAL_ACTUAL_ISDA = DayCount("Actual/Actual ISDA", _actual, None)
"""Days in a leap year over 366, the others over 365 (ISDA 2006 s.4.16(b))."""

_OFFERED = (
    THIRTY_360,
    THIRTY_360_US,
    THIRTY_E_360,
    THIRTY_360_ELAPSED,
    ACTUAL_360,
    ACTUAL_365_FIXED,
    ACTUAL_ACTUAL_ISDA,
)
_BY_NAME = {c.name: c for c in _OFFERED}
NAMES = tuple(_BY_NAME)


def day_count(name: str) -> DayCount:
    """The convention with that name; raises DaysError naming those there are."""
    try:
        return _BY_NAME[name]
    except KeyError:
        raise DaysError(f"no day count {name!r}; give one of {', '.join(NAMES)}.") from None


def in_periods(days: int, *, whole: bool) -> DayCount:
    """Calendar days as shares of a period of `days` of them, which stands in for the year.

    With `whole` a period that was begun counts in full. It is for rates of so many days and has no
    name in `NAMES`.
    """
    if not whole:
        return DayCount(f"Actual/{days}", _actual, days)

    def begun(start: date, end: date) -> int:
        return -((start - end).days // days) * days

    return DayCount(f"in whole periods of {days} days", begun, days)
