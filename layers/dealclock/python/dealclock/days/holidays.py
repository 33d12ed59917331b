"""Holidays by rule: the days each institution is closed in a year, with their names.

A rule may return a day of an adjacent year (January 1 observed on the Friday before it), so a
table must ask for one year more than it covers.
"""

from collections.abc import Mapping
from datetime import date, timedelta

_MONDAY, _THURSDAY, _SATURDAY, _SUNDAY = 0, 3, 5, 6
_JUNETEENTH_FIRST_CLOSED = 2022
_JUNETEENTH_IN_FEDERAL_LAW = 2021


def federal_reserve(year: int) -> Mapping[date, str]:
    """Reserve Bank holidays (K.8): one on a Sunday closes the Monday, one on a Saturday nothing.

    Juneteenth became law on June 17, 2021; the Reserve Banks were open on the 18th and 21st.
    """
    juneteenth = year >= _JUNETEENTH_FIRST_CLOSED
    return _on_weekdays(year) | {
        _monday_if_sunday(day): name for day, name in _on_fixed_dates(year, juneteenth).items()
    }


def general_construction_law(year: int) -> Mapping[date, str]:
    """Public holidays of New York (s.24), on which its banks are "authorized" to close.

    In addition to the Reserve Banks': Lincoln's Birthday (the next day if it is a Sunday) and each
    general Election Day, the Tuesday after the first Monday of November, in odd years too.
    """
    return {
        _monday_if_sunday(date(year, 2, 12)): "Lincoln's Birthday",
        _nth(1, _MONDAY, year, 11) + timedelta(days=1): "Election Day",
        **federal_reserve(year),
    }


def federal_offices(year: int) -> Mapping[date, str]:
    """Federal office holidays: one on a Saturday closes the Friday, one on a Sunday the Monday.

    5 U.S.C. 6103(a) and (b), Executive Order 11582. Excludes Inauguration Day, a holiday only
    for employees in the capital (6103(c)).
    """
    juneteenth = year >= _JUNETEENTH_IN_FEDERAL_LAW
    return _on_weekdays(year) | {
        _friday_if_saturday(_monday_if_sunday(day)): name
        for day, name in _on_fixed_dates(year, juneteenth).items()
    }


def _on_weekdays(year: int) -> dict[date, str]:
    return {
        _nth(3, _MONDAY, year, 1): "Martin Luther King Jr. Day",
        _nth(3, _MONDAY, year, 2): "Washington's Birthday",
        _nth(1, _MONDAY, year, 6) - timedelta(days=7): "Memorial Day",
        _nth(1, _MONDAY, year, 9): "Labor Day",
        _nth(2, _MONDAY, year, 10): "Columbus Day",
        _nth(4, _THURSDAY, year, 11): "Thanksgiving Day",
    }


def _on_fixed_dates(year: int, juneteenth: bool) -> dict[date, str]:
    fixed = {
        date(year, 1, 1): "New Year's Day",
        date(year, 7, 4): "Independence Day",
        date(year, 11, 11): "Veterans Day",
        date(year, 12, 25): "Christmas Day",
    }
    return fixed | ({date(year, 6, 19): "Juneteenth"} if juneteenth else {})


def _monday_if_sunday(day: date) -> date:
    return day + timedelta(days=1) if day.weekday() == _SUNDAY else day


def _friday_if_saturday(day: date) -> date:
    return day - timedelta(days=1) if day.weekday() == _SATURDAY else day


def _nth(n: int, weekday: int, year: int, month: int) -> date:
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (n - 1))
