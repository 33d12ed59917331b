"""Deadlines counted from a date of the agreement (clauses 2(a)(i), 2(a)(ii))."""

from dealclock.agreement.provisions import Deadline
from dealclock.engine.assessment import Default, Obligation, Step
from dealclock.engine.context import Context, status_of
from dealclock.engine.defaults import default_by_lapse


def deadline(rule: Deadline, context: Context) -> tuple[Obligation, Default | None]:
    """The obligation a deadline makes, and the default it became if it lapsed."""
    start = context.terms.dates[rule.after]
    count = context.after(start, rule.within)
    met = context.first(rule.met_by)
    status = status_of(count.result, met.on if met else None, context.as_of)
    named = rule.after.replace("-", " ").title()
    trace = [
        Step(f"{named}, itself not counted", "1", start),
        Step(f"{rule.within} after it: the last day", rule.clause, count.result, count),
    ]
    if met:
        trace.append(Step("done on this day", rule.clause, met.on))
    obligation = Obligation(
        id=rule.id,
        instance=rule.id,
        kind=rule.type,
        clause=rule.clause,
        title=rule.title,
        owed_by=rule.owed_by,
        action=rule.action,
        opens=start,
        due=count.result,
        closes=None,
        status=status,
        met_on=met.on if met else None,
        grounds=context.grounds(met, absence=met is None and context.as_of > count.result),
        trace=tuple(trace),
    )
    if rule.on_lapse is None:
        return obligation, None
    cure = context.first(rule.on_lapse.cured_by)
    cured = (cure.on, context.grounds(cure)) if cure else None
    lapse = default_by_lapse(rule.on_lapse, rule.on_lapse.id, obligation, cured, context)
    return obligation, lapse
