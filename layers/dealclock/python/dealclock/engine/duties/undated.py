"""Duties without a date: each as it stands, with the day its team aims at, which is no term."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from dealclock.agreement.rules.duties import UndatedDutyRule
from dealclock.engine import conclusions
from dealclock.engine.context import NOTHING, Context
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Grounds, Step
from dealclock.engine.satisfying import Satisfaction, Waiting, satisfied
from dealclock.facts.kinds import KINDS
from dealclock.facts.log import EffectiveFact

NOT_CONTRACTUAL = "team target, not contractual"


def add(context: Context, found: Findings) -> None:
    """Every undated duty that stands, or that a fact has opened."""
    opened = [
        (rule, event)
        for rule in context.terms.all_of(UndatedDutyRule)
        for kind in rule.opened_by
        for event in found.within(rule.during, context.facts(kind))
    ]
    done = _done(opened, context)
    for rule in context.terms.all_of(UndatedDutyRule):
        if not rule.opened_by:
            found.duties.append(_duty(rule, rule.id, NOTHING, (_measure(rule),)))
        for event in (e for r, e in opened if r is rule):
            by = done.get(_instance(rule, event), Satisfaction())
            found.duties.append(_opened(rule, event, by, context.fresh()))


def _instance(rule: UndatedDutyRule, event: EffectiveFact) -> str:
    return f"{rule.id}/{event.id}"


def _measure(rule: UndatedDutyRule) -> Step:
    return Step(f"the agreement's measure: {rule.standard}; it names no day", rule.clause)


def _done(
    opened: Sequence[tuple[UndatedDutyRule, EffectiveFact]], context: Context
) -> Mapping[str, Satisfaction]:
    """What satisfies each of them, those together that wait for events of one kind."""
    found: dict[str, Satisfaction] = {}
    for kind in dict.fromkeys(rule.met_by for rule, _ in opened if rule.met_by):
        waiting = [
            Waiting(name, (name,), rule, event.on)
            for rule, event in opened
            if rule.met_by == kind and (name := _instance(rule, event))
        ]
        found |= satisfied(kind, waiting, context)
    return found


def _opened(
    rule: UndatedDutyRule, event: EffectiveFact, found: Satisfaction, context: Context
) -> conclusions.UndatedDuty:
    done = found.first
    target = context.targets.get(rule.id)
    says = f"opened: {KINDS[event.kind].says.rstrip('.')}"
    trace = [Step(says, rule.clause, event.on), _measure(rule)]
    day = None
    if target:
        count = context.after(event.on, target)
        day = count.result
        trace.append(Step(f"{NOT_CONTRACTUAL}: {target} after it", "", day, count))
    if done:
        trace.append(Step(found.says, rule.clause, done.on))
    grounds = context.grounds(event, done)
    on, name = done.on if done else None, _instance(rule, event)
    made = _duty(rule, name, grounds, tuple(trace), event.on, on, day)
    return replace(made, notes=found.notes, not_counted=found.not_counted, cause=event.id)


def _duty(
    rule: UndatedDutyRule,
    instance: str,
    grounds: Grounds,
    trace: tuple[Step, ...],
    opens: date | None = None,
    done_on: date | None = None,
    target: date | None = None,
) -> conclusions.UndatedDuty:
    return conclusions.UndatedDuty(
        id=rule.id,
        instance=instance,
        clause=rule.clause,
        title=rule.title,
        owed_by=rule.owed_by,
        action=rule.action,
        standard=rule.standard,
        opens=opens,
        done_on=done_on,
        target=target,
        grounds=grounds,
        trace=trace,
    )
