"""Whether Notes may be sold under the shelf on a day: each condition of the terms.

A condition is satisfied, not satisfied, or unknown on the record; it is never guessed. The
Questionnaire and the notice of sale depend on the Holder.
"""

from collections.abc import Iterator
from datetime import date

from dealclock.agreement.rules.duties import FrequencyLimit, Stop, WindowRule
from dealclock.agreement.rules.interest import RateSchedule
from dealclock.agreement.rules.suspensions import DayBudget, Outage, ProtectedPeriod
from dealclock.days.day_words import day as spoken
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Status
from dealclock.engine.conclusions import Window as WindowFound
from dealclock.engine.context import NOTHING, Context
from dealclock.engine.grounds import Grounds
from dealclock.engine.questionnaires.entitlement import Entitlements
from dealclock.engine.questionnaires.filings import dues
from dealclock.records import record

_ORDERS, _LIFTED = ("stop-order", "blue-sky-suspension"), "stop-order-lifted"
_UNTRUE, _MENDED = "misstatement", ("supplement-filed", "amendment-effective", "report-filed")


@record
class SaleCondition:
    """One condition of a sale: whether it holds, None if not known, and why.

    `of_holder`: the condition depends on the Holder.
    """

    name: str
    clause: str
    holds: bool | None
    why: str
    grounds: Grounds = NOTHING
    of_holder: bool = False


def usable(found: Assessment, context: Context, holder: str | None) -> Iterator[SaleCondition]:
    """The conditions of a sale under the shelf on the day of the assessment.

    With `holder`, a name from the facts, they are for that Holder.
    """
    for rule in context.terms.all_of(ProtectedPeriod):
        yield _effective(rule, found, context)
    for budget in context.terms.all_of(DayBudget):
        yield _not_suspended(budget, found)
    for outage in context.terms.all_of(Outage):
        yield _in_use(outage, context)
    yield from _orders(context)
    for stop in context.terms.all_of(Stop):
        yield _no_stop(stop, found)
    yield from _named(context, holder)
    for window in context.terms.all_of(WindowRule):
        if window.needed_for is not None:
            yield _notice(window, found, context, holder)


def _effective(rule: ProtectedPeriod, found: Assessment, context: Context) -> SaleCondition:
    name = "The shelf is effective"
    began = context.first(rule.begins_with)
    if began is None:
        why = f"no {rule.begins_with} event is recorded by this day"
        return SaleCondition(name, rule.clause, False, why, context.fresh().grounds(absence=True))
    grounds = context.fresh().grounds(began)
    period = found.window(rule.id)
    if period is not None and (period.status is Status.CLOSED or period.ended_on is not None):
        why = f"the {rule.title} is over; whether it is still effective is not recorded"
        return SaleCondition(name, rule.clause, None, why, grounds)
    return SaleCondition(name, rule.clause, True, f"effective since {spoken(began.on)}", grounds)


def _not_suspended(rule: DayBudget, found: Assessment) -> SaleCondition:
    name = "No Suspension Period is open"
    running = [
        w
        for w in found.windows
        if w.id == rule.id and w.ended_on is None and w.opens <= found.as_of
    ]
    if running:
        why = f"suspended since {spoken(running[0].opens)} ({running[0].instance})"
        return SaleCondition(name, rule.clause, False, why, running[0].grounds)
    return SaleCondition(name, rule.clause, True, "none is recorded as open")


def _in_use(rule: Outage, context: Context) -> SaleCondition:
    name = "The Prospectus is usable"
    pairs = [(rule.opened_by, rule.cured_by)]
    if rule.down_time is not None:
        pairs.append((rule.down_time.begins_with, rule.down_time.ends_with))
    for begins, ends in pairs:
        for event in reversed(context.facts(begins)):
            if context.end_of(event, ends) is None:
                why = f"out of use since {spoken(event.on)} (event {event.id})"
                grounds = context.fresh().grounds(event, absence=True)
                return SaleCondition(name, rule.clause, False, why, grounds)
    return SaleCondition(name, rule.clause, True, "no recorded event takes it out of use")


def _orders(context: Context) -> Iterator[SaleCondition]:
    """The conditions for recorded stop orders and misstatements; none if none is recorded."""
    lifted = [s.on for s in context.facts(_LIFTED)]
    for order in (s for kind in _ORDERS for s in context.facts(kind)):
        if not any(day >= order.on for day in lifted):
            why = f"an order is recorded {spoken(order.on)} (event {order.id}) and no lifting since"
            grounds = context.fresh().grounds(order, absence=True)
            yield SaleCondition("No order stops it", "", False, why, grounds)
    mended = [s.on for kind in _MENDED for s in context.facts(kind)]
    for wrong in context.facts(_UNTRUE):
        if not any(day >= wrong.on for day in mended):
            why = f"a misstatement is recorded {spoken(wrong.on)} (event {wrong.id}); ask counsel"
            grounds = context.fresh().grounds(wrong, absence=True)
            yield SaleCondition("The Prospectus is true", "", None, why, grounds)


