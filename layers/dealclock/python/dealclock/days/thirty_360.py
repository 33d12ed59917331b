"""The counts of 30/360: months of 30 days, and what each does with those that have not 30.

Every count runs from and including `start` to but excluding `end`, which is not earlier. D1 and
D2 are the days of the month of `start` and `end`.
"""

from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

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
