"""Conditions: what must be done not later than the day something else happens.

"Not later than" a day includes it. Until that day is known, the deadline by which it is expected
stands in for it; once the deadline has passed without it, no day can be named.
"""

from dealclock.agreement.rules.duties import Condition
from dealclock.engine.as_amended import cut_short
from dealclock.engine.conclusions import Obligation
from dealclock.engine.context import Context, status_of
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Step
from dealclock.engine.satisfying import Waiting, satisfied

EXPECTED = "the date is not known yet; the deadline for it is used instead"


def add(context: Context, found: Findings) -> None:
    """Every condition with a day; deadlines are found before."""
    dues = {o.instance: o for o in found.obligations}
    for rule in context.terms.all_of(Condition):
        expected = dues.get(rule.expected_by)
        condition = _condition(rule, expected, context.fresh()) if expected else None
        found.obligations.extend([condition] if condition else [])


def _condition(rule: Condition, expected: Obligation, context: Context) -> Obligation | None:
    event = context.first(rule.not_later_than)
    if event is None and context.as_of > expected.due:
        return None
    day = event.on if event else expected.due
    due = context.not_before(day)
    waits = Waiting(rule.id, (rule.id,), rule, expected.opens, due)
    found = satisfied(rule.met_by, [waits], context)[rule.id]
    met = found.first
    says = "not later than this day, itself included"
    trace = [Step(says if event else EXPECTED, rule.clause, day)]
    trace += cut_short(day, rule.clause, context)
    if met:
        trace.append(Step(found.says, rule.clause, met.on))
    silent = met is None and context.as_of > due
    grounds = context.grounds(event, met, absence=silent)
    return Obligation(
        **rule.named,
        instance=rule.id,
        cause=expected.instance,
        opens=expected.opens,
        due=due,
        closes=None,
        status=status_of(due, met.on if met else None, context.as_of),
        met_on=met.on if met else None,
        grounds=grounds if event else grounds | expected.grounds,
        trace=tuple(trace),
        notes=(*(() if event else (EXPECTED,)), *found.notes),
        not_counted=found.not_counted,
    )
