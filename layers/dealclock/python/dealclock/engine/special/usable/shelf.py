"""The conditions of the shelf itself: effective, not suspended, in use, no order against it, true.
Sections 2(a)(iii), 3(a)(iii) and 4(b) of infocrossing-2004.

The shelf is a state that effectiveness begins; its suspensions are the states with limits. What the
terms do not state is not known, and neither is what the events leave open.
"""

from collections.abc import Iterator, Sequence
from dataclasses import field
from datetime import date
from functools import partial
from typing import Literal

from dealclock.days.day_words import near_day
from dealclock.engine.conclusions import Status, UndatedDuty
from dealclock.engine.context import Context
from dealclock.engine.contradictions import named_in, open_orders
from dealclock.engine.duties.stops import holders_on_record, released
from dealclock.engine.findings import Findings
from dealclock.engine.why import NOTHING, Why
from dealclock.facts.log import EffectiveFact
from dealclock.facts.vocabulary import MISSTATED
from dealclock.records import record
from dealclock.terms.general.state import StateTerms
from dealclock.terms.rules.duties import Stop
from dealclock.terms.rules.suspensions import Outage

# A sale under the shelf, one condition of it, and the answer that all of them give: Sections 2 to 4
# of infocrossing-2004.

EFFECTIVE = "registration-statement-effective"
Answer = Literal["yes", "no", "not known", "depends on the Holder"]


@record
class Sale:
    """A sale on the day of a pass, by a Holder, or by any with None; and what the pass found."""

    found: Findings
    holder: str | None
    context: Context

    def near(self, day: date) -> str:
        """A day in the words of an answer of the as-of day, without its year within that year."""
        return near_day(day, self.context.as_of)

    def why(self, *seen: EffectiveFact | None, absence: bool = False) -> Why:
        """The basis in events alone; with `absence`, also in the absence of others."""
        return self.context.fresh().why(*seen, absence=absence)

    def is_of(self, seen: EffectiveFact) -> bool:
        """Whether an event is of the Holder, or of none by name."""
        return seen.fact.holder in (None, self.holder)


@record
class SaleCondition:
    """One condition of a sale: whether it holds, None if not known, and why.

    `reason` is short and names no id; `more` adds ids and what to record. `of_holder`: the
    condition depends on the Holder. `limits`: it holds only for a part of the Notes, which `more`
    names.
    """

    name: str
    clause: str
    holds: bool | None
    reason: str = field(metadata={"key": "why"})
    why: Why = NOTHING
    of_holder: bool = False
    more: str = ""
    limits: bool = False


def answer_of(
    found: Sequence[SaleCondition], holder: str | None
) -> tuple[Answer, SaleCondition | None]:
    """The answer, and the condition that decides it: the first not satisfied, else the first not
    known; None for a yes, which needs every condition to be known and satisfied.

    With no Holder, the answer depends on it if nothing else is unsatisfied or unknown.
    """
    for failing in found:
        if failing.holds is False:
            return "no", failing
    unknown = [c for c in found if c.holds is None]
    for general in unknown:
        if holder is not None or not general.of_holder:
            return "not known", general
    return ("depends on the Holder", unknown[0]) if unknown else ("yes", None)


# What a Suspension Notice stops, for one Holder or for all, and notices on their way: Section 4(c)
# of infocrossing-2004.

_NEW_PROSPECTUS = "new-prospectus-received"


def of_stops(sale: Sale) -> Iterator[SaleCondition]:
    """The condition that no stop is in effect, and that no notice may have been received."""
    rules = _rules(sale)
    if not rules:
        why = "the terms do not state when Holders must stop selling"
        yield SaleCondition("Sales stop", "", None, why)
    for rule in rules:
        yield _none_in_effect(rule, sale)
    started = {duty.cause for rule in rules for duty, _ in _begun(rule, sale)}
    for notice in _notices(sale):
        if notice.id not in started and released_since(notice.on, sale.holder, sale) is None:
            why = f"it may have received the Suspension Notice sent {sale.near(notice.on)}"
            yield SaleCondition(
                "No Suspension Notice is on its way",
                rules[0].clause if rules else "",
                None,
                why,
                sale.why(notice, absence=True),
                of_holder=bool(_released_by_name(notice.on, sale)),
                more=f"event {notice.id}; record its receipt, or the release of the Holders",
            )
            return


def released_since(day: date, holder: str | None, sale: Sale) -> EffectiveFact | None:
    """The event that released a Holder, or all of them, from a stop on or after a day."""
    found = (released(rule, day, holder, sale.context) for rule in _rules(sale))
    return next((each for each in found if each is not None), None)


def corrected_by_new_prospectus(wrong: EffectiveFact, sale: Sale) -> bool:
    """Whether advice of a misstatement opened a stop and the Holder, or all of them, then received
    the supplemented or amended Prospectus.
    """
    received = [s.on for s in sale.context.facts(_NEW_PROSPECTUS) if sale.is_of(s)]
    for rule in _rules(sale):
        for duty, opens in _begun(rule, sale) if _NEW_PROSPECTUS in rule.until else ():
            advice = sale.context.known.under(duty.cause)
            about = named_in(advice.about) if advice else ""
            if about == wrong.id and any(on >= opens for on in received):
                return True
    return False


