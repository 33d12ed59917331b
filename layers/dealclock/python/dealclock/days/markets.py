"""Days on which the New York Stock Exchange is shut though banks may be open.

Rule 7.2 of the exchange: its holidays are those below; one on a Saturday shuts the Friday before
it, unless that ends a month or a year, as December 31 does; one on a Sunday shuts the Monday.
Shut besides were the days of mourning and the emergencies named here. This is never the
calendar of a Business Day, which is one of banks: only an agreement that says trading days counts
in it.
"""

from collections.abc import Mapping
from datetime import date, timedelta
from functools import cache

from dateutil.easter import easter
from dateutil.relativedelta import MO, TH, relativedelta, weekday

from dealclock.days.calendars import Calendar

_ONE = timedelta(days=1)
_KING_DAY_FIRST_SHUT = 1998
_JUNETEENTH_FIRST_SHUT = 2022
_SHUT_ONCE: Mapping[date, str] = {
    **{date(2001, 9, d): "September 11 attacks" for d in (11, 12, 13, 14)},
    date(2004, 6, 11): "mourning for President Reagan",
    date(2007, 1, 2): "mourning for President Ford",
    date(2012, 10, 29): "Hurricane Sandy",
    date(2012, 10, 30): "Hurricane Sandy",
    date(2018, 12, 5): "mourning for President Bush",
    date(2025, 1, 9): "mourning for President Carter",
}


def nyse_shut_because(day: date) -> str | None:
    """Why the New York Stock Exchange is shut on `day`, or None when it is open."""
    if day.weekday() >= 5:
        return day.strftime("%A")
    return _shut_in(day.year).get(day)


@cache
def _shut_in(year: int) -> Mapping[date, str]:
    fixed = {
        date(year, 7, 4): "Independence Day",
        date(year, 12, 25): "Christmas Day",
    }
    if year >= _JUNETEENTH_FIRST_SHUT:
        fixed[date(year, 6, 19)] = "Juneteenth"
    new_year = date(year, 1, 1)
    shut = {_observed(day): name for day, name in fixed.items()}
    if new_year.weekday() != 5:
        shut[_observed(new_year)] = "New Year's Day"
    if year >= _KING_DAY_FIRST_SHUT:
        shut[_nth(year, 1, MO(3))] = "Martin Luther King Jr. Day"
    once = {day: why for day, why in _SHUT_ONCE.items() if day.year == year}
    return {
        **shut,
        **once,
        _nth(year, 2, MO(3)): "Washington's Birthday",
        easter(year) - timedelta(days=2): "Good Friday",
        date(year, 5, 31) + relativedelta(weekday=MO(-1)): "Memorial Day",
        _nth(year, 9, MO(1)): "Labor Day",
        _nth(year, 11, TH(4)): "Thanksgiving Day",
    }


def _observed(day: date) -> date:
    return {5: day - _ONE, 6: day + _ONE}.get(day.weekday(), day)


def _nth(year: int, month: int, weekday: weekday) -> date:
    return date(year, month, 1) + relativedelta(weekday=weekday)


NEW_YORK_STOCK_EXCHANGE = Calendar("nyse", "New York Stock Exchange", _shut_in)
"""The days on which the exchange is open: those of trading days, never of Business Days."""
