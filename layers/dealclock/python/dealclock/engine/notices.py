"""Notices owed after each Registration Default.

The day a notice is due runs from the day the default came to exist. A default on which nothing
accrues is notified too: that notice is protective.
"""

from datetime import date, timedelta

from dealclock.agreement.readings.defaults import NOTICE_EVENT
from dealclock.agreement.rules.notices import Notice
from dealclock.engine.assessment import Default, Obligation, Step
from dealclock.engine.context import Context, status_of
from dealclock.engine.deemed import deemed_given
from dealclock.engine.found import Found
from dealclock.engine.named import named


def add(context: Context, found: Found) -> None:
    """The notice of every default."""
    for rule in context.terms.all_of(Notice):
        found.obligations.extend(_notice(rule, d, context.fresh()) for d in found.defaults)


def _notice(rule: Notice, default: Default, context: Context) -> Obligation:
    event = _event(default, context)
    count = context.after(event, rule.within)
    told = context.known.about(rule.met_by, default.instance)
    given = deemed_given(told, rule.to, context) if told else None
    met_on = given.on if given and given.on and given.on <= context.as_of else None
    trace = [
        Step(f"{default.title}, itself not counted", default.clause, event),
        Step(f"{rule.within} after it: the last day", rule.clause, count.result, count),
        *(given.trace if given else ()),
    ]
    protective = default.accrues_to is not None and default.accrues_to <= default.accrues_from
    silent = context.grounds(absence=met_on is None and context.as_of > count.result)
    return Obligation(
        **named(rule),
        instance=f"{rule.id}/{default.instance}",
        opens=default.arose_on,
        due=count.result,
        closes=None,
        status=status_of(count.result, met_on, context.as_of),
        met_on=met_on,
        grounds=default.grounds | context.grounds(*told) | silent,
        trace=tuple(trace),
        notes=(*(given.notes if given else ()), *(_PROTECTIVE if protective else ())),
    )


def _event(default: Default, context: Context) -> date:
    """The day the time for notice runs from; relating a default back does not move it."""
    if context.choices[NOTICE_EVENT] == "FIRST-ACCRUAL-DAY":
        return max(default.accrues_from, default.arose_on + timedelta(days=1))
    return default.arose_on


_PROTECTIVE = ("nothing accrued on this default; the notice is protective",)
