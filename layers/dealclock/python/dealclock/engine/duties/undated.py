"""Duties without a date: each as it stands, with the day its team aims at, which is no term."""

from dataclasses import replace

from dealclock.agreement.rules.duties import UndatedDuty
from dealclock.engine import assessment
from dealclock.engine.assessment import Step
from dealclock.engine.context import NOTHING, Context
from dealclock.engine.found import Found
from dealclock.facts.kinds import KINDS
from dealclock.facts.log import Seen

NOT_CONTRACTUAL = "team target, not contractual"


def add(context: Context, found: Found) -> None:
    """Every undated duty that stands, or that a fact has opened."""
    for rule in context.terms.all_of(UndatedDuty):
        if not rule.opened_by:
            found.duties.append(_standing(rule))
        for kind in rule.opened_by:
            events = found.within(rule.during, context.facts(kind))
            found.duties.extend(_opened(rule, event, context.fresh()) for event in events)


def _standing(rule: UndatedDuty) -> assessment.UndatedDuty:
    says = f"the agreement's measure: {rule.standard}; it names no day"
    return assessment.UndatedDuty(
        id=rule.id,
        instance=rule.id,
        clause=rule.clause,
        title=rule.title,
        owed_by=rule.owed_by,
        action=rule.action,
        standard=rule.standard,
        opens=None,
        done_on=None,
        target=None,
        grounds=NOTHING,
        trace=(Step(says, rule.clause),),
    )


def _opened(rule: UndatedDuty, event: Seen, context: Context) -> assessment.UndatedDuty:
    instance = f"{rule.id}/{event.id}"
    done = context.about(rule.met_by, instance) if rule.met_by else None
    target = context.targets.get(rule.id)
    standing = _standing(rule)
    says = KINDS[event.fact.kind].says.rstrip(".")
    trace = [Step(f"opened: {says}", rule.clause, event.on), *standing.trace]
    day = None
    if target:
        count = context.after(event.on, target)
        day = count.result
        trace.append(Step(f"{NOT_CONTRACTUAL}: {target} after it", "", day, count))
    if done:
        trace.append(Step("done on this day", rule.clause, done.on))
    return replace(
        standing,
        instance=instance,
        opens=event.on,
        done_on=done.on if done else None,
        target=day,
        grounds=context.grounds(event, done),
        trace=tuple(trace),
    )
