"""Open days of any agreement: Business Days, the trading days of the New York Stock Exchange, and
the days of calendars that an agreement declares.

Trading days follow the exchange's own rules from 2000 on: its holidays, Good Friday among them, a
Saturday's kept on the Friday before except New Year's, and the days it was closed for an event.
"""

from datetime import date, timedelta
from functools import cache

from dealclock.second.business_days import is_business_day
from dealclock.second.deals import Deal, NotCoveredError

ONE = timedelta(days=1)
MONDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = 0, 3, 4, 5, 6
CLOSED_ONCE = frozenset(
    {
        date(2001, 9, 11),
        date(2001, 9, 12),
        date(2001, 9, 13),
        date(2001, 9, 14),
        date(2004, 6, 11),
        date(2007, 1, 2),
        date(2012, 10, 29),
        date(2012, 10, 30),
        date(2018, 12, 5),
        date(2025, 1, 9),
    }
)


@cache
def is_open(day: date, calendar: str) -> bool:
    """Whether a day counts: `nyse`, `edgar`, or a calendar of Business Days by its name."""
    if calendar == "edgar":
        return is_business_day(day, "federal-reserve") and not _is_kept_early(day)
    return is_trading_day(day) if calendar == "nyse" else is_business_day(day, calendar)


def _is_kept_early(day: date) -> bool:
    """Whether the federal holiday of a Saturday is kept on this Friday."""
    morrow = day + ONE
    fixed = [(1, 1), (7, 4), (11, 11), (12, 25)] + ([(6, 19)] if morrow.year >= 2021 else [])
    return day.weekday() == FRIDAY and (morrow.month, morrow.day) in fixed


def is_open_in(day: date, calendar: str, deal: Deal) -> bool:
    """The same with the calendars of the deal: open in all the places, and not closed by itself."""
    declared = deal.terms.get("calendars", {}).get(calendar)
    if declared is None:
        return is_open(day, calendar)
    first, last = declared["years"]
    if not first <= day.year <= last:
        raise NotCoveredError(f"{day} is in none of the years of {calendar}")
    return day not in declared["closed"] and all(is_open(day, c) for c in declared["open_in"])


@cache
def is_trading_day(day: date) -> bool:
    """Whether the exchange trades."""
    if day.weekday() in (SATURDAY, SUNDAY) or day in CLOSED_ONCE:
        return False
    return not _is_holiday(day)


def _is_holiday(day: date) -> bool:
    fixed = [(1, 1), (7, 4), (12, 25)] + ([(6, 19)] if day.year >= 2022 else [])
    if (day.month, day.day) in fixed:
        return True
    eve, morrow = day - ONE, day + ONE
    if day.weekday() == MONDAY and (eve.month, eve.day) in fixed:
        return True
    if day.weekday() == FRIDAY and (morrow.month, morrow.day) in fixed and morrow.month != 1:
        return True
    week = (day.day - 1) // 7 + 1
    in_order = (day.month, week, day.weekday()) in (
        (1, 3, MONDAY),
        (2, 3, MONDAY),
        (9, 1, MONDAY),
        (11, 4, THURSDAY),
    )
    memorial = day.month == 5 and day.weekday() == MONDAY and (day + 7 * ONE).month == 6
    return in_order or memorial or day == easter(day.year) - 2 * ONE


def easter(year: int) -> date:
    """Easter Sunday: the Sunday after the full moon of the church on or after March 21."""
    golden = year % 19 + 1
    century = year // 100 + 1
    skipped = 3 * century // 4 - 12
    moon = (8 * century + 5) // 25 - 5
    epact = (11 * golden + 20 + moon - skipped) % 30
    epact += epact == 24 or (epact == 25 and golden > 11)
    full = 44 - epact
    full += 30 if full < 21 else 0
    day = date(year, 3, 1) + (full - 1) * ONE
    day += ONE
    while day.weekday() != SUNDAY:
        day += ONE
    return day
