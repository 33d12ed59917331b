"""Day counts: how many days of interest lie between two dates, and what share of a year they are.

Every count runs from and including `start` to but excluding `end`. In the formulas of 30/360,
D1 and D2 are the days of the month of `start` and `end`.

Not offered: Actual/Actual ICMA, which shares out coupon periods. It needs the frequency and the
coupon dates of the Notes, and Additional Interest accrues between days that are not among them.
"""

from calendar import isleap
from collections.abc import Callable
from datetime import date, timedelta
from fractions import Fraction

from dateutil.relativedelta import relativedelta

from dealclock.days.errors import DaysError
from dealclock.records import record

_ONE = timedelta(days=1)


def bond_basis(start: date, end: date) -> int:
    """30/360 bond basis (ISDA 2006 s.4.16(f)): no rule for the end of February.

    D1 of 31 becomes 30; D2 of 31 becomes 30 if D1 is then 30.
    """
    return _days(start, end, min(start.day, 30), end.day)


def us(start: date, end: date) -> int:
    """30/360 US: bond basis with the end-of-February rules of the Securities Industry Association.

    From the last day of February D1 is 30, and to the last day of February D2 is then 30 too.
    These are the rules for Notes paid at the ends of months; for others the Association's count
    is `bond_basis`.
    """
    if not _ends_february(start):
        return bond_basis(start, end)
    return _days(start, end, 30, 30 if _ends_february(end) else end.day)


def european(start: date, end: date) -> int:
    """30E/360, or Eurobond basis (ISDA 2006 s.4.16(g)): 31 becomes 30 at either end."""
    return _days(start, end, min(start.day, 30), min(end.day, 30))


def elapsed(start: date, end: date) -> int:
    """30/360-ELAPSED: whole months count 30 days, a partial month its actual days elapsed.

    Months run from `start`, to the same day of each later month, or to its last day where it has
    no such day. The partial month is from the last of these by `end` to `end`: at most 30 days,
    so a count never jumps back when a month is complete.
    """
    months = 12 * (end.year - start.year) + end.month - start.month
    if start + relativedelta(months=months) > end:
        months -= 1
    return 30 * months + (end - (start + relativedelta(months=months))).days


def _days(start: date, end: date, first: int, last: int) -> int:
    """The days with D1 as `first` and D2 as `last`, which as 31 is 30 if D1 is 30."""
    if last == 31 and first == 30:
        last = 30
    return 360 * (end.year - start.year) + 30 * (end.month - start.month) + last - first


def _ends_february(day: date) -> bool:
    return day.month == 2 and (day + _ONE).month == 3


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


THIRTY_360 = DayCount("30/360", bond_basis, 360)
THIRTY_360_US = DayCount("30/360 US", us, 360)
THIRTY_E_360 = DayCount("30E/360", european, 360)
THIRTY_360_ELAPSED = DayCount("30/360-ELAPSED", elapsed, 360)
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
    """Calendar days as shares of a period of `days` of them, used in place of the year.

    With `whole` a period that was begun counts in full. It is for rates of N days and has no
    name in `NAMES`.
    """
    if not whole:
        return DayCount(f"Actual/{days}", _actual, days)

    def begun(start: date, end: date) -> int:
        return -((start - end).days // days) * days

    return DayCount(f"in whole periods of {days} days", begun, days)
