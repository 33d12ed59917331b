"""Requests that must be made so many days before a day that a fact names, such as a sale.

last day to ask    2         1     the sale
------|------------|---------|--------|
  Nth Business Day before (CLEAR-DAYS: one more lies between)
"""

from datetime import date
from functools import partial

from dealclock.agreement.readings.counting import BEFORE
from dealclock.agreement.rules.duties import LeadTime
from dealclock.days.counting import business_days_before
from dealclock.engine.as_amended import LastDay, as_amended
from dealclock.engine.conclusions import Window
from dealclock.engine.context import Context, EngineError, window_status
from dealclock.engine.found import Found
from dealclock.engine.grounds import Step
from dealclock.facts.kinds import KINDS
from dealclock.facts.log import Seen


def add(context: Context, found: Found) -> None:
    """The time to ask of every fact that names a day."""
    for rule in context.terms.all_of(LeadTime):
        for plan in context.facts(rule.before_each):
            time = _time(rule, plan, context.fresh())
            found.windows.extend([time] if time else [])


def _time(rule: LeadTime, plan: Seen, context: Context) -> Window | None:
    if plan.fact.target is None:
        raise EngineError(f"{plan.id} names no day; {plan.kind} must give a target.")
    last = as_amended(rule, partial(_last_day, plan.fact.target), context)
    if last is None:
        return None
    asked = context.about(rule.met_by, plan.id)
    says = KINDS[plan.kind].says.rstrip(".")
    trace = [
        Step(f"{says}; itself not counted", rule.clause, plan.fact.target),
        *last.trace,
    ]
    notes = []
    if asked is not None:
        late = "" if asked.on <= last.day else ", too late to be bound by"
        trace.append(Step(f"asked on this day{late}", rule.clause, asked.on))
    elif last.day < plan.on:
        notes.append("when it was planned, no day was left to ask in time")
    return Window(
        **rule.named,
        instance=f"{rule.id}/{plan.id}",
        opens=plan.on,
        closes=last.day,
        status=window_status(plan.on, last.day, context.as_of),
        ended_on=asked.on if asked else None,
        grounds=context.grounds(plan, asked),
        trace=tuple(trace),
        notes=tuple(notes),
    )


def _last_day(target: date, rule: LeadTime, context: Context) -> LastDay:
    clear = context.choices[BEFORE] == "CLEAR-DAYS"
    n = rule.at_least.count + (1 if clear else 0)
    count = business_days_before(target, n, context.calendar)
    says = f"at least {rule.at_least} before it{' (CLEAR-DAYS)' if clear else ''}: the last day"
    return LastDay(count.result, (Step(says, rule.clause, count.result, count),))