def _rules(sale: Sale) -> Sequence[Stop]:
    return list(sale.context.terms.all_of(Stop))


def _begun(rule: Stop, sale: Sale) -> Iterator[tuple[UndatedDuty, date]]:
    """The stops of a rule, each with the day it began."""
    duties = (duty for duty in sale.found.duties if duty.id == rule.id)
    return ((duty, duty.opens) for duty in duties if duty.opens is not None)


def _none_in_effect(rule: Stop, sale: Sale) -> SaleCondition:
    """The condition that the Holder, or every Holder, is released from each stop of a rule.

    Where a notice was sent before the Holder was released and took effect after it, whether the
    release is from that stop is not known.
    """
    says, seen = partial(SaleCondition, rule.title, rule.clause), list[EffectiveFact]()
    for duty, opens in _begun(rule, sale):
        free = released(rule, opens, sale.holder, sale.context)
        if free is not None:
            seen.append(free)
            continue
        if sale.holder is None and duty.done_on is not None:
            continue  # every Holder on record was released by name
        day, notice = sale.near(opens), sale.context.known.under(duty.cause)
        early = notice and released(rule, notice.on, sale.holder, sale.context)
        if early:
            why = f"released {sale.near(early.on)}, before the stop of {day} began"
            more = f"{duty.instance}; record a release on or after it, or ask counsel"
            return says(None, why, duty.why | sale.why(early), more=more)
        more = f"{duty.instance}, {rule.standard}"
        if own := _released_by_name(opens, sale):
            why = f"only some were released from the stop of {day}: {', '.join(own)}"
            return says(None, why, duty.why, True, more)
        return says(False, f"stopped since {day}, {rule.standard}", duty.why, more=more)
    why = f"released {sale.near(seen[-1].on)}" if seen else "no stop is in effect"
    return says(True, why, sale.why(*seen))


def _released_by_name(day: date, sale: Sale) -> Sequence[str]:
    """With no Holder: those released, each by its name, on or after a day."""
    if sale.holder is not None:
        return ()
    context, kinds = sale.context, {kind for rule in _rules(sale) for kind in rule.until}
    named = {s.fact.holder for kind in kinds for s in context.facts(kind) if s.fact.holder}
    every = sorted(holders_on_record(context.as_of, context) | named)
    return [each for each in every if released_since(day, each, sale)]


def _notices(sale: Sale) -> Sequence[EffectiveFact]:
    """The Suspension Notices, and advice sent of what makes the Prospectus untrue, in order."""
    context, limited = sale.context, (s for s in sale.context.terms.states.values() if s.limits)
    known, kinds = context.known, {kind for state in limited for kind in state.begins}
    advice = (s for s in context.facts("holders-advised") if s.fact.given)
    misstated = [s for s in advice if known.kind_of(named_in(s.about)) in MISSTATED]
    found = (*context.facts("suspension-notice", *kinds), *misstated)
    return sorted(found, key=known.place)


_OUT_OF_USE = (("prospectus-unusable", "prospectus-usable"), ("downtime-began", "downtime-ended"))
_CORRECTING = ("supplement-filed", "amendment-effective", "report-filed")
_ORDER = {"stop-order": "stop order", "blue-sky-suspension": "blue sky order"}


def of_shelf(sale: Sale) -> Iterator[SaleCondition]:
    """The conditions that are the same for every Holder, and those released before others."""
    states = sale.context.terms.states.values()
    shelves = [state for state in states if EFFECTIVE in state.begins and not state.limits]
    limited = [state for state in states if state.limits]
    why = "no effectiveness is recorded, and the terms state no Effectiveness Period"
    if sale.context.facts(EFFECTIVE):
        why = "the terms do not state how long the shelf stays effective"
    yield from [_effective(state, sale) for state in shelves] or [
        SaleCondition(_NAME, "", None, why, sale.why(absence=True))
    ]
    why = "the terms do not state when the shelf is suspended"
    yield from [_not_suspended(state, sale) for state in limited] or [
        SaleCondition(_SUSPENDED, "", None, why)
    ]
    yield _in_use(sale)
    yield _no_order(sale)
    yield _true(sale)


_NAME, _SUSPENDED = "The shelf is effective", "No Suspension Period is open"


def _effective(state: StateTerms, sale: Sale) -> SaleCondition:
    says, windows = partial(SaleCondition, _NAME, state.clause), sale.found.windows
    effective = sale.context.facts(EFFECTIVE)
    began = effective[:1] if state.once else effective[-1:]
    if not began:
        why = "no effective registration statement is recorded"
        return says(False, why, sale.why(absence=True))
    grounds = sale.why(*began)
    period = next((w for w in reversed(windows) if w.id == state.id), None)
    if period is None or (period.status is not Status.CLOSED and period.done_on is None):
        return says(True, f"effective since {sale.near(began[0].on)}", grounds)
    over, grounds = sale.near(period.done_on or period.closes), grounds | period.why
    early = state.until.early if state.until else ()
    match next((each.when for each in early if each.limb == period.limb), None):
        case "none outstanding":
            return says(False, f"no security has been outstanding since {over}", grounds)
        case "all sold":
            return says(False, f"everything under the shelf was sold by {over}", grounds)
    return says(None, f"the {state.title} ended {over}; is the shelf still effective?", grounds)


