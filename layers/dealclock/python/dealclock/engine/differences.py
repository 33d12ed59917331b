"""What each other choice of a reading, moved alone, would change; and the safe part of a window."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction

from dealclock.engine.assessment import Assessment, Default, Difference, Obligation, Window

_Part = Obligation | Window | Default
_ABSENT = "none"


def differences(
    here: Assessment, there: Assessment, reading: str, choice: str
) -> Iterator[Difference]:
    """Each date and amount that `there` has otherwise than `here`, by instance."""
    ours, theirs = _figures(here), _figures(there)
    for instance, what in dict.fromkeys((*ours, *theirs)):
        a, b = ours.get((instance, what), _ABSENT), theirs.get((instance, what), _ABSENT)
        if a != b:
            yield Difference(reading, choice, instance, what, a, b)


def _figures(assessment: Assessment) -> Mapping[tuple[str, str], str]:
    """Every date and amount of an assessment by (instance, what it is)."""
    figures: dict[tuple[str, str], str] = {}
    parts: tuple[_Part, ...] = (
        *assessment.obligations,
        *assessment.windows,
        *assessment.defaults,
    )
    for part in parts:
        for what, value in _dates(part):
            if value is not None:
                figures[part.instance, what] = value.isoformat()
    figures["accrual", "total"] = _exactly(assessment.accrual.exact)
    return figures


def _dates(part: _Part) -> Iterator[tuple[str, date | None]]:
    match part:
        case Obligation():
            yield "due", part.due
        case Window():
            yield "opens", part.opens
            yield "closes", part.closes
        case Default():
            yield "occurred_on", part.occurred_on
            yield "accrues_from", part.accrues_from


def _exactly(exact: Fraction) -> str:
    return f"{exact.numerator}/{exact.denominator}"


def with_safe_windows(assessment: Assessment) -> Assessment:
    """The assessment with, in each window that another reading moves, the part safe under all.

    "Not before" takes the latest day, "not after" the earliest. Each reading is moved alone.
    """
    return replace(assessment, windows=tuple(_safe(w, assessment) for w in assessment.windows))


def _safe(window: Window, assessment: Assessment) -> Window:
    moved = [d for d in assessment.differences if d.instance == window.instance]
    days = [d for d in moved if d.there != _ABSENT]
    if not days:
        return window
    opens = [date.fromisoformat(d.there) for d in days if d.what == "opens"]
    closes = [date.fromisoformat(d.there) for d in days if d.what == "closes"]
    return replace(window, safe=(max(window.opens, *opens), min(window.closes, *closes)))
