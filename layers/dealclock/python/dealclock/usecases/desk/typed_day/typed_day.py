"""What typed words say of a day, and what it comes to."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from dealclock.days.calendars import Calendar
from dealclock.usecases.desk.typed_day.dates import in_full, named, slashed
from dealclock.usecases.desk.typed_day.from_today import counted, end, near, weekday
from dealclock.usecases.desk.typed_day.names import Find, NoSuchDay, month_named, weekday_named

FORMS = (
    "2004-11-20, Nov 20 2004, Nov 20, friday, next friday, tomorrow, +5bd, +10d, in 2 weeks, "
    "end of month"
)


@dataclass(frozen=True, slots=True)
class ParsedDay:
    """A day as it was read: what was typed, the day, and by which rule where one was needed."""

    typed: str
    day: date
    rule: str = ""


@dataclass(frozen=True, slots=True)
class DayWords:
    """Words that say a day."""

    typed: str
    find: Find = field(compare=False, repr=False)

    def on(self, today: date, days: Calendar, *, behind: bool = False) -> ParsedDay:
        """The day meant on `today`, by these Business Days; raises NoSuchDay, OutsideCalendar.

        A date without a year is the one nearest ahead, today included; nearest behind when asked.
        """
        try:
            day, rule = self.find(today, days, behind)
        except (OverflowError, ValueError):
            raise NoSuchDay(f"{self.typed!r} is no day of any year here.") from None
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
    for read in (in_full, named, weekday, near, counted, end, slashed):
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
