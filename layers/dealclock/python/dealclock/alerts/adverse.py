"""The adverse end of a date: the earliest that any reading still open gives.

The statement stays on the chosen reading; the lead is counted from the adverse end, so that nobody
is late whichever reading a court prefers. Readings settled by statute never count.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Obligation, Window

Dates = Mapping[tuple[str, date], date]
"""Adverse dates by instance and chosen date."""


def adverse(part: Obligation | Window) -> date:
    """The earliest last day over all readings, or the chosen one's; never before it opens."""
    if isinstance(part, Obligation):
        return min(part.due, part.safe_together or part.due)
    last = part.safe_together[1] if part.safe_together else part.closes
    return max(part.opens, min(part.closes, last))


def adverse_dates(assessment: Assessment) -> Dates:
    """The adverse dates of an assessment that compared readings, where they are the earlier."""
    owed = ((o.instance, o.due, adverse(o)) for o in assessment.obligations)
    windows = ((w.instance, w.closes, adverse(w)) for w in assessment.windows)
    return {(name, due): end for name, due, end in (*owed, *windows) if end < due}


def with_adverse(later: Assessment, dates: Dates) -> Assessment:
    """An assessment that did not compare readings, with adverse dates known from one that did.

    They hold for every date that is still the same.
    """
    if not dates:
        return later
    return replace(
        later,
        obligations=tuple(_obligation(o, dates) for o in later.obligations),
        windows=tuple(_window(w, dates) for w in later.windows),
    )


def _obligation(o: Obligation, dates: Dates) -> Obligation:
    end = dates.get((o.instance, o.due))
    return o if end is None else replace(o, safe_together=end)


def _window(w: Window, dates: Dates) -> Window:
    end = dates.get((w.instance, w.closes))
    return w if end is None else replace(w, safe_together=(w.opens, end))
