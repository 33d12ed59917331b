"""The conditions of the shelf itself: effective, not suspended, in use, no order against it, true.
Sections 2(a)(iii), 3(a)(iii) and 4(b) of infocrossing-2004.

What the terms do not state is not known, and neither is what the events leave open.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from dealclock.agreement.rules.duties import Duty
from dealclock.agreement.rules.suspensions import DayBudget, Outage, ProtectedPeriod
from dealclock.engine.conclusions import Obligation, Status
from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.orders import named_in, open_orders
from dealclock.engine.special.usable.condition import SaleCondition, near
from dealclock.engine.special.usable.stops import Stops
from dealclock.facts.vocabulary import MISSTATED

_EFFECTIVE = "registration-statement-effective"
_OUT_OF_USE = (("prospectus-unusable", "prospectus-usable"), ("downtime-began", "downtime-ended"))
_CORRECTING = ("supplement-filed", "amendment-effective", "report-filed")
_ORDER = {"stop-order": "stop order", "blue-sky-suspension": "blue sky order"}


def of_shelf(found: Findings, stops: Stops, context: Context) -> Iterator[SaleCondition]:
    """The conditions that are the same for every Holder, and those released before others."""
    periods, budgets = context.terms.all_of(ProtectedPeriod), context.terms.all_of(DayBudget)
    yield from [_effective(rule, found, context) for rule in periods] or [_no_period(context)]
    suspended = [_not_suspended(rule, found, stops, context) for rule in budgets]
    why = "the terms do not state when the shelf is suspended"
    yield from suspended or [SaleCondition(_SUSPENDED, "", None, why)]
    yield _in_use(context)
    yield _no_order(found, context)
    yield _true(stops, context)


_NAME, _SUSPENDED = "The shelf is effective", "No Suspension Period is open"


def _no_period(context: Context) -> SaleCondition:
    why = "the terms do not state how long the shelf stays effective"
    if not context.facts(_EFFECTIVE):
        why = "no effectiveness is recorded, and the terms state no Effectiveness Period"
    return SaleCondition(_NAME, "", None, why, context.fresh().grounds(absence=True))


def _effective(rule: ProtectedPeriod, found: Findings, context: Context) -> SaleCondition:
    says, own = partial(SaleCondition, _NAME, rule.clause), context.fresh()
    began, period = context.first(rule.begins_with), found.window(rule.id)
    if began is None:
        why = "no effective registration statement is recorded"
        return says(False, why, own.grounds(absence=True))
    grounds = own.grounds(began)
    if period is None or (period.status is not Status.CLOSED and period.ended_on is None):
        return says(True, f"effective since {near(began.on, context)}", grounds)
    over, grounds = near(period.ended_on or period.closes, context), grounds | period.grounds
    early = next((e for e in rule.ends_early if e.limb == period.limb), None)
    if early is None:
        return says(None, f"the {rule.title} ended {over}; is the shelf still effective?", grounds)
    if early.when == "none outstanding":
        return says(False, f"no security has been outstanding since {over}", grounds)
    return says(False, f"everything under the shelf was sold by {over}", grounds)


def _not_suspended(
    rule: DayBudget, found: Findings, stops: Stops, context: Context
) -> SaleCondition:
    says = partial(SaleCondition, _SUSPENDED, rule.clause)
    own = (w for w in found.windows if w.id == rule.id and w.ended_on is None)
    first = next((w for w in own if w.opens <= context.as_of), None)
    if first is None:
        return says(True, "none is recorded as open")
    more = f"{first.instance}; record its end when use resumes"
    cleared = stops.released_since(first.opens)
    if cleared is None:
        why = f"suspended since {near(first.opens, context)}, and no end is recorded"
        return says(False, why, first.grounds, more=more)
    why = f"cleared {near(cleared.on, context)}, but no end of the suspension is recorded"
    return says(None, why, first.grounds | context.fresh().grounds(cleared), more=more)


def _in_use(context: Context) -> SaleCondition:
    name, rules = "The Prospectus is usable", list(context.terms.all_of(Outage))
    says = partial(SaleCondition, name, rules[0].clause if rules else "")
    downs = (r.down_time for r in rules if r.down_time)
    pairs = (
        *_OUT_OF_USE,
        *((r.opened_by, r.cured_by) for r in rules),
        *((down.begins_with, down.ends_with) for down in downs),
    )
    for begins, ends in dict.fromkeys(pairs):
        for event in reversed(context.facts(begins)):
            if context.end_of(event, ends) is None:
                why = f"the Prospectus has been out of use since {near(event.on, context)}"
                grounds = context.fresh().grounds(event, absence=True)
                return says(False, why, grounds, more=f"event {event.id}")
    if not rules:
        return says(None, "the terms do not state when the Prospectus is unusable")
    return says(True, "no recorded event takes it out of use")


def _no_order(of_deal: Findings, context: Context) -> SaleCondition:
    says, found = partial(SaleCondition, "No order stops it", ""), open_orders(context.known)
    if not found.orders:
        return says(True, "no order is open")
    asked = [o for o in of_deal.obligations if o.id in _asking(context)]
    idle = _orders_without_effect(asked, context)
    stopping = [o for o in found.orders if o.id not in idle]
    first = (stopping or found.orders)[0]
    grounds = context.fresh().grounds(*found.orders, *found.unnamed, absence=True)
    ids = ", ".join(o.id for o in found.orders)
    if not found.unnamed:
        why = f"the {_ORDER[first.kind]} of {near(first.on, context)} is not lifted"
        if not stopping:
            why = f"{why}, though recorded not to end effectiveness"
            more = f"event {ids}; ask counsel whether it bars this sale, or record its lifting"
            return says(None, why, grounds, more=more)
        notes = [n for o in asked if o.cause == first.id and o.met_on is None for n in o.notes]
        return says(False, why, grounds, more="; ".join((f"event {ids}", *notes)))
    lifted = ", ".join(each.id for each in found.unnamed)
    more = f"record which of {ids} was lifted: correct {lifted}, with about"
    if len(found.unnamed) < len(stopping):
        days = " and ".join(near(o.on, context) for o in found.orders[:2])
        why = f"of {len(found.orders)} orders, from {days}, not all are lifted"
        return says(False, why, grounds, more=more)
    last = near(found.unnamed[-1].on, context)
    why = f"it is not recorded which orders the liftings to {last} lifted"
    return says(None, why, grounds, more=more)


def _asking(context: Context) -> Mapping[str, Duty]:
    """The provisions that ask whether an event opened an outage, by id."""
    return {rule.id: rule for rule in context.terms.all_of(Duty) if rule.asks_about}


def _orders_without_effect(asked: Sequence[Obligation], context: Context) -> set[str]:
    """The orders recorded not to have ended effectiveness or use, and of which no outage says that
    they did: a proceeding, or an order of one State, bars no sale by itself.
    """
    found, rules = set[str](), _asking(context)
    outages = {o.opened_by for o in context.terms.all_of(Outage)}
    for each in asked:
        kinds = {seen.kind for f in each.grounds.facts if (seen := context.known.under(f))}
        if each.cause and rules[each.id].met_by in kinds and not kinds & outages:
            found.add(each.cause)
    return found


def _true(stops: Stops, context: Context) -> SaleCondition:
    """The condition that no misstatement is left uncorrected, Section 4(b)(i).

    A filing corrects the one it is about. So does the new Prospectus where it ended the stop that
    advice of that misstatement opened, if no other one is left.
    """
    says = partial(SaleCondition, "The Prospectus is true", "")
    filings = [(named_in(s.about), s.on) for kind in _CORRECTING for s in context.facts(kind)]
    left = [
        wrong
        for kind in MISSTATED
        for wrong in context.facts(kind)
        if not any(of == wrong.id and on >= wrong.on for of, on in filings)
    ]
    if not left or (len(left) == 1 and stops.corrected_by_new_prospectus(left[0])):
        return says(True, "no misstatement is left uncorrected")
    first, ids = left[0], ", ".join(wrong.id for wrong in left)
    why = f"no filing that corrects the misstatement of {near(first.on, context)} is recorded"
    more = f"record the filing with about: {first.id}; ask counsel (open: {ids})"
    return says(None, why, context.fresh().grounds(*left, absence=True), more=more)
