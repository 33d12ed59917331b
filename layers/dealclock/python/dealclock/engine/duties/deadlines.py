"""Deadlines counted from a date of the agreement, requests due a number of days before a date, and
conditions due not later than the day of another event.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import partial

from dealclock.agreement.rules.duties import Condition, Deadline, LeadTime
from dealclock.agreement.rules.rule import DefaultTerms
from dealclock.engine.conclusions import Default, Obligation, Window
from dealclock.engine.context import (
    Context,
    LastDay,
    as_amended,
    cut_short,
    window_status,
)
from dealclock.engine.defaults.by_lapse import Cured, default_by_lapse
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Step
from dealclock.engine.plugins import ExtendedDueDay, extended
from dealclock.engine.satisfying import Satisfaction, Waiting, satisfied
from dealclock.errors import EngineError
from dealclock.facts.kinds import what_happened
from dealclock.facts.log import EffectiveFact
from dealclock.records import record


def add_deadlines(context: Context, found: Findings) -> None:
    """Every deadline, and the default each became if it lapsed."""
    counted = [_count(rule, context.fresh()) for rule in context.terms.all_of(Deadline)]
    met = _met(counted, context)
    for each in counted:
        obligation, lapse = _deadline(each, met[each.rule.id])
        found.obligations.append(obligation)
        found.defaults.extend([lapse] if lapse else [])


@record
class _Counted:
    """A deadline with its last day, in its own context."""

    rule: Deadline
    opens: date
    trace: tuple[Step, ...]
    more: ExtendedDueDay
    context: Context

    @property
    def waits(self) -> Waiting:
        """The deadline as an instance that an event can satisfy."""
        lapse = self.rule.on_lapse
        names = (self.rule.id, lapse.id) if lapse else (self.rule.id,)
        return Waiting(self.rule.id, names, self.rule, self.opens, self.more.due)


def _count(rule: Deadline, context: Context) -> _Counted:
    last, trace = _last_day(rule, context)
    trace += cut_short(last, rule.clause, context)
    last = context.not_before(last)
    opens = min(context.terms.dates[each.after] for each in rule.times)
    becomes = rule.on_lapse.id if rule.on_lapse else ""
    more = extended(rule.id, last, rule.clause, context, becomes=becomes)
    return _Counted(rule, opens, tuple(trace), more, context)


def _met(counted: Sequence[_Counted], context: Context) -> Mapping[str, Satisfaction]:
    """The events that satisfy each deadline; deadlines for the same kind of event are matched
    together.
    """
    found: dict[str, Satisfaction] = {}
    for kind in dict.fromkeys(each.rule.met_by for each in counted):
        waiting = [each.waits for each in counted if each.rule.met_by == kind]
        found |= satisfied(kind, waiting, context)
    return found


def _deadline(counted: _Counted, found: Satisfaction) -> tuple[Obligation, Default | None]:
    rule, more, context, met = counted.rule, counted.more, counted.context, found.first
    trace = [*counted.trace, *more.steps]
    if met:
        trace.append(Step(found.text, rule.clause, met.on))
    obligation = Obligation(
        **rule.named,
        instance=rule.id,
        opens=counted.opens,
        due=more.due,
        closes=None,
        status=more.status(met.on if met else None, context.as_of),
        met_on=met.on if met else None,
        grounds=context.grounds(met, *more.facts, absence=met is None and context.as_of > more.due),
        trace=tuple(trace),
        notes=(*more.notes, *found.notes),
        not_counted=found.not_counted,
        on_lapse=rule.on_lapse.id if rule.on_lapse else "",
        waived=more.waived_by is not None,
    )
    if rule.on_lapse is None:
        return obligation, None
    cure = _cure(counted, rule.on_lapse, met)
    cured = Cured(cure.on, context.grounds(cure)) if cure else None
    terms = rule.on_lapse
    counted_from = None if rule.or_later else context.terms.dates[rule.after]
    made = default_by_lapse(terms, terms.id, obligation, cured, context, counted_from=counted_from)
    return obligation, made


def _cure(
    counted: _Counted, lapse: DefaultTerms, met: EffectiveFact | None
) -> EffectiveFact | None:
    """The event that cures the default: the late event that satisfies the deadline, if that is the
    cure; else the event recorded about it, or the first of its kind from the day the deadline
    opened.
    """
    if lapse.cured_by == counted.rule.met_by:
        return met
    alone = satisfied(lapse.cured_by, [counted.waits], counted.context)
    return alone[counted.rule.id].first


def _last_day(rule: Deadline, context: Context) -> tuple[date, list[Step]]:
    """The last day, the latest if there are several, and how each is counted."""
    days: list[date] = []
    trace: list[Step] = []
    for each in rule.times:
        start = context.terms.dates[each.after]
        count = context.after(start, each.within)
        name = each.after.replace("-", " ").title()
        days.append(count.result)
        trace += [
            Step(f"{name}, itself not counted", context.terms.clauses.dates, start),
            Step(f"{each.within} after it: the last day", rule.clause, count.result, count),
        ]
    if rule.or_later:
        trace.append(Step("the latest of these: the last day", rule.clause, max(days)))
    return max(days), trace


# Requests due a number of days before a day that a fact states, such as a sale.
#
# last day to ask    2         1     the sale
# ------|------------|---------|--------|
#   Nth Business Day before (CLEAR-DAYS: one more in between)


def add_lead_times(context: Context, found: Findings) -> None:
    """The request window for every fact that states a planned day."""
    planned = [
        counted
        for rule in context.terms.all_of(LeadTime)
        for plan in context.facts(rule.before_each)
        if (counted := _count_lead_time(rule, plan, context.fresh()))
    ]
    met: dict[str, Satisfaction] = {}
    for kind in dict.fromkeys(each.rule.met_by for each in planned):
        waiting = [each.waits for each in planned if each.rule.met_by == kind]
        met |= satisfied(kind, waiting, context)
    found.windows.extend(_time(each, met[each.instance]) for each in planned)


@record
class _PlannedRequest:
    """A planned day that a fact states, and the last day to make the request, in its own
    context.
    """

    rule: LeadTime
    plan: EffectiveFact
    target: date
    last: ExtendedDueDay
    context: Context

    @property
    def instance(self) -> str:
        """The id of the request window: rule and plan."""
        return f"{self.rule.id}/{self.plan.id}"

    @property
    def waits(self) -> Waiting:
        """The window as an instance that a request can satisfy, recorded about the plan or the
        window.
        """
        names = (self.plan.id, self.instance)
        return Waiting(self.instance, names, self.rule, self.plan.on, self.last.due)


def _count_lead_time(
    rule: LeadTime, plan: EffectiveFact, context: Context
) -> _PlannedRequest | None:
    if plan.fact.target is None:
        raise EngineError(f"{plan.id} has no target date; give {plan.kind} a target.")
    last = as_amended(rule, partial(_last_day_to_ask, plan.fact.target), context)
    if last is None:
        return None
    of, instance = plan.fact.holder, f"{rule.id}/{plan.id}"
    more = extended(instance, last.day, rule.clause, context, of=of, answers=True)
    counted = replace(more, steps=(*last.trace, *more.steps))
    return _PlannedRequest(rule, plan, plan.fact.target, counted, context)


def _time(planned: _PlannedRequest, found: Satisfaction) -> Window:
    rule, plan, last = planned.rule, planned.plan, planned.last
    context, asked = planned.context, found.first
    says = what_happened(plan.kind, context.terms)
    trace = [
        Step(f"{says}; itself not counted", rule.clause, planned.target),
        *last.steps,
    ]
    notes = [*last.notes, *found.notes]
    if asked is not None:
        late = "" if asked.on <= last.due or last.waived_by else ", too late to be bound by"
        trace.append(Step(f"asked on this day{late}", rule.clause, asked.on))
    elif last.due < plan.on:
        notes.append("when it was planned, it was too late to ask in time")
    return Window(
        **rule.named,
        instance=planned.instance,
        cause=plan.id,
        opens=plan.on,
        closes=last.due,
        status=window_status(plan.on, last.due, context.as_of),
        ended_on=asked.on if asked else None,
        grounds=context.grounds(plan, asked, *last.facts),
        trace=tuple(trace),
        notes=tuple(notes),
        not_counted=found.not_counted,
    )


def _last_day_to_ask(target: date, rule: LeadTime, context: Context) -> LastDay:
    clear = context.choices["at-least-before"] == "CLEAR-DAYS"
    count = context.back(target, rule.at_least, 1 if clear else 0)
    says = f"at least {rule.at_least} before it{' (CLEAR-DAYS)' if clear else ''}: the last day"
    return LastDay(count.result, (Step(says, rule.clause, count.result, count),))


# Conditions: acts due not later than the day of another event.
#
# "Not later than" a day includes it. Until that day is known, the event's own deadline is used
# instead; once that has passed without the event, there is no day to give.

EXPECTED = "the date is not known yet; the deadline for it is used instead"


def add_conditions(context: Context, found: Findings) -> None:
    """Every condition with a day; deadlines must have been added before."""
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
    more = extended(rule.id, context.not_before(day), rule.clause, context)
    due = more.due
    waits = Waiting(rule.id, (rule.id,), rule, expected.opens, due)
    found = satisfied(rule.met_by, [waits], context)[rule.id]
    met = found.first
    says = "not later than this day, itself included"
    trace = [Step(says if event else EXPECTED, rule.clause, day)]
    trace += [*cut_short(day, rule.clause, context), *more.steps]
    if met:
        trace.append(Step(found.text, rule.clause, met.on))
    silent = met is None and context.as_of > due
    grounds = context.grounds(event, met, *more.facts, absence=silent)
    return Obligation(
        **rule.named,
        instance=rule.id,
        cause=expected.instance,
        opens=expected.opens,
        due=due,
        closes=None,
        status=more.status(met.on if met else None, context.as_of),
        met_on=met.on if met else None,
        grounds=grounds if event else grounds | expected.grounds,
        trace=tuple(trace),
        notes=(*more.notes, *(() if event else (EXPECTED,)), *found.notes),
        not_counted=found.not_counted,
        waived=more.waived_by is not None,
    )
