"""The last day of a period after a day, or the day that lies a period before one."""

from calendar import monthrange
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from typing import Any

from dealclock.second.calendars import is_open, is_open_in
from dealclock.second.deals import Deal, NotCoveredError

ONE = timedelta(days=1)
MONTHS = {"months": 1, "quarters": 3, "years": 12}
COUNTED_OPEN = ("business days", "trading days")


@dataclass(frozen=True, slots=True)
class Period:
    """A number of a unit; what is empty follows the deal's own counting."""

    count: int
    unit: str
    calendar: str = ""
    roll: str = ""
    first_day: str = ""
    clear: bool = False


def period_in(value: Any) -> Period:
    """The period that text ("5 business days") or keys give."""
    if isinstance(value, str):
        number, _, unit = value.partition(" ")
        return Period(int(number), _plural(unit))
    if isinstance(value, Mapping):
        return Period(
            int(value["count"]),
            _plural(str(value["unit"])),
            str(value.get("calendar", "")),
            str(value.get("roll", "")),
            str(value.get("first day", value.get("first_day", ""))),
            bool(value.get("clear", False)),
        )
    raise NotCoveredError(f"no period: {value}")


def _plural(unit: str) -> str:
    return unit if unit.endswith("s") else f"{unit}s"


def days_from(day: date, period: Period, deal: Deal, *, back: bool) -> date:
    """The end of the period after a day, or before it. The day itself is not counted, unless the
    period says so; then it is the first one. Of a clear period the whole lies between the two."""
    first_counts = period.first_day == "counted"
    if not period.first_day:
        first_counts = deal.reading("trigger-day", "EXCLUDED") == "INCLUDED"
    step = -ONE if back else ONE
    if period.unit in COUNTED_OPEN:
        calendar = calendar_of(period, deal)
        left = period.count + period.clear
        left -= int(first_counts and is_open_in(day, calendar, deal))
        while left:
            day += step
            left -= is_open_in(day, calendar, deal)
        return rolled(day, period, deal)
    end = _moved(day, period, back=back) + int(period.clear) * step
    if first_counts:
        end -= step
    if not back and not period.roll and "roll" in deal.terms:
        return rolled(end, replace(period, roll=str(deal.terms["roll"])), deal)
    if not back and not period.roll and deal.reading("closed-last-day", "NO-ROLL") == "GCL-25":
        while not is_open(end, "gcl-24"):
            end += ONE
    return rolled(end, period, deal)


def calendar_of(period: Period, deal: Deal) -> str:
    """The calendar of the open days that a period counts."""
    if period.calendar:
        return period.calendar
    return "nyse" if period.unit == "trading days" else deal.calendar


def _moved(day: date, period: Period, *, back: bool) -> date:
    """Days and weeks later, or the same day of a later month, its last one if it is shorter."""
    n = -period.count if back else period.count
    if period.unit in ("days", "weeks"):
        return day + n * (7 if period.unit == "weeks" else 1) * ONE
    if period.unit not in MONTHS:
        raise NotCoveredError(f"no days in {period.unit}")
    return months_later(day, n * MONTHS[period.unit])


def months_later(day: date, months: int) -> date:
    """The same day of a later month, or an earlier one; its last day if it is shorter."""
    year, month = day.year, day.month
    for _ in range(abs(months)):
        month += 1 if months > 0 else -1
        if month in (0, 13):
            year, month = (year + 1, 1) if month else (year - 1, 12)
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def rolled(day: date, period: Period, deal: Deal) -> date:
    """The day a closed last day is moved to."""
    calendar = period.calendar or deal.calendar
    if period.roll in ("", "none") or is_open_in(day, calendar, deal):
        return day
    later = earlier = day
    while not is_open_in(later, calendar, deal):
        later += ONE
    while not is_open_in(earlier, calendar, deal):
        earlier -= ONE
    if period.roll == "next":
        return later
    if period.roll == "modified following" and later.month == day.month:
        return later
    return earlier


def begins(first: date, span: Period, n: int, deal: Deal) -> date:
    """The day on which a span begins, of spans one after another from a first day; n is 0 for the
    one that begins on it. Months begin on the day of the month of the first, or its last day."""
    count = n * span.count
    if span.unit in MONTHS:
        return months_later(first, count * MONTHS[span.unit])
    if span.unit not in COUNTED_OPEN:
        return first + count * (7 if span.unit == "weeks" else 1) * ONE
    return _after_open(first - ONE, count, calendar_of(span, deal)) + ONE if n else first


@cache
def _after_open(day: date, count: int, calendar: str) -> date:
    while count:
        day += ONE
        count -= is_open(day, calendar)
    return day