def _not_suspended(state: StateTerms, sale: Sale) -> SaleCondition:
    says = partial(SaleCondition, _SUSPENDED, state.clause)
    own = (w for w in sale.found.windows if w.id == state.id and w.done_on is None)
    first = next((w for w in own if w.opens <= sale.context.as_of), None)
    if first is None:
        return says(True, "none is recorded as open")
    more = f"{first.instance}; record its end when use resumes"
    cleared = released_since(first.opens, sale.holder, sale)
    if cleared is None:
        why = f"suspended since {sale.near(first.opens)}, and no end is recorded"
        return says(False, why, first.why, more=more)
    why = f"cleared {sale.near(cleared.on)}, but no end of the suspension is recorded"
    return says(None, why, first.why | sale.why(cleared), more=more)


def _in_use(sale: Sale) -> SaleCondition:
    context, outages = sale.context, list(sale.context.terms.all_of(Outage))
    says = partial(SaleCondition, "The Prospectus is usable", outages[0].clause if outages else "")
    pairs = [*_OUT_OF_USE, *((outage.opened_by, outage.cured_by) for outage in outages)]
    pairs += [(d.begins_with, d.ends_with) for outage in outages if (d := outage.down_time)]
    for begins, ends in dict.fromkeys(pairs):
        for event in reversed(context.facts(begins)):
            if context.end_of(event, ends) is None:
                why = f"the Prospectus has been out of use since {sale.near(event.on)}"
                grounds = sale.why(event, absence=True)
                return says(False, why, grounds, more=f"event {event.id}")
    if not outages:
        return says(None, "the terms do not state when the Prospectus is unusable")
    return says(True, "no recorded event takes it out of use")


def _no_order(sale: Sale) -> SaleCondition:
    """The condition that no order is open but those recorded not to have ended effectiveness or
    use, and of which no outage says that they did: a proceeding, or an order of one State, bars no
    sale by itself.
    """
    context, says = sale.context, partial(SaleCondition, "No order stops it", "")
    orders, unnamed = open_orders(context.known)
    if not orders:
        return says(True, "no order is open")
    asking = {r.id: r.met_by for r in context.terms.obligations.values() if r.asks_about}
    asked = [o for o in sale.found.obligations if o.id in asking]
    outages = {outage.opened_by for outage in context.terms.all_of(Outage)}
    idle = set[str]()
    for each in asked:
        kinds = {context.known.kind_of(name) for name in each.why.facts}
        if asking[each.id] in kinds and not kinds & outages:
            idle.add(each.cause)
    stopping = [order for order in orders if order.id not in idle]
    first, ids = (stopping or orders)[0], ", ".join(order.id for order in orders)
    grounds = sale.why(*orders, *unnamed, absence=True)
    if not unnamed:
        why = f"the {_ORDER[first.kind]} of {sale.near(first.on)} is not lifted"
        if not stopping:
            why = f"{why}, though recorded not to end effectiveness"
            more = f"event {ids}; ask counsel whether it bars this sale, or record its lifting"
            return says(None, why, grounds, more=more)
        notes = [n for o in asked if o.cause == first.id and o.done_on is None for n in o.notes]
        return says(False, why, grounds, more="; ".join((f"event {ids}", *notes)))
    lifted = ", ".join(each.id for each in unnamed)
    more = f"record which of {ids} was lifted: correct {lifted}, with about"
    if len(unnamed) < len(stopping):
        days = " and ".join(sale.near(order.on) for order in orders[:2])
        why = f"of {len(orders)} orders, from {days}, not all are lifted"
        return says(False, why, grounds, more=more)
    why = f"it is not recorded which orders the liftings to {sale.near(unnamed[-1].on)} lifted"
    return says(None, why, grounds, more=more)


def _true(sale: Sale) -> SaleCondition:
    """The condition that no misstatement is left uncorrected, Section 4(b)(i).

    A filing corrects the one it is about. So does the new Prospectus where it ended the stop that
    advice of that misstatement opened, if no other one is left.
    """
    facts, says = sale.context.facts, partial(SaleCondition, "The Prospectus is true", "")
    filings = [(named_in(s.about), s.on) for s in facts(*_CORRECTING)]
    left = [
        wrong
        for kind in MISSTATED
        for wrong in facts(kind)
        if not any(of == wrong.id and on >= wrong.on for of, on in filings)
    ]
    if not left or (len(left) == 1 and corrected_by_new_prospectus(left[0], sale)):
        return says(True, "no misstatement is left uncorrected")
    first, ids = left[0], ", ".join(wrong.id for wrong in left)
    why = f"no filing that corrects the misstatement of {sale.near(first.on)} is recorded"
    more = f"record the filing with about: {first.id}; ask counsel (open: {ids})"
    return says(None, why, sale.why(*left, absence=True), more=more)
