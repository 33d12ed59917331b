"""Readings in words: each choice, and what another would change for one instance."""

from collections.abc import Iterator
from datetime import date
from itertools import groupby
from types import MappingProxyType

from dealclock.engine.assessment import Difference, Obligation, Window
from dealclock.render import words
from dealclock.render.view import View

_CHOICES = MappingProxyType(
    {
        "federal-reserve": "the Federal Reserve's holidays",
        "gcl-24": "those, and also Lincoln's Birthday and Election Day",
        "LAPSE": "on the last day, as it ends",
        "NEXT-DAY": "the day after",
        "FROM-NOTICE": "the five run from the notice",
        "FROM-WINDOW": "the five run from the day distribution may start",
        "NOTICE-DAY-COUNTS": "the five run from the notice, its own day counted",
        "NTH-DAY": "the third Business Day before is enough",
        "CLEAR-DAYS": "three clear Business Days must pass",
        "TOLL-RESUME": "it stops the clock, and the rest runs on",
        "TOLL-FRESH": "it stops the clock, and five run afresh",
        "NO-TOLL": "it does not stop the clock",
        "CALENDAR-LADDER": "the anniversary rates apply to a default of any age",
        "SINGLE-RATE": "one rate, the highest",
        "RESTART": "a new default starts anew",
        "STOP": "it stops",
        "AT-LAPSE": "when the cure window ends",
        "RELATE-BACK": "on the day of the failure",
        "FIRST-90": "the first 90 days always bear the first rate",
        "ADDITIVE": "in the first 90 days both rates",
        "STACKED": "each accrues for itself",
        "CONTINUOUS-SPELL": "one clock from the first default until all are cured",
        "CUMULATIVE": "the first days of all defaults add up",
        "FIXED-WINDOW": "the first days ran from the first default alone",
        "RUN-ON": "it runs until a cure",
        "FROM-ISSUE": "from their issue",
        "FROM-DEFAULT": "from the default, as on all Notes",
    }
)
_WHAT = MappingProxyType(
    {
        "due": "due",
        "opens": "opens",
        "closes": "last day",
        "occurred_on": "occurred",
        "accrues_from": "accrues from",
        "total": "accrued in all",
    }
)


def choice(name: str) -> str:
    """A choice with what it means: "NEXT-DAY (the day after)"."""
    return f"{name} ({_CHOICES[name]})" if name in _CHOICES else name


def used(view: View, *instances: str) -> Iterator[str]:
    """For each reading that matters to the instances: the choice used, and what others change."""
    moved = [d for d in view.assessment.differences if d.instance in instances]
    for question, found in groupby(moved, key=lambda d: d.reading):
        chosen = choice(view.assessment.readings[question])
        others = groupby(found, key=lambda d: d.choice)
        read = "; ".join(f"under {choice(c)}: {_changes(list(ds))}" for c, ds in others)
        yield f"{question} read as {chosen}; {read}"


def safe(view: View, part: Obligation | Window) -> str:
    """The dates safe under every reading, when another reading is the stricter one."""
    if isinstance(part, Window):
        return _safe_window(part, view.assessment.as_of)
    dues = [
        date.fromisoformat(d.there)
        for d in view.assessment.differences
        if d.instance == part.instance and d.what == "due" and d.there != "none"
    ]
    earliest = min(dues, default=part.due)
    return f"{words.day(earliest)}, the earliest" if earliest < part.due else ""


def _safe_window(window: Window, today: date) -> str:
    if window.safe is None:
        return ""
    first, last = window.safe
    if first > last:
        return "no day is; ask counsel before acting"
    days = f"{words.day(first)} to {words.day(last)}, both included"
    past = "; that is past, ask counsel before acting" if last < today else ""
    return f"{words.day(first)} only{past}" if first == last else f"{days}{past}"


def _changes(found: list[Difference]) -> str:
    return ", ".join(f"{_WHAT.get(d.what, d.what)} {_there(d)}" for d in found)


def _there(d: Difference) -> str:
    return "not at all" if d.there == "none" else words.figure(d.there)
