"""A civil day as people type it into a command."""

from collections.abc import Sequence
from datetime import date, datetime

_FORMS = ("%Y-%m-%d", "%b %d %Y", "%B %d %Y", "%d %b %Y", "%d %B %Y", "%m/%d/%Y")
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def typed_day(words: Sequence[str]) -> date | None:
    """The day the words name, or None when they name none.

    2004-11-20, 11/20/2004, Nov 20 2004 or 20 November 2004, commas or not. As the answers write
    it, "Sat Nov 20, 2004", is read too; a weekday the date does not fall on makes it no date.
    """
    first, *rest = [w for word in words for w in word.split(",") if w] or [""]
    if _is_weekday(first):
        day = _day(rest)
        right = day is not None and _WEEKDAYS[day.weekday()].startswith(first.lower())
        return day if right else None
    return _day([first, *rest])


def looks_like_a_day(word: str) -> bool:
    """Whether a word, the first of some, was meant as a date and not as a name."""
    month = word[:3].lower() in _MONTHS and word.rstrip(",.").isalpha()
    return word[:1].isdigit() or month or _is_weekday(word)


def _is_weekday(word: str) -> bool:
    typed = word.rstrip(",.").lower()
    return len(typed) >= 3 and any(day.startswith(typed) for day in _WEEKDAYS)


def _day(words: Sequence[str]) -> date | None:
    for form in _FORMS:
        try:
            return datetime.strptime(" ".join(words), form).date()  # noqa: DTZ007 - a day
        except ValueError:
            continue
    return None
