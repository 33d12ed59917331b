"""Day-count conventions: days of interest between two dates, and their fraction of a year.

Every count includes `start` and excludes `end`. In the formulas of 30/360,
D1 and D2 are the days of the month of `start` and `end`.

Not offered: Actual/Actual ICMA, which divides coupon periods. It needs the coupon frequency and
dates of the Notes, and Additional Interest accrues between other days.
"""

from calendar import isleap
from collections.abc import Callable
from datetime import date, timedelta
from fractions import Fraction

from dealclock.days.periods import moved
from dealclock.errors import RefusedError
from dealclock.records import record

_ONE = timedelta(days=1)


def bond_basis(start: date, end: date) -> int:
    """30/360 bond basis (ISDA 2006 s.4.16(f)): no rule for the end of February.

    D1 of 31 becomes 30; D2 of 31 becomes 30 if D1 is then 30.
    """
    return _days(start, end, min(start.day, 30), end.day)


def us(start: date, end: date) -> int:
    """30/360 US: bond basis with the end-of-February rules of the Securities Industry Association.

    If D1 is the last day of February it becomes 30, and so does D2 if it is one too. These rules
    are for Notes paid at month ends; for others the Association's count is `bond_basis`.
    """
    if not _ends_february(start):
        return bond_basis(start, end)
    return _days(start, end, 30, 30 if _ends_february(end) else end.day)


def european(start: date, end: date) -> int:
    """30E/360, or Eurobond basis (ISDA 2006 s.4.16(g)): 31 becomes 30 at either end."""
    return _days(start, end, min(start.day, 30), min(end.day, 30))


def elapsed(start: date, end: date) -> int:
    """30/360-ELAPSED: each whole month counts 30 days, a partial month its actual days.

    Months run from `start` to the same day of each later month, or to its last day if it is
    shorter. The partial month runs from the last of these on or before `end`: at most 30 days,
    so the count never drops when a month is completed.
    """
    months = 12 * (end.year - start.year) + end.month - start.month
    months -= moved(start, months, "months") > end
    return 30 * months + (end - moved(start, months, "months")).days


def _days(start: date, end: date, first: int, last: int) -> int:
    """Days with D1 as `first` and D2 as `last`; a D2 of 31 becomes 30 if D1 is 30."""
    if last == 31 and first == 30:
        last = 30
    return 360 * (end.year - start.year) + 30 * (end.month - start.month) + last - first


def _ends_february(day: date) -> bool:
    return day.month == 2 and (day + _ONE).month == 3


@record
class DayCount:
    """A day-count convention: days between two dates, and the length of a year.

    `year` is in days; None if each day is a fraction of the calendar year it falls in.
    """

    name: str
    _days: Callable[[date, date], int]
    year: int | None

    def days(self, start: date, end: date) -> int:
        """Days from `start`, included, to `end`, excluded.

        Raises RefusedError if `end` is earlier.
        """
        if end < start:
            raise RefusedError(
                f"cannot count from {start} back to {end}; give the earlier day first."
            )
        return self._days(start, end)

    def year_fraction(self, start: date, end: date) -> Fraction:
        """The exact fraction of a year from `start`, included, to `end`, excluded."""
        days = self.days(start, end)
        if self.year is not None:
            return Fraction(days, self.year)
        first, last = _days_in_year(start.year), _days_in_year(end.year)
        years = end.year - start.year  # between January 1 of the two years
        done, reached = start.timetuple().tm_yday - 1, end.timetuple().tm_yday - 1
        return Fraction(years * first * last + reached * first - done * last, first * last)

    def day_fraction(self, day: date) -> Fraction:
        """One day as a fraction of the year on `day`, for a per-diem amount."""
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

_CONVENTIONS = (
    THIRTY_360,
    THIRTY_360_US,
    THIRTY_E_360,
    THIRTY_360_ELAPSED,
    ACTUAL_360,
    ACTUAL_365_FIXED,
    ACTUAL_ACTUAL_ISDA,
)
_BY_NAME = {c.name: c for c in _CONVENTIONS}
NAMES = tuple(_BY_NAME)


def day_count(name: str) -> DayCount:
    """The convention with that name; raises RefusedError that lists the valid names."""
    try:
        return _BY_NAME[name]
    except KeyError:
        raise RefusedError(f"no day count {name!r}; give one of {', '.join(NAMES)}.") from None


def in_periods(days: int, *, whole: bool) -> DayCount:
    """A convention that counts calendar days in periods of `days`, used in place of years.

    With `whole`, a period once whole_periods counts in full. For rates per N days; not in `NAMES`.
    """
    if not whole:
        return DayCount(f"Actual/{days}", _actual, days)

    def whole_periods(start: date, end: date) -> int:
        return -((start - end).days // days) * days

    return DayCount(f"in whole periods of {days} days", whole_periods, days)
