"""When a notice counts as given: by each method, and to all who must have it."""

from collections.abc import Sequence
from datetime import date
from operator import attrgetter

from dealclock.days.counting import business_days_after
from dealclock.engine.context import Context
from dealclock.engine.grounds import Step
from dealclock.facts.fact import NoticeDelivery
from dealclock.facts.log import EffectiveFact
from dealclock.records import record


@record
class DeemedDelivery:
    """The day a notice is given, the later of its addressees; None while it is not, with why."""

    on: date | None
    trace: tuple[Step, ...]
    notes: tuple[str, ...]


Manner = tuple[tuple[str, str, date, date | None], ...]
_MANNER = attrgetter("to", "method", "on", "acknowledged")


def manner(notice: EffectiveFact) -> Manner:
    """How a notice was sent: notices sent alike are given alike."""
    return tuple(map(_MANNER, notice.fact.given))


def deemed_given(
    notices: Sequence[EffectiveFact], to: Sequence[str], context: Context
) -> DeemedDelivery:
    """When a notice counts as given to everyone in `to`, however many facts record it.

    The first delivery that counts is the one that gave it: a notice sent again by hand is given
    by hand though the e-mail before it was not.
    """
    deliveries = [given for notice in notices for given in notice.fact.given]
    clause = context.terms.clauses.deemed_notice
    steps: list[Step] = []
    notes: list[str] = []
    days: list[date] = []
    for addressee in to:
        first: date | None = None
        why: dict[str, None] = {}
        for each in deliveries:
            if each.to == addressee:
                step = _deemed(each, clause, context)
                steps.append(step)
                if step.day is None:
                    why[f"by {each.method}, {_why_not(each, context)} ({clause})"] = None
                if step.day is not None and (first is None or step.day < first):
                    first = step.day
        if first is None:
            because = "; ".join(why) or "no delivery to it is recorded"
            notes.append(f"not given to the {context.terms.called(addressee)}: {because}")
        else:
            days.append(first)
    on = max(days) if len(days) == len(to) else None
    if on is not None and len(to) > 1:
        steps.append(Step("given when the last addressee has it", clause, on))
    return DeemedDelivery(on, tuple(steps), tuple(notes))


def _deemed(given: NoticeDelivery, clause: str, context: Context) -> Step:
    method = given.method
    who = f"by {method} to the {context.terms.called(given.to)}"
    if why_not := _why_not(given, context):
        return Step(f"{who}: {why_not}, so not given", clause)
    rule = context.terms.deemed_notice[method]
    if rule.needs_acknowledgement:
        return Step(f"{who}: given when receipt was acknowledged", clause, given.acknowledged)
    if rule.business_days == 0:
        return Step(f"{who}: given on delivery", clause, given.on)
    count = business_days_after(given.on, rule.business_days, context.calendar)
    days = f"{rule.business_days} Business Day{'s' * (rule.business_days != 1)}"
    return Step(f"{who}: deemed given {days} after it was sent", clause, count.result, count)


def _why_not(given: NoticeDelivery, context: Context) -> str:
    """Why a delivery does not count; "" where it does."""
    if not valid(given, context):
        return "not a method the agreement lists"
    rule = context.terms.deemed_notice[given.method]
    waits = rule.needs_acknowledgement and given.acknowledged is None
    return "receipt not acknowledged" if waits else ""


def valid(delivery: NoticeDelivery, context: Context) -> bool:
    """Whether a delivery is by a method the agreement lists."""
    rule = context.terms.deemed_notice.get(delivery.method)
    return rule is not None and rule.valid


def received_on(delivery: NoticeDelivery, context: Context) -> date | None:
    """The day a delivery was in its addressee's hands, as far as it is recorded."""
    if delivery.acknowledged is not None:
        return delivery.acknowledged
    rule = context.terms.deemed_notice[delivery.method]
    in_hand = rule.business_days == 0 and not rule.needs_acknowledgement
    return delivery.on if in_hand else None
