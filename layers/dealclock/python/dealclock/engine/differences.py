"""What each other choice of a reading, moved alone, would change; and the safe part of a window."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from dealclock.engine.assessment import Assessment, Difference, Window
from dealclock.engine.quantities import ABSENT, figures


def differences(
    here: Assessment, there: Assessment, reading: str, choice: str
) -> Iterator[Difference]:
    """Each date and amount that `there` has otherwise than `here`, by instance."""
    ours, theirs = figures(here), figures(there)
    for instance, what in dict.fromkeys((*ours, *theirs)):
        a, b = ours.get((instance, what), ABSENT), theirs.get((instance, what), ABSENT)
        if a != b:
            yield Difference(reading, choice, instance, what, a, b)


def with_safe_windows(assessment: Assessment) -> Assessment:
    """The assessment with, in each window that another reading moves, the part safe under all.

    "Not before" takes the latest day, "not after" the earliest. Each reading is moved alone.
    """
    return replace(assessment, windows=tuple(_safe(w, assessment) for w in assessment.windows))


def _safe(window: Window, assessment: Assessment) -> Window:
    moved = [d for d in assessment.differences if d.instance == window.instance]
    days = [d for d in moved if d.there != ABSENT]
    if not days:
        return window
    opens = [date.fromisoformat(d.there) for d in days if d.what == "opens"]
    closes = [date.fromisoformat(d.there) for d in days if d.what == "closes"]
    return replace(window, safe=(max(window.opens, *opens), min(window.closes, *closes)))
