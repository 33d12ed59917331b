"""The names of days and months as people type them, and what finds a day.

Three letters of a name are enough.
"""

import calendar as months
from collections.abc import Callable
from datetime import date

from dealclock.days.calendars import Calendar
from dealclock.days.errors import DaysError

Find = Callable[[date, Calendar, bool], tuple[date, str]]
"""Takes today, the Business Days and whether the day looked for lies behind; gives the day and the
rule it was found by."""

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = tuple(name.lower() for name in months.month_name)


class NoSuchDay(DaysError):
    """A day that was typed and is none: Nov 31, a weekday the date does not fall on."""


def weekday_named(word: str) -> int | None:
    """The number of a weekday, Monday being 0."""
    if len(word) < 3:
        return None
    return next((i for i, name in enumerate(WEEKDAYS) if name.startswith(word)), None)


def month_named(word: str) -> int | None:
    """The number of a month; "sept" too."""
    if len(word) < 3:
        return None
    return next((i for i, name in enumerate(_MONTHS) if i and name.startswith(word)), None)
