"""The conditions of the shelf itself: effective, not suspended, in use, no order against it, true.

What the terms do not state is not known, and neither is what the events leave open.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from dealclock.agreement.rules.duties import Duty
from dealclock.agreement.rules.suspensions import DayBudget, Outage, ProtectedPeriod
from dealclock.engine.conclusions import Obligation, Status
from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.orders import named_in, open_orders
from dealclock.engine.special.usable.condition import SaleCondition, near
from dealclock.engine.special.usable.stops import Stops
from dealclock.facts.log import EffectiveFact
from dealclock.facts.vocabulary import MISSTATED

_EFFECTIVE = "registration-statement-effective"
_UNUSABLE = ("prospectus-unusable", "prospectus-usable")
_DOWN_TIME = ("downtime-began", "downtime-ended")
_CORRECTING = ("supplement-filed", "amendment-effective", "report-filed")
_ORDER = {"stop-order": "stop order", "blue-sky-suspension": "blue sky order"}


def of_shelf(found: Findings, stops: Stops, context: Context) -> Iterator[SaleCondition]:
    """The conditions that are the same for every Holder, and those released before others."""
    yield from _effective(found, context)
    yield from _not_suspended(found, stops, context)
    yield _in_use(context)
    yield _no_order(found, context)
    yield _true(stops, context)


def _effective(found: Findings, context: Context) -> Iterator[SaleCondition]:
    name, nothing = "The shelf is effective", context.fresh().grounds(absence=True)
    rules = list(context.terms.all_of(ProtectedPeriod))
    if not rules:
        why = "the terms do not state how long the shelf stays effective"
        if not context.facts(_EFFECTIVE):
            why = "no effectiveness is recorded, and the terms state no Effectiveness Period"
        yield SaleCondition(name, "", None, why, nothing)
    for rule in rules:
        began = context.first(rule.begins_with)
        if began is None:
            why = "no effective registration statement is recorded"
            yield SaleCondition(name, rule.clause, False, why, nothing)
            continue
        grounds = context.fresh().grounds(began)
        period = found.window(rule.id)
        holds, why = True, f"effective since {near(began.on, context)}"
        if period is not None and (period.status is Status.CLOSED or period.ended_on is not None):
            over = near(period.ended_on or period.closes, context)
            grounds |= period.grounds
            early = next((e for e in rule.ends_early if e.limb == period.limb), None)
            if early is not None:
                gone = "sold" if early.when == "all sold" else "no longer outstanding"
                holds, why = False, f"everything under the shelf was {gone} by {over}"
                if early.when == "none outstanding":
                    why = f"no security has been outstanding since {over}"
            else:
                why = f"the {rule.title} ended {over}; is the shelf still effective?"
                yield SaleCondition(name, rule.clause, None, why, grounds)
                continue
        yield SaleCondition(name, rule.clause, holds, why, grounds)


def _not_suspended(found: Findings, stops: Stops, context: Context) -> Iterator[SaleCondition]:
    name = "No Suspension Period is open"
    rules = list(context.terms.all_of(DayBudget))
    if not rules:
        yield SaleCondition(name, "", None, "the terms do not state when the shelf is suspended")
    for rule in rules:
        running = [
            w
            for w in found.windows
            if w.id == rule.id and w.ended_on is None and w.opens <= context.as_of
        ]
        if not running:
            yield SaleCondition(name, rule.clause, True, "none is recorded as open")
            continue
        first = running[0]
        since, more = (
            near(first.opens, context),
            f"{first.instance}; record its end when use resumes",
        )
        cleared = stops.released_since(first.opens)
        if cleared is None:
            why = f"suspended since {since}, and no end is recorded"
            yield SaleCondition(name, rule.clause, False, why, first.grounds, more=more)
        else:
            why = f"cleared {near(cleared.on, context)}, but no end of the suspension is recorded"
            grounds = first.grounds | context.fresh().grounds(cleared)
            yield SaleCondition(name, rule.clause, None, why, grounds, more=more)


def _in_use(context: Context) -> SaleCondition:
    name = "The Prospectus is usable"
    rules = list(context.terms.all_of(Outage))
    clause = rules[0].clause if rules else ""
    pairs = dict.fromkeys((_UNUSABLE, _DOWN_TIME))
    pairs |= dict.fromkeys((r.opened_by, r.cured_by) for r in rules)
    pairs |= dict.fromkeys(
        (r.down_time.begins_with, r.down_time.ends_with) for r in rules if r.down_time
    )
    for begins, ends in pairs:
        for event in reversed(context.facts(begins)):
            if context.end_of(event, ends) is None:
                why = f"the Prospectus has been out of use since {near(event.on, context)}"
                grounds = context.fresh().grounds(event, absence=True)
                return SaleCondition(name, clause, False, why, grounds, more=f"event {event.id}")
    if not rules:
        why = "the terms do not state when the Prospectus is unusable"
        return SaleCondition(name, clause, None, why)
    return SaleCondition(name, clause, True, "no recorded event takes it out of use")


def _no_order(of_deal: Findings, context: Context) -> SaleCondition:
    name, found = "No order stops it", open_orders(context.known)
    if not found.orders:
        return SaleCondition(name, "", True, "no order is open")
    asked = [o for o in of_deal.obligations if o.id in _asking(context)]
    idle = _orders_without_effect(asked, context)
    stopping = [o for o in found.orders if o.id not in idle]
    grounds = context.fresh().grounds(*found.orders, *found.unnamed, absence=True)
    ids = ", ".join(o.id for o in found.orders)
    if not found.unnamed:
        first = (stopping or found.orders)[0]
        why = f"the {_ORDER[first.kind]} of {near(first.on, context)} is not lifted"
        if not stopping:
            why = f"{why}, though recorded not to end effectiveness"
            more = f"event {ids}; ask counsel whether it bars this sale, or record its lifting"
            return SaleCondition(name, "", None, why, grounds, more=more)
        notes = [n for o in asked if o.cause == first.id and o.met_on is None for n in o.notes]
        return SaleCondition(
            name, "", False, why, grounds, more="; ".join((f"event {ids}", *notes))
        )
    lifted = ", ".join(each.id for each in found.unnamed)
    more = f"record which of {ids} was lifted: correct {lifted}, with about"
    if len(found.unnamed) < len(stopping):
        days = " and ".join(near(o.on, context) for o in found.orders[:2])
        why = f"of {len(found.orders)} orders, from {days}, not all are lifted"
        return SaleCondition(name, "", False, why, grounds, more=more)
    last = near(found.unnamed[-1].on, context)
    why = f"it is not recorded which orders the liftings to {last} lifted"
    return SaleCondition(name, "", None, why, grounds, more=more)


def _asking(context: Context) -> Mapping[str, Duty]:
    """The provisions that ask whether an event opened an outage, by id."""
    return {rule.id: rule for rule in context.terms.all_of(Duty) if rule.asks_about}


def _orders_without_effect(asked: Sequence[Obligation], context: Context) -> set[str]:
    """The orders recorded not to have ended effectiveness or use, and of which no outage says that
    they did: a proceeding, or an order of one State, bars no sale by itself.
    """
    found, rules = set[str](), _asking(context)
    for each in asked:
        kinds = {seen.kind for f in each.grounds.facts if (seen := context.known.under(f))}
        outages = (o.opened_by for o in context.terms.all_of(Outage))
        if each.cause and rules[each.id].met_by in kinds and not kinds & set(outages):
            found.add(each.cause)
    return found


def _true(stops: Stops, context: Context) -> SaleCondition:
    """The condition that no misstatement is left uncorrected, Section 4(b)(i).

    A filing corrects the one it is about. So does the new Prospectus where it ended the stop that
    advice of that misstatement opened, if no other one is left.
    """
    name = "The Prospectus is true"
    left = [
        wrong
        for kind in MISSTATED
        for wrong in context.facts(kind)
        if not _corrected(wrong.id, wrong.on, context)
    ]
    if len(left) == 1 and stops.corrected_by_new_prospectus(left[0]):
        left = []
    if not left:
        return SaleCondition(name, "", True, "no misstatement is left uncorrected")
    first, ids = left[0], ", ".join(wrong.id for wrong in left)
    why = f"no filing that corrects the misstatement of {near(first.on, context)} is recorded"
    more = f"record the filing with about: {first.id}; ask counsel (open: {ids})"
    grounds = context.fresh().grounds(*left, absence=True)
    return SaleCondition(name, "", None, why, grounds, more=more)


def _corrected(wrong: str, since: date, context: Context) -> bool:
    filings: Sequence[EffectiveFact] = [s for kind in _CORRECTING for s in context.facts(kind)]
    return any(named_in(each.about) == wrong and each.on >= since for each in filings)
