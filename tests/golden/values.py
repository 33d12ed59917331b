"""The values of a message: what must be right in it, whatever words stand around it.

Dates, times, counts of days, amounts, rates, Section numbers, people and addresses, ids of events
and of what comes of them, and any other number. A test of behavior asks for these; its words are in
`messages/`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from dealclock.files.source import parse_file
from dealclock.people.team import read_team

_AGREEMENTS = Path(__file__).parents[2] / "agreements"
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_WEEKDAY = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,?\s+"


@dataclass(frozen=True)
class Value:
    """One value of a message: its sort, and the same text for every way to write it."""

    sort: str
    text: str


def values(text: str | Iterable[str]) -> list[str]:
    """Every value of a message, in its order: `2004-10-28`, `10-28` without a year, `$8,750.00`,
    `0.25%`, `17:00`, `2 Business Days`, `3(b)`, `Maria Lopez`, `maria@issuer.example`, `<@U1>`,
    `F5`, `cure-window/F5`, `7`.
    """
    return [value.text for value in sorted_values(joined(text))]


def shows(text: str | Iterable[str], *expected: str) -> bool:
    """Whether a message has these values, next to each other and in this order.

    A date of a month and a day alone is any of that day: `10-28` is `2004-10-28` too.
    """
    assert expected, "give the values that the message must show"
    found = values(text)
    return any(
        all(map(_is, found[place:], expected)) for place in range(len(found) - len(expected) + 1)
    )


def _is(found: str, expected: str) -> bool:
    return found == expected or bool(
        re.fullmatch(r"\d\d-\d\d", expected) and re.fullmatch(rf"\d{{4}}-{expected}", found)
    )


def joined(text: str | Iterable[str]) -> str:
    """A message of several parts as one text."""
    return text if isinstance(text, str) else "\n".join(text)


def sorted_values(text: str) -> list[Value]:
    """The values with their sorts, in their order."""
    return [_value(match) for match in _pattern().finditer(text)]


def masked(text: str) -> str:
    """The words alone, a value of each sort in place of every value."""
    return _pattern().sub(lambda match: f"<{match.lastgroup}>", text)


def _value(match: re.Match[str]) -> Value:
    sort, text = str(match.lastgroup), " ".join(match.group().split())
    if sort == "date":
        text = _date(text)
    elif sort == "time":
        text = _time(text)
    elif sort == "Section":
        text = text.removeprefix("Section ").removeprefix("clause ")
    return Value(sort, text)


def _date(text: str) -> str:
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return text
    month, day, year = re.search(r"([A-Z][a-z]{2})[a-z]* (\d+)(?:,? (\d{4}))?$", text).groups()  # type: ignore[union-attr]
    short = f"{_MONTHS.index(month) + 1:02}-{int(day):02}"
    return f"{year}-{short}" if year else short


def _time(text: str) -> str:
    hour, minute = (int(part) for part in text[:5].rstrip(" ap").split(":"))
    if "p.m." in text and hour < 12:
        hour += 12
    return f"{hour:02}:{minute:02}"


@cache
def _pattern() -> re.Pattern[str]:
    months = "|".join(f"{month}[a-z]*" for month in _MONTHS)
    instance = r"default-[ivx]+(?:/[A-Z]+\d*)?|[A-Z]+\d*(?:/[A-Z]+\d*)*|\d{4}-\d\d-\d\d"
    sorts = {
        "id": rf"\b[a-z][a-z-]*/(?:{instance})\b|\bdefault-[ivx]+(?:/[A-Z]+\d*)?\b|\b[A-Z]\d+\b",
        "recipient": r"<[@!#][^>\s]+>|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|" + "|".join(_people()),
        "date": (
            rf"\b\d{{4}}-\d\d-\d\d\b"
            rf"|\b(?:{_WEEKDAY})?(?:{months})\s+\d{{1,2}}\b(?:,?\s+\d{{4}}\b)?"
        ),
        "time": r"\b\d{1,2}:\d\d\b(?:\s?[ap]\.m\.)?",
        "count": r"\b\d+\s+(?:calendar\s+|Business\s+)?[Dd]ays?\b",
        "amount": (
            r"\$\d[\d,]*(?:\.\d+)?|\b\d+(?:\.\d+)?%|\b\d{1,3}(?:,\d{3})+(?:\.\d+)?\b"
            r"|\b\d+\.\d\d\b"
        ),
        "Section": (
            r"(?:\b(?:Section|clause)\s+)?\b\d+(?:\([a-zA-Z0-9]+\))+|\b(?:Section|clause)\s+\d+\b"
        ),
        "number": r"\b\d+\b",
    }
    return re.compile("|".join(f"(?P<{sort}>{rule})" for sort, rule in sorts.items()))


@cache
def _people() -> tuple[str, ...]:
    """Who the samples' teams name, the longest names first."""
    names = {
        person.name
        for team in sorted(_AGREEMENTS.glob("*/team.yaml"))
        for person in read_team(parse_file(team)).people
    }
    return tuple(
        r"\s+".join(map(re.escape, name.split()))
        for name in sorted(names, key=lambda name: (-len(name), name))
    )
