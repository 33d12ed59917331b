"""A civil day as people type it into a command: what the words say, and the day they come to.

Reading needs neither today nor a calendar: `read_day` turns words into a `DayWords`. The day it
comes to, on the deal's own day and by the deal's Business Days, is for `DayWords.on` to say.
"""

import calendar as months
import re
from collections.abc import Callable, Sequence
from dataclasses import field
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

from dealclock.days.calendars import Calendar
from dealclock.days.counting import business_days_after, business_days_before
from dealclock.days.day_words import day as spoken
from dealclock.errors import RefusedError
from dealclock.records import record

Find = Callable[[date, Calendar, bool], tuple[date, str]]
"""Takes today, the Business Days and whether the day looked for lies behind; gives the day and the
rule it was found by."""

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = tuple(name.lower() for name in months.month_name)


def weekday_named(word: str) -> int | None:
    """The number of a weekday, Monday being 0."""
    return _place_of(word, WEEKDAYS)


def month_named(word: str) -> int | None:
    """The number of a month; "sept" too."""
    return _place_of(word, _MONTHS)


def _place_of(word: str, names: Sequence[str]) -> int | None:
    """The place of the name that begins with a word of three letters or more."""
    found = (i for i, name in enumerate(names) if len(word) > 2 and name.startswith(word))
    return next(found, None)


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


def month_and_day(text: str) -> Find | None:
    """Nov 20, 20 Nov, with a year or without, with a weekday or without."""
    first, *rest = text.split()
    weekday = weekday_named(first) if rest else None
    parts = rest if weekday is not None else [first, *rest]
    if len(parts) == 3 and re.fullmatch(r"\d{4}", parts[2]):
        year: int | None = int(parts[2])
    elif len(parts) == 2:
        year = None
    else:
        return _weekday_and_date(weekday, parts)
    a, b = parts[:2]
    month, number = (month_named(a), b) if a.isalpha() else (month_named(b), a)
    number = re.sub(r"(?<=\d)(st|nd|rd|th)$", "", number)
    if month is None or not re.fullmatch(r"\d{1,2}", number):
        return None
    return _of_year(year, month, int(number), weekday)


def _weekday_and_date(weekday: int | None, parts: Sequence[str]) -> Find | None:
    """A weekday before a date in digits: "Sat 2004-11-20"."""
    find_date = in_full(parts[0]) or slashed(parts[0]) if len(parts) == 1 else None
    if weekday is None or find_date is None:
        return None

    def find(today: date, days: Calendar, behind: bool) -> tuple[date, str]:
        day, rule = find_date(today, days, behind)
        return _checked_weekday(day, weekday), rule

    return find


def slashed(text: str) -> Find | None:
    """11/20/2004 and 11/20: the month first, as in the United States; a day that can be no month
    may come first.
    """
    match = re.fullmatch(r"(\d{1,2})/(\d{1,2})(?:/(\d{4}))?", text)
    if match is None:
        return None
    a, b, year = int(match[1]), int(match[2]), int(match[3]) if match[3] else None
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
        return lambda *_: (_checked_weekday(day, weekday), "")

    def find(today: date, _days: Calendar, behind: bool) -> tuple[date, str]:
        step = -1 if behind else 1
        for years in range(9):  # from one February 29 to the next at most eight years
            try:
                candidate = date(today.year + step * years, month, number)
            except ValueError:
                continue
            if candidate == today or (candidate < today) is behind:
                where = "last such day behind" if behind else "next such day ahead"
                rule = f"the {where}, since no year was given"
                return _checked_weekday(candidate, weekday), rule + _hint_for_nearer(
                    candidate, today
                )
        raise ValueError

    return find


def _hint_for_nearer(found: date, today: date) -> str:
    """How to write the same day of the year before or after, where that one is nearer."""
    other = found.year - 1 if found > today else found.year + 1
    if abs(found - today).days <= _HALF_A_YEAR or (found.month, found.day) == (2, 29):
        return ""
    return f"; for the nearer one write {months.month_abbr[found.month]} {found.day} {other}"


def _checked_weekday(day: date, weekday: int | None) -> date:
    if weekday is not None and day.weekday() != weekday:
        name = WEEKDAYS[weekday].title()
        raise RefusedError(f"{spoken(day)} is not a {name}; omit the weekday, or give its date.")
    return day


_UNITS = {
    **dict.fromkeys(("bd", "bds", "bday", "bdays"), "Business Days"),
    **dict.fromkeys(("d", "day", "days"), "days"),
    **dict.fromkeys(("w", "wk", "wks", "week", "weeks"), "weeks"),
    **dict.fromkeys(("m", "mo", "month", "months"), "months"),
    **dict.fromkeys(("y", "yr", "year", "years"), "years"),
}


_LENGTHS = {
    "days": relativedelta(days=1),
    "weeks": relativedelta(weeks=1),
    "months": relativedelta(months=1),
    "years": relativedelta(years=1),
}


