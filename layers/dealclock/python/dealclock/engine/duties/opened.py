"""Duties that facts open, such as advising Holders within five Business Days.

stop order   1   2       3   4   5 = the last day to advise
---|---------|---|--(x)--|---|---|
not counted
"""

from datetime import date
from functools import partial

from dealclock.agreement.readings.duties import ADVICE
from dealclock.agreement.rules.duties import Duty
from dealclock.engine.as_amended import LastDay, as_amended
from dealclock.engine.conclusions import Obligation
from dealclock.engine.context import Context, status_of
from dealclock.engine.found import Found
from dealclock.engine.grounds import Step
from dealclock.engine.notices.deemed import DeemedGiven, deemed_given
from dealclock.engine.notices.handing_over import hand_overs
from dealclock.facts.kinds import KINDS
from dealclock.facts.log import Seen


def add(context: Context, found: Found) -> None:
    """The duty of every fact that opens one."""
    for rule in context.terms.all_of(Duty):
        for kind in rule.opened_by:
            for event in found.within(rule.during, context.facts(kind)):
                duty = _duty(rule, event, context.fresh())
                found.obligations.extend([duty] if duty else [])


def _duty(rule: Duty, event: Seen, context: Context) -> Obligation | None:
    known = context.about(rule.known_by, event.id) if rule.known_by else None
    start = _starts(event, known, context)
    last = as_amended(rule, partial(_last_day, start), context)
    if last is None:
        return None
    told = context.known.about(rule.met_by, event.id)
    given = _given(rule, told, context)
    met_on = given.on if given.on and given.on <= context.as_of else None
    methods = hand_overs(event.on, last.day, context) if met_on is None else ()
    what = KINDS[event.kind].says.rstrip(".")
    trace = (
        Step(f"{what}; itself not counted", rule.clause, start),
        *last.trace,
        *given.trace,
    )
    silent = met_on is None and context.as_of > last.day
    return Obligation(
        **rule.named,
        instance=f"{rule.id}/{event.id}",
        opens=event.on,
        due=last.day,
        closes=None,
        status=status_of(last.day, met_on, context.as_of),
        met_on=met_on,
        grounds=context.grounds(event, known, *told, absence=silent),
        trace=trace,
        notes=given.notes,
        methods=methods,
    )


def _last_day(start: date, rule: Duty, context: Context) -> LastDay:
    count = context.after(start, rule.within)
    step = Step(f"{rule.within} after it: the last day", rule.clause, count.result, count)
    return LastDay(count.result, (step,))


def _starts(event: Seen, known: Seen | None, context: Context) -> date:
    """The event, or the day it became known where that is a later one and counts."""
    if known is None or known.on <= event.on:
        return event.on
    return known.on if context.choices[ADVICE] == "KNOWLEDGE" else event.on


def _given(rule: Duty, told: tuple[Seen, ...], context: Context) -> DeemedGiven:
    """When the advice counts as given: told without a delivery it was told by mouth, that day."""
    spoken = next((s for s in told if not s.fact.given), None)
    written = [s for s in told if s.fact.given]
    by_notice = deemed_given(written, rule.to, context) if written else DeemedGiven(None, (), ())
    if spoken is None:
        return by_notice
    if by_notice.on is not None and by_notice.on <= spoken.on:
        return by_notice
    return DeemedGiven(spoken.on, (Step("told on this day", rule.clause, spoken.on),), ())
