"""A date in digits or with its month's name, with a year or without, after its weekday or not."""

import calendar as months
import re
from collections.abc import Sequence
from datetime import date

from dealclock.days.calendars import Calendar
from dealclock.days.day_words import day as spoken
from dealclock.usecases.desk.typed_day.names import (
    WEEKDAYS,
    Find,
    NoSuchDay,
    month_named,
    weekday_named,
)

_HALF_A_YEAR = 183  # days


def in_full(text: str) -> Find | None:
    """2004-11-20."""
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return lambda *_: (day, "")


def named(text: str) -> Find | None:
    """Nov 20, 20 Nov, with a year or without, with a weekday or without."""
    first, *rest = text.split()
    weekday = weekday_named(first) if rest else None
    parts = rest if weekday is not None else [first, *rest]
    if len(parts) == 3 and re.fullmatch(r"\d{4}", parts[2]):
        year: int | None = int(parts[2])
    elif len(parts) == 2:
        year = None
    else:
        return _full_with(weekday, parts)
    a, b = parts[:2]
    month, number = (month_named(a), b) if a.isalpha() else (month_named(b), a)
    number = re.sub(r"(?<=\d)(st|nd|rd|th)$", "", number)
    if month is None or not re.fullmatch(r"\d{1,2}", number):
        return None
    return _of_year(year, month, int(number), weekday)


def _full_with(weekday: int | None, parts: Sequence[str]) -> Find | None:
    """A weekday before a date in digits: "Sat 2004-11-20"."""
    found = in_full(parts[0]) or slashed(parts[0]) if len(parts) == 1 else None
    if weekday is None or found is None:
        return None

    def find(today: date, days: Calendar, behind: bool) -> tuple[date, str]:
        day, rule = found(today, days, behind)
        return _falling(day, weekday), rule

    return find


def slashed(text: str) -> Find | None:
    """11/20/2004 and 11/20: the month first, as in the United States; a day that can be no month
    may come first.
    """
    found = re.fullmatch(r"(\d{1,2})/(\d{1,2})(?:/(\d{4}))?", text)
    if found is None:
        return None
    a, b, year = int(found[1]), int(found[2]), int(found[3]) if found[3] else None
    if a > 12 or a == b or b > 12:
        month, number = (b, a) if a > 12 else (a, b)
        return _of_year(year, month, number, None)
    inner = _of_year(year, a, b, None)
    if inner is None:
        return None
    other = f"{months.month_abbr[b]} {a}"

    def find(today: date, days: Calendar, behind: bool) -> tuple[date, str]:
        day, more = inner(today, days, behind)
        rule = f"read month first, as in the United States; for the other write {other}"
        return day, f"{rule}; {more}" if more else rule

    return find


def _of_year(year: int | None, month: int, number: int, weekday: int | None) -> Find | None:
    if number < 1 or month > 12 or month < 1 or number > months.monthrange(2000, month)[1]:
        return None
    if year is not None:
        try:
            day = date(year, month, number)
        except ValueError:
            return None
        return lambda *_: (_falling(day, weekday), "")

    def find(today: date, _days: Calendar, behind: bool) -> tuple[date, str]:
        step = -1 if behind else 1
        for each in range(9):  # from one February 29 to the next at most eight years
            try:
                found = date(today.year + step * each, month, number)
            except ValueError:
                continue
            if found == today or (found < today) is behind:
                where = "last such day behind" if behind else "next such day ahead"
                rule = f"the {where}, since no year was given"
                return _falling(found, weekday), rule + _nearer(found, today)
        raise ValueError

    return find


def _nearer(found: date, today: date) -> str:
    """How to write the same day of the year before or after, where that one is nearer."""
    other = found.year - 1 if found > today else found.year + 1
    if abs(found - today).days <= _HALF_A_YEAR or (found.month, found.day) == (2, 29):
        return ""
    return f"; for the nearer one write {months.month_abbr[found.month]} {found.day} {other}"


def _falling(day: date, weekday: int | None) -> date:
    if weekday is not None and day.weekday() != weekday:
        said = WEEKDAYS[weekday].title()
        raise NoSuchDay(f"{spoken(day)} is no {said}; leave the weekday out, or give its date.")
    return day
