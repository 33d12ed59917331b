"""Interest Payment Dates and record dates by the Indenture input sheet, as civil days.

They are nominal: a payment on a closed day is made on the next Business Day.
"""

from collections.abc import Iterator, Sequence
from datetime import date

from dealclock.agreement.indenture import Indenture, MonthDay


def payment_dates_after(day: date, indenture: Indenture) -> Iterator[date]:
    """The nominal Interest Payment Dates after a day, in order; an infinite iterator."""
    year = day.year
    while True:
        yield from (d for d in _in_year(indenture.interest_payment_dates, year) if d > day)
        year += 1


def payment_date_on_or_before(day: date, indenture: Indenture) -> date:
    """The last nominal Interest Payment Date on or before a day."""
    return _last(day, indenture.interest_payment_dates)


def record_date_of(nominal: date, indenture: Indenture) -> date:
    """The last record date on or before an Interest Payment Date."""
    return _last(nominal, indenture.record_dates)


def _last(day: date, days: Sequence[MonthDay]) -> date:
    candidates = (m.in_year(y) for m in days for y in (day.year - 1, day.year))
    return max(d for d in candidates if d <= day)


def _in_year(days: Sequence[MonthDay], year: int) -> list[date]:
    return sorted(m.in_year(year) for m in days)