def _no_stop(rule: Stop, found: Assessment) -> SaleCondition:
    for duty in found.duties:
        if duty.id == rule.id and duty.is_open and duty.opens is not None:
            why = f"Holders have had to stop selling since {spoken(duty.opens)}, {rule.standard}"
            return SaleCondition(rule.title, rule.clause, False, why, duty.grounds)
    return SaleCondition(rule.title, rule.clause, True, "no stop is in effect")


def _named(context: Context, holder: str | None) -> Iterator[SaleCondition]:
    """The condition that the Holder is named in the Prospectus, by its Questionnaire."""
    schedule = next(context.terms.all_of(RateSchedule), None)
    entitlements = Entitlements(schedule.id, context) if schedule else None
    if entitlements is None or not entitlements.needed:
        return
    name, clause = "Its Questionnaire was delivered", entitlements.clause
    if holder is None:
        why = "depends on the Holder: add holder and its name"
        yield SaleCondition(name, clause, None, why, of_holder=True)
        return
    own = entitlements.of(holder)
    holds: bool | None
    if own.delivered_on is None:
        holds, why = False, "its Questionnaire is not recorded as delivered"
    elif own.in_time_to_be_named is False:
        holds, why = _late(context, holder, own.delivered_on)
    elif own.volunteered and not own.in_initial_filing:
        holds, why = _after_the_filing(context, holder, own.delivered_on)
    elif own.in_initial_filing:
        holds, why = True, f"volunteered {spoken(own.delivered_on)}, into the initial filing"
    else:
        holds, why = True, f"delivered {spoken(own.delivered_on)}"
    yield SaleCondition(name, clause, holds, why, own.grounds, of_holder=True)


def _after_the_filing(context: Context, holder: str, delivered: date) -> tuple[bool | None, str]:
    """The condition for a volunteered Questionnaire delivered after the initial filing."""
    kinds = {
        kind
        for rule in context.terms.all_of(FrequencyLimit)
        for kind in (*rule.before_effective.kinds, *rule.once_effective.kinds)
    }
    filings = sorted((s for k in kinds for s in context.facts(k)), key=context.known.place)
    for each in filings:
        if each.on >= delivered and each.fact.holder in (None, holder):
            return True, f"delivered {spoken(delivered)}, and named {spoken(each.on)}"
    late = f"its Questionnaire was delivered {spoken(delivered)}, after the initial filing"
    return None, f"{late}, and no filing that names it is recorded; ask counsel"


def _late(context: Context, holder: str, delivered: date) -> tuple[bool | None, str]:
    for rule in context.terms.all_of(FrequencyLimit):
        for due in dues(rule, context):
            if due.late.received.fact.holder == holder and due.late.named_by is not None:
                named = spoken(due.late.named_by.on)
                return True, f"delivered late, {spoken(delivered)}, and named {named}"
    late = f"its Questionnaire was delivered late, {spoken(delivered)}"
    return False, f"{late}, and no filing that names it is recorded"


def _notice(
    rule: WindowRule, found: Assessment, context: Context, holder: str | None
) -> SaleCondition:
    by = {s.id: s.fact.holder for s in context.facts(rule.opened_by)}
    open_now = [
        w
        for w in found.windows
        if w.id == rule.id and w.ended_on is None and w.opens <= found.as_of <= w.closes
    ]
    name = f"A {rule.title} is in force"
    if holder is None:
        why = "depends on the Holder: add holder and its name"
        grounds = NOTHING
        for w in open_now:
            why = f"{w.instance} is, to {spoken(w.closes)}; whether it is the Holder's own {_OWN}"
            grounds |= w.grounds
        return SaleCondition(name, rule.clause, None, why, grounds, of_holder=True)
    mine = [w for w in open_now if by.get(w.instance.partition("/")[2]) == holder]
    nobodys = [w for w in open_now if by.get(w.instance.partition("/")[2]) is None]
    if mine:
        holds, why = _under_all(mine[0], found.as_of)
        return SaleCondition(name, rule.clause, holds, why, mine[0].grounds, of_holder=True)
    if nobodys:
        why = f"{nobodys[0].instance} is, but its event names no Holder"
        return SaleCondition(name, rule.clause, None, why, nobodys[0].grounds, of_holder=True)
    why = f"no {rule.title} of this Holder is in force"
    return SaleCondition(name, rule.clause, False, why, context.fresh().grounds(absence=True), True)


_OWN = "depends on the Holder"


def _under_all(window: WindowFound, day: date) -> tuple[bool | None, str]:
    """Whether a window is open under every reading compared; None if only under some."""
    why = f"{window.instance}, {spoken(window.opens)} to {spoken(window.closes)}"
    safe = window.safe_together or window.safe
    if safe is None or safe[0] <= day <= safe[1]:
        return True, why
    if safe[0] > safe[1]:
        return None, f"{why}, but no day is inside it under every reading; ask counsel"
    return None, f"{why}, but {spoken(safe[0])} to {spoken(safe[1])} only under every reading"