def weekday(text: str) -> Find | None:
    """friday, this friday, next friday, last friday."""
    which, _, name = text.rpartition(" ")
    number = weekday_named(name)
    if which not in ("", "this", "next", "last") or number is None:
        return None
    title = WEEKDAYS[number].title()

    def find(today: date, _days: Calendar, behind: bool) -> tuple[date, str]:
        monday = today - timedelta(days=today.weekday())
        match which:
            case "this":
                return monday + timedelta(days=number), f"the {title} of this week"
            case "next":
                day = monday + timedelta(days=7 + number)
                return day, f"the {title} of next week; weeks begin on Monday"
        if which == "last" or behind:
            back = (today.weekday() - number - 1) % 7 + 1
            return today - timedelta(days=back), f"the last {title} before today"
        ahead = (number - today.weekday() - 1) % 7 + 1
        return today + timedelta(days=ahead), f"the first {title} after today"

    return find


def near(text: str) -> Find | None:
    """today, tomorrow, yesterday."""
    offset = {"today": 0, "tomorrow": 1, "yesterday": -1}.get(text)
    return None if offset is None else lambda today, *_: (today + timedelta(days=offset), "")


def counted(text: str) -> Find | None:
    """+5bd, -10d, in 2 weeks, 3 business days ago."""
    text = text.replace("business day", "bday")
    signed = re.fullmatch(r"([+-])\s?(\d{1,4})\s?([a-z]+)", text)
    ahead = re.fullmatch(r"in (a|an|\d{1,4})\s?([a-z]+)", text)
    ago = re.fullmatch(r"(a|an|\d{1,4})\s?([a-z]+) ago", text)
    if signed:
        sign, number, unit = signed[1], signed[2], signed[3]
    elif match := ahead or ago:
        sign, number, unit = "+" if ahead else "-", match[1], match[2]
    else:
        return None
    if unit not in _UNITS:
        return None
    count = 1 if number in ("a", "an") else int(number)
    return lambda today, days, _: _moved(today, days, count, _UNITS[unit], back=sign == "-")


def _moved(today: date, days: Calendar, count: int, unit: str, *, back: bool) -> tuple[date, str]:
    where = f"{'before' if back else 'after'} {spoken(today)}"
    named = unit.removesuffix("s" * (count == 1))
    if unit == "Business Days":
        counted = (business_days_before if back else business_days_after)(today, count, days)
        return counted.result, f"{count} {named} {where}"
    calendar = "calendar " * (unit == "days")
    day = today + (-count if back else count) * _LENGTHS[unit]
    return day, f"{count} {calendar}{named} {where}"


def end(text: str) -> Find | None:
    """end of month, end of the next quarter, eoy."""
    text = {"eom": "end of month", "eoq": "end of quarter", "eoy": "end of year"}.get(text, text)
    match = re.fullmatch(r"(?:the )?end of (?:(the|this|next|last) )?(month|quarter|year)", text)
    if match is None:
        return None
    length = {"month": 1, "quarter": 3, "year": 12}[match[2]]
    shift = {"next": 1, "last": -1}.get(match[1] or "", 0)

    def find(today: date, _days: Calendar, _behind: bool) -> tuple[date, str]:
        first = date(today.year, (today.month - 1) // length * length + 1, 1)
        after = first + relativedelta(months=length * (shift + 1))
        return after - timedelta(days=1), f"the last calendar day of the {match[2]}"

    return find


FORMS = (
    "2004-11-20, Nov 20 2004, Nov 20, friday, next friday, tomorrow, +5bd, +10d, in 2 weeks, "
    "end of month"
)


@record
class ParsedDay:
    """A day as it was read: what was typed, the day, and by which rule where one was needed."""

    typed: str
    day: date
    rule: str = ""


@record
class DayWords:
    """Words that say a day."""

    typed: str
    find: Find = field(compare=False, repr=False)

    def on(self, today: date, days: Calendar, *, behind: bool = False) -> ParsedDay:
        """The day meant on `today`, by these Business Days; raises RefusedError.

        A date without a year is the one nearest ahead, today included; nearest behind when asked.
        """
        try:
            day, rule = self.find(today, days, behind)
        except (OverflowError, ValueError):
            raise RefusedError(f"{self.typed!r} is no day of any year here.") from None
        return ParsedDay(self.typed, day, rule)


def read_day(words: Sequence[str]) -> DayWords | None:
    """What all the words together say, None when they are no day.

    Dates with or without a year (2004-11-20, 11/20/2004, Nov 20 2004, 20 November), as answers
    write them ("Sat Nov 20, 2004"), weekdays (friday, next friday, last friday), today, tomorrow,
    yesterday, counts from today (+5bd, -10d, in 2 weeks, 3 days ago) and ends (end of month).
    """
    text = " ".join(" ".join(words).replace(",", " ").split())
    plain = re.sub(r"(?<=[a-z])\.", "", text.lower())
    if not plain or len(plain) > 40 or not plain.isascii():
        return None
    for read in (in_full, month_and_day, weekday, near, counted, end, slashed):
        found = read(plain)
        if found is not None:
            return DayWords(text, found)
    return None


def looks_like_a_day(word: str) -> bool:
    """Whether a word, the first of some, was meant as a date and not as a name."""
    typed = word.rstrip(",.").lower()
    month = typed.isalpha() and month_named(typed) is not None
    other = typed in ("today", "tomorrow", "yesterday", "next", "this", "last", "in", "end", "eom")
    signed = typed[:1] in "+-" and typed[1:2].isdigit()
    return typed[:1].isdigit() or month or other or signed or weekday_named(typed) is not None
