"""Days on which the New York Stock Exchange is closed, though banks may be open.

NYSE Rule 7.2: a holiday on a Saturday closes the Friday before it, unless that ends a month or a
year, as December 31 does; one on a Sunday closes the Monday. The exchange also closed on the days
of mourning and in the emergencies listed here. This is never the calendar of a Business Day, which
follows banks; it applies only to agreements that use trading days.
"""

from collections.abc import Mapping
from datetime import date, timedelta
from functools import cache

from dateutil.easter import easter
from dateutil.relativedelta import MO, TH, relativedelta, weekday

from dealclock.days.calendars import NAMES as NAMES_OF_BUSINESS_DAYS
from dealclock.days.calendars import Calendar, calendar
from dealclock.days.edgar import EDGAR

_ONE = timedelta(days=1)
_KING_DAY_FIRST_CLOSED = 1998
_JUNETEENTH_FIRST_CLOSED = 2022
_SPECIAL_CLOSINGS: Mapping[date, str] = {
    **{date(2001, 9, d): "September 11 attacks" for d in (11, 12, 13, 14)},
    date(2004, 6, 11): "mourning for President Reagan",
    date(2007, 1, 2): "mourning for President Ford",
    date(2012, 10, 29): "Hurricane Sandy",
    date(2012, 10, 30): "Hurricane Sandy",
    date(2018, 12, 5): "mourning for President Bush",
    date(2025, 1, 9): "mourning for President Carter",
}


def nyse_closed_reason(day: date) -> str | None:
    """Why the New York Stock Exchange is closed on `day`, or None if it is open."""
    if day.weekday() >= 5:
        return day.strftime("%A")
    return _holidays_in(day.year).get(day)


@cache
def _holidays_in(year: int) -> Mapping[date, str]:
    fixed = {
        date(year, 7, 4): "Independence Day",
        date(year, 12, 25): "Christmas Day",
    }
    if year >= _JUNETEENTH_FIRST_CLOSED:
        fixed[date(year, 6, 19)] = "Juneteenth"
    new_year = date(year, 1, 1)
    holidays = {_observed(day): name for day, name in fixed.items()}
    if new_year.weekday() != 5:
        holidays[_observed(new_year)] = "New Year's Day"
    if year >= _KING_DAY_FIRST_CLOSED:
        holidays[_nth(year, 1, MO(3))] = "Martin Luther King Jr. Day"
    special = {day: why for day, why in _SPECIAL_CLOSINGS.items() if day.year == year}
    return {
        **holidays,
        **special,
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


NEW_YORK_STOCK_EXCHANGE = Calendar("nyse", "New York Stock Exchange", _holidays_in)
"""The trading days of the exchange; never used for Business Days."""


NAMES = (*NAMES_OF_BUSINESS_DAYS, NEW_YORK_STOCK_EXCHANGE.name, EDGAR.name)
"""The calendars that Dealclock knows."""


def calendar_of(name: str) -> Calendar:
    """The calendar with that name, of Business, trading or filing days; raises RefusedError."""
    others = {each.name: each for each in (NEW_YORK_STOCK_EXCHANGE, EDGAR)}
    return others.get(name) or calendar(name)
