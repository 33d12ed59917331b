"""The holidays of each year, as rules: on which civil days who is closed, and the name of each.

A rule may answer with a day of a neighbouring year (January 1 kept on the Friday before it), so
anyone who fills a table asks for one year more than it covers.
"""

from collections.abc import Mapping
from datetime import date, timedelta

_MONDAY, _THURSDAY, _SATURDAY, _SUNDAY = 0, 3, 5, 6
_JUNETEENTH_FIRST_CLOSED = 2022
_JUNETEENTH_IN_FEDERAL_LAW = 2021


def federal_reserve(year: int) -> Mapping[date, str]:
    """Closed Reserve Banks (K.8): a holiday on a Sunday closes the Monday, on a Saturday nothing.

    Juneteenth became law on 17 June 2021, and the Reserve Banks worked on the 18th and the 21st.
    """
    juneteenth = year >= _JUNETEENTH_FIRST_CLOSED
    return _on_mondays(year) | {
        _monday_if_sunday(day): name for day, name in _dated(year, juneteenth).items()
    }


def general_construction_law(year: int) -> Mapping[date, str]:
    """Public holidays of New York (s.24), by which its banks are "authorized" to close.

    Beyond the Reserve Banks': Lincoln's Birthday (the next day if it is a Sunday), and each
    general Election Day, the Tuesday after the first Monday of November, in odd years too.
    """
    return {
        _monday_if_sunday(date(year, 2, 12)): "Lincoln's Birthday",
        _nth(1, _MONDAY, year, 11) + timedelta(days=1): "Election Day",
        **federal_reserve(year),
    }


def federal_offices(year: int) -> Mapping[date, str]:
    """Closed federal offices: a holiday on a Saturday closes the Friday, on a Sunday the Monday.

    5 U.S.C. 6103(a) and (b), Executive Order 11582. Without Inauguration Day, a holiday of the
    capital's employees alone (6103(c)).
    """
    juneteenth = year >= _JUNETEENTH_IN_FEDERAL_LAW
    return _on_mondays(year) | {
        _friday_if_saturday(_monday_if_sunday(day)): name
        for day, name in _dated(year, juneteenth).items()
    }


def _on_mondays(year: int) -> dict[date, str]:
    return {
        _nth(3, _MONDAY, year, 1): "Martin Luther King Jr. Day",
        _nth(3, _MONDAY, year, 2): "Washington's Birthday",
        _nth(1, _MONDAY, year, 6) - timedelta(days=7): "Memorial Day",
        _nth(1, _MONDAY, year, 9): "Labor Day",
        _nth(2, _MONDAY, year, 10): "Columbus Day",
        _nth(4, _THURSDAY, year, 11): "Thanksgiving Day",
    }


def _dated(year: int, juneteenth: bool) -> dict[date, str]:
    dated = {
        date(year, 1, 1): "New Year's Day",
        date(year, 7, 4): "Independence Day",
        date(year, 11, 11): "Veterans Day",
        date(year, 12, 25): "Christmas Day",
    }
    return dated | ({date(year, 6, 19): "Juneteenth"} if juneteenth else {})


def _monday_if_sunday(day: date) -> date:
    return day + timedelta(days=1) if day.weekday() == _SUNDAY else day


def _friday_if_saturday(day: date) -> date:
    return day - timedelta(days=1) if day.weekday() == _SATURDAY else day


def _nth(n: int, weekday: int, year: int, month: int) -> date:
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (n - 1))
