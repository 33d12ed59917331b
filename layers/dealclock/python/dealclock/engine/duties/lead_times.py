"""Requests that must be made so many days before a day that a fact names, such as a sale.

last day to ask    2         1     the sale
------|------------|---------|--------|
  Nth Business Day before (CLEAR-DAYS: one more lies between)
"""

from dealclock.agreement.readings.counting import BEFORE
from dealclock.agreement.rules.duties import LeadTime
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
            found.windows.append(_time(rule, plan, context.fresh()))


def _time(rule: LeadTime, plan: Seen, context: Context) -> Window:
    if plan.fact.target is None:
        raise EngineError(f"{plan.id} names no day; {plan.kind} must give a target.")
    clear = context.choices[BEFORE] == "CLEAR-DAYS"
    count = context.back(plan.fact.target, rule.at_least, 1 if clear else 0)
    asked = context.about(rule.met_by, plan.id)
    says = KINDS[plan.kind].says.rstrip(".")
    trace = [
        Step(f"{says}; itself not counted", rule.clause, plan.fact.target),
        Step(
            f"at least {rule.at_least} before it{' (CLEAR-DAYS)' if clear else ''}: the last day",
            rule.clause,
            count.result,
            count,
        ),
    ]
    notes = []
    if asked is not None:
        late = "" if asked.on <= count.result else ", too late to be bound by"
        trace.append(Step(f"asked on this day{late}", rule.clause, asked.on))
    elif count.result < plan.on:
        notes.append("when it was planned, no day was left to ask in time")
    return Window(
        **rule.named,
        instance=f"{rule.id}/{plan.id}",
        opens=plan.on,
        closes=count.result,
        status=window_status(plan.on, count.result, context.as_of),
        ended_on=asked.on if asked else None,
        grounds=context.grounds(plan, asked),
        trace=tuple(trace),
        notes=tuple(notes),
    )
