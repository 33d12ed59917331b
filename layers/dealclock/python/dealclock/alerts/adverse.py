"""The adverse end of a date: the earliest day that any open reading gives.

The status stays on the chosen reading; lead times count back from the adverse end, so that no one
is late under any reading a court may adopt. Readings settled by statute never count.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Obligation, Window

Dates = Mapping[tuple[str, date], date]
"""Adverse dates by instance and chosen date."""


def adverse_end(part: Obligation | Window) -> date:
    """The earliest last day under all readings, or the chosen one's; never before the window
    opens.
    """
    if isinstance(part, Obligation):
        return min(part.due, part.safe_together or part.due)
    last = part.safe_together[1] if part.safe_together else part.closes
    return max(part.opens, min(part.closes, last))


def adverse_dates(assessment: Assessment) -> Dates:
    """The adverse dates of an assessment that compared readings, where they are earlier."""
    owed = ((o.instance, o.due, adverse_end(o)) for o in assessment.obligations)
    windows = ((w.instance, w.closes, adverse_end(w)) for w in assessment.windows)
    return {(name, due): end for name, due, end in (*owed, *windows) if end < due}


def with_adverse(later: Assessment, dates: Dates) -> Assessment:
    """An assessment that did not compare readings, with adverse dates from one that did.

    They apply to every date that is unchanged.
    """
    if not dates:
        return later
    return replace(
        later,
        obligations=tuple(
            replace(o, safe_together=end) if (end := dates.get((o.instance, o.due))) else o
            for o in later.obligations
        ),
        windows=tuple(
            replace(w, safe_together=(w.opens, end))
            if (end := dates.get((w.instance, w.closes)))
            else w
            for w in later.windows
        ),
    )
