"""Duties without a date: each as it stands, with the day its team aims at, which is no term."""

from dealclock.agreement.rules.duties import UndatedDuty
from dealclock.engine import assessment
from dealclock.engine.assessment import Step
from dealclock.engine.context import Context
from dealclock.engine.found import Found
from dealclock.facts.kinds import KINDS
from dealclock.facts.log import Seen

NOT_CONTRACTUAL = "team target, not contractual"


def add(context: Context, found: Found) -> None:
    """Every undated duty that stands, or that a fact has opened."""
    for rule in context.terms.all_of(UndatedDuty):
        if not rule.opened_by:
            found.duties.append(_duty(rule, None, context))
        for kind in rule.opened_by:
            events = found.within(rule.during, context.facts(kind))
            found.duties.extend(_duty(rule, event, context) for event in events)


def _duty(rule: UndatedDuty, event: Seen | None, context: Context) -> assessment.UndatedDuty:
    instance = f"{rule.id}/{event.id}" if event else rule.id
    own = context.fresh()
    done = own.about(rule.met_by, instance) if rule.met_by else None
    target = own.targets.get(rule.id) if event else None
    trace = [Step(f"the agreement's measure: {rule.standard}; it names no day", rule.clause)]
    if event:
        says = KINDS[event.fact.kind].says.rstrip(".")
        trace.insert(0, Step(f"opened: {says}", rule.clause, event.on))
    day = None
    if event and target:
        count = own.after(event.on, target)
        day = count.result
        trace.append(Step(f"{NOT_CONTRACTUAL}: {target} after it", "", day, count))
    if done:
        trace.append(Step("done on this day", rule.clause, done.on))
    return assessment.UndatedDuty(
        id=rule.id,
        instance=instance,
        clause=rule.clause,
        title=rule.title,
        owed_by=rule.owed_by,
        action=rule.action,
        standard=rule.standard,
        opens=event.on if event else None,
        done_on=done.on if done else None,
        target=day,
        grounds=own.grounds(event, done),
        trace=tuple(trace),
    )
