"""Notices owed after each Registration Default (clause 3(b)).

The day a notice is due runs from the day the default came to exist. A default on which nothing
accrues is notified too: that notice is protective.
"""

from dealclock.agreement.provisions import Notice
from dealclock.engine.assessment import Default, Obligation, Step
from dealclock.engine.context import Context, status_of
from dealclock.engine.deemed import deemed_given


def notice(rule: Notice, default: Default, context: Context) -> Obligation:
    """The notice `rule` asks for after one default."""
    count = context.after(default.arose_on, rule.within)
    told = [s for s in context.facts(rule.met_by) if s.fact.about == default.instance]
    given = deemed_given(told, rule.to, context) if told else None
    met_on = given.on if given and given.on and given.on <= context.as_of else None
    trace = [
        Step(f"{default.title}, itself not counted", default.clause, default.arose_on),
        Step(f"{rule.within} after it: the last day", rule.clause, count.result, count),
        *(given.trace if given else ()),
    ]
    protective = default.accrues_to is not None and default.accrues_to <= default.accrues_from
    silent = context.grounds(absence=met_on is None and context.as_of > count.result)
    return Obligation(
        id=rule.id,
        instance=f"{rule.id}/{default.instance}",
        kind=rule.type,
        clause=rule.clause,
        title=rule.title,
        owed_by=rule.owed_by,
        action=rule.action,
        opens=default.arose_on,
        due=count.result,
        closes=None,
        status=status_of(count.result, met_on, context.as_of),
        met_on=met_on,
        grounds=default.grounds | context.grounds(*told) | silent,
        trace=tuple(trace),
        notes=(*(given.notes if given else ()), *(_PROTECTIVE if protective else ())),
    )


_PROTECTIVE = ("nothing accrued on this default; the notice is protective",)
