"""Requests that must be made so many days before a day that a fact names, such as a sale.

last day to ask    2         1     the sale
------|------------|---------|--------|
  Nth Business Day before (CLEAR-DAYS: one more lies between)
"""

from datetime import date
from functools import partial

from dealclock.agreement.readings.counting import BEFORE
from dealclock.agreement.rules.duties import LeadTime
from dealclock.engine.as_amended import LastDay, as_amended
from dealclock.engine.conclusions import Window
from dealclock.engine.context import Context, EngineError, window_status
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Step
from dealclock.engine.satisfying import Satisfaction, Waiting, satisfied
from dealclock.facts.kinds import KINDS
from dealclock.facts.log import EffectiveFact
from dealclock.records import record


def add(context: Context, found: Findings) -> None:
    """The time to ask of every fact that names a day."""
    planned = [
        counted
        for rule in context.terms.all_of(LeadTime)
        for plan in context.facts(rule.before_each)
        if (counted := _count(rule, plan, context.fresh()))
    ]
    met: dict[str, Satisfaction] = {}
    for kind in dict.fromkeys(each.rule.met_by for each in planned):
        waiting = [each.waits for each in planned if each.rule.met_by == kind]
        met |= satisfied(kind, waiting, context)
    found.windows.extend(_time(each, met[each.instance]) for each in planned)


@record
class _PlannedRequest:
    """A day that a fact names, and the last day to ask before it, in a context of its own."""

    rule: LeadTime
    plan: EffectiveFact
    target: date
    last: LastDay
    context: Context

    @property
    def instance(self) -> str:
        """Its name."""
        return f"{self.rule.id}/{self.plan.id}"

    @property
    def waits(self) -> Waiting:
        """It as it waits for a request: one about the plan, or about itself."""
        names = (self.plan.id, self.instance)
        return Waiting(self.instance, names, self.rule, self.plan.on, self.last.day)


def _count(rule: LeadTime, plan: EffectiveFact, context: Context) -> _PlannedRequest | None:
    if plan.fact.target is None:
        raise EngineError(f"{plan.id} has no target date; give {plan.kind} a target.")
    last = as_amended(rule, partial(_last_day, plan.fact.target), context)
    return None if last is None else _PlannedRequest(rule, plan, plan.fact.target, last, context)


def _time(planned: _PlannedRequest, found: Satisfaction) -> Window:
    rule, plan, last = planned.rule, planned.plan, planned.last
    context, asked = planned.context, found.first
    says = KINDS[plan.kind].says.rstrip(".")
    trace = [
        Step(f"{says}; itself not counted", rule.clause, planned.target),
        *last.trace,
    ]
    notes = list(found.notes)
    if asked is not None:
        late = "" if asked.on <= last.day else ", too late to be bound by"
        trace.append(Step(f"asked on this day{late}", rule.clause, asked.on))
    elif last.day < plan.on:
        notes.append("when it was planned, it was too late to ask in time")
    return Window(
        **rule.named,
        instance=planned.instance,
        cause=plan.id,
        opens=plan.on,
        closes=last.day,
        status=window_status(plan.on, last.day, context.as_of),
        ended_on=asked.on if asked else None,
        grounds=context.grounds(plan, asked),
        trace=tuple(trace),
        notes=tuple(notes),
        not_counted=found.not_counted,
    )


def _last_day(target: date, rule: LeadTime, context: Context) -> LastDay:
    clear = context.choices[BEFORE] == "CLEAR-DAYS"
    count = context.back(target, rule.at_least, 1 if clear else 0)
    says = f"at least {rule.at_least} before it{' (CLEAR-DAYS)' if clear else ''}: the last day"
    return LastDay(count.result, (Step(says, rule.clause, count.result, count),))
