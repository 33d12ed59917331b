"""An assessment as the JSON that `docs/assessment.md` documents, field by field.

Keys always come in the same order. Money is a decimal string rounded once, half up, from the
exact value that stands beside it as a fraction ("46250/3"); rates are percent a year; dates are
ISO civil days in the deal's zone, instants ISO in UTC.
"""

from datetime import UTC, datetime

from dealclock.answers.assess.accrual_json import accrual
from dealclock.answers.assess.conclusions_json import agreement, default, duty, obligation, window
from dealclock.answers.assess.figures_json import difference, figure_range
from dealclock.answers.encode import encode
from dealclock.answers.json_parts import Json, day
from dealclock.answers.suspension.limits import BudgetLeft
from dealclock.answers.true_up.result import DeferredShares
from dealclock.engine.assessment import Assessment
from dealclock.messages.view import LEGAL

FORMAT = "dealclock-assessment/2"


def document(assessment: Assessment) -> Json:
    """The whole assessment, ready for `json.dumps`."""
    return {
        "format": FORMAT,
        "engine": assessment.engine,
        "deal": assessment.deal,
        "as_of": assessment.as_of.isoformat(),
        "known_at": _instant(assessment.known_at),
        "terms": {
            "version": assessment.terms.version,
            "title": assessment.terms.title,
            "effective": assessment.terms.effective.isoformat(),
            "known": assessment.terms.known.isoformat(),
            "kept": dict(assessment.terms.kept),
        },
        "facts_as_of": day(assessment.facts_as_of),
        "hypothetical": assessment.hypothetical,
        "obligations": [obligation(o) for o in assessment.obligations],
        "defaults": [default(d) for d in assessment.defaults],
        "accrual": accrual(assessment.accrual, assessment.owed),
        "windows": [window(w) for w in assessment.windows],
        "duties": [duty(d) for d in assessment.duties],
        "true_ups": [encode(DeferredShares.of(t)) for t in assessment.true_ups],
        "budgets": [encode(BudgetLeft.of(b)) for b in assessment.budgets],
        "agreed": [agreement(a) for a in assessment.agreed],
        "readings": dict(assessment.readings),
        "differences": [difference(d) for d in assessment.differences],
        "ranges": [figure_range(r) for r in assessment.ranges],
        "not_checked": [{"clause": n.clause, "what": n.what} for n in assessment.not_checked],
        "contradictions": [
            {"says": c.says, "facts": list(c.facts)} for c in assessment.contradictions
        ],
        "unused_facts": list(assessment.unused_facts),
        "unused_because": dict(assessment.unused_because),
        "notice": LEGAL,
    }


def _instant(instant: datetime) -> str:
    return instant.astimezone(UTC).isoformat().replace("+00:00", "Z")
