"""Duties without a date: each as it stands, with the day its team aims at, which is no term."""

from datetime import date

from dealclock.agreement.rules.duties import UndatedDuty
from dealclock.engine import assessment
from dealclock.engine.assessment import Grounds, Step
from dealclock.engine.context import NOTHING, Context
from dealclock.engine.found import Found
from dealclock.facts.kinds import KINDS
from dealclock.facts.log import Seen

NOT_CONTRACTUAL = "team target, not contractual"


def add(context: Context, found: Found) -> None:
    """Every undated duty that stands, or that a fact has opened."""
    for rule in context.terms.all_of(UndatedDuty):
        says = f"the agreement's measure: {rule.standard}; it names no day"
        measure = Step(says, rule.clause)
        if not rule.opened_by:
            found.duties.append(_duty(rule, rule.id, NOTHING, (measure,)))
        for kind in rule.opened_by:
            says = f"opened: {KINDS[kind].says.rstrip('.')}"
            for event in found.within(rule.during, context.facts(kind)):
                found.duties.append(_opened(rule, event, says, measure, context.fresh()))


def _opened(
    rule: UndatedDuty, event: Seen, says: str, measure: Step, context: Context
) -> assessment.UndatedDuty:
    instance = f"{rule.id}/{event.id}"
    done = context.about(rule.met_by, instance) if rule.met_by else None
    target = context.targets.get(rule.id)
    trace = [Step(says, rule.clause, event.on), measure]
    day = None
    if target:
        count = context.after(event.on, target)
        day = count.result
        trace.append(Step(f"{NOT_CONTRACTUAL}: {target} after it", "", day, count))
    if done:
        trace.append(Step("done on this day", rule.clause, done.on))
    grounds = context.grounds(event, done)
    return _duty(rule, instance, grounds, tuple(trace), event.on, done.on if done else None, day)


def _duty(
    rule: UndatedDuty,
    instance: str,
    grounds: Grounds,
    trace: tuple[Step, ...],
    opens: date | None = None,
    done_on: date | None = None,
    target: date | None = None,
) -> assessment.UndatedDuty:
    return assessment.UndatedDuty(
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
