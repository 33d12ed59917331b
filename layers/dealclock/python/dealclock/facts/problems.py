"""Problems that several checks of a deal's files find in the same words."""

from collections.abc import Iterable, Iterator
from datetime import date

from dealclock.days.calendars import FIRST_YEAR, LAST_YEAR
from dealclock.files.source import Problem, Source, Where, nearest


def not_covered(source: Source, where: Where, day: date) -> Iterator[Problem]:
    """The problem with a day that no holiday table covers, if it is one."""
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        years = f"{FIRST_YEAR} to {LAST_YEAR}"
        yield source.problem(where, day, f"give a day the holiday tables cover, {years}")


def unknown(source: Source, where: Where, word: str, what: str, known: Iterable[str]) -> Problem:
    """The problem with a word that is none of those known, with the nearest of them."""
    words = list(known)
    return source.problem(where, word, f"give {what}: {', '.join(words)}.{nearest(word, words)}")
