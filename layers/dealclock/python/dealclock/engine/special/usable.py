"""Whether Notes may be sold under the shelf on a day: Sections 2 to 4 of infocrossing-2004.

First the conditions of the shelf itself: effective, not suspended, in use, no order against it,
true. The shelf is a state that effectiveness begins; its suspensions are the states with limits.
What the terms do not state is not known, and neither is what the events leave open.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import field
from datetime import date
from functools import partial
from typing import Literal

from dealclock.days.day_words import near_day
from dealclock.engine.assessment import Assessment
from dealclock.engine.comparing.safe import over_all
from dealclock.engine.conclusions import ConsentResult, Status, UndatedDuty, Window
from dealclock.engine.context import Context, Memory
from dealclock.engine.contradictions import named_in, open_orders
from dealclock.engine.duties.stops import holders_on_record, released
from dealclock.engine.findings import Findings
from dealclock.engine.interest.lots import CONVERSION, MOVES, SHARES_SOLD, SHELF_SALE, acquirer
from dealclock.engine.look import Look
from dealclock.engine.money import dollars, fraction
from dealclock.engine.one_pass import run_pass
from dealclock.engine.special.holders.moves import dollars_in, moves_of, shares_in
from dealclock.engine.special.questionnaires.filings import dues
from dealclock.engine.special.questionnaires.requests import entitling, questionnaire
from dealclock.engine.why import NOTHING, Why, joined
from dealclock.facts.log import EffectiveFact
from dealclock.facts.vocabulary import MISSTATED
from dealclock.records import record
from dealclock.terms.general.state import StateTerms
from dealclock.terms.rules.duties import FrequencyLimit, Stop, WindowRule
from dealclock.terms.rules.suspensions import DayBudget, Outage
from dealclock.terms.terms import Terms

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


# The conditions of the Holder: on record, named in the Prospectus, Notes left, Sale Notice.
# Sections 2(b), 4(d) and 4(e) of infocrossing-2004.

_DEPENDS = "depends on the Holder: add holder and its name"


def holders_named(context: Context) -> list[str]:
    """Every Holder that an event in effect names, by name."""
    named = {s.fact.holder for s in context.known.all} | {s.fact.to for s in context.facts(*MOVES)}
    return sorted(filter(None, named))


def of_holder(sale: Sale) -> Iterator[SaleCondition]:
    """The conditions that depend on the Holder; of one that no event names, that it is unknown."""
    holder, notice = sale.holder, "A Sale Notice is in force"
    if holder is not None and holder not in holders_named(sale.context):
        yield SaleCondition("The Holder is on record", "", None, f"no event names {holder}")
        return
    yield _named(sale)
    if holder is not None:
        yield from _information_true(sale)
        yield from _something_left(holder, sale)
    rules = [w for w in sale.context.terms.all_of(WindowRule) if w.needed_for is not None]
    if not rules:
        why = "the terms do not state whether a sale needs a Sale Notice"
        yield SaleCondition(notice, "", None, why)
    for rule in rules:
        yield _notice(rule, sale)


def _named(sale: Sale) -> SaleCondition:
    """The condition that the Holder is named in the Prospectus, by its Questionnaire."""
    rule = entitling(sale.context)
    says = partial(SaleCondition, "It is named in the Prospectus", rule.clause if rule else "")
    if rule is None:
        return says(None, "the terms do not state whether a Holder must be named in the Prospectus")
    if sale.holder is None:
        return says(None, _DEPENDS, of_holder=True)
    own = questionnaire(sale.context.fresh(), rule, sale.holder)
    effective = sale.context.first(EFFECTIVE)
    says, delivered = partial(says, why=own.why, of_holder=True), own.delivered_on
    if delivered is None:
        return says(False, "its Questionnaire is not recorded as delivered")
    day, named = sale.near(delivered), _named_since(delivered, sale)
    if named is not None:
        return says(True, f"Questionnaire of {day}, named {sale.near(named.on)}")
    if own.in_time_to_be_named is False:
        rules = sale.context.terms.all_of(FrequencyLimit)
        late = (due.late for limit in rules for due in dues(limit, sale.context))
        for each in late:
            if each.received.fact.holder == sale.holder and each.named_by is not None:
                day_named = sale.near(each.named_by.on)
                return says(True, f"Questionnaire late, {day}; named {day_named}")
        return says(False, f"its Questionnaire was late, {day}, and no filing names it")
    none_since = "no filing names it since its Questionnaire, after"
    if own.volunteered and not own.in_initial_filing:
        return says(None, f"{none_since} the initial filing")
    if effective is not None and effective.on <= delivered:
        return says(None, f"{none_since} effectiveness")
    if own.in_initial_filing:
        return says(True, f"volunteered {day}, into the initial filing")
    return says(True, f"Questionnaire delivered {day}")


def _named_since(day: date, sale: Sale) -> EffectiveFact | None:
    """The first filing on or after a day that names the Holder, or all that were waiting."""
    rules = sale.context.terms.all_of(FrequencyLimit)
    kinds = (k for r in rules for k in (*r.before_effective.kinds, *r.once_effective.kinds))
    filings = sale.context.facts(*kinds)
    return next((s for s in filings if s.on >= day and sale.is_of(s)), None)


def _information_true(sale: Sale) -> Iterator[SaleCondition]:
    """The condition that what the Holder furnished is true, if an event says that it changed and
    none that it was corrected, Section 2(b); what names no Holder may be its own.
    """
    done = {duty.cause for duty in sale.found.duties if duty.done_on is not None}
    changed = sale.context.facts("information-changed")
    for seen in [s for s in changed if s.id not in done and sale.is_of(s)][:1]:
        name, more = "Its information is true", f"event {seen.id}"
        why = f"its information changed {sale.near(seen.on)}; no correction is recorded"
        yield SaleCondition(name, "", None, why, sale.why(seen, absence=True), True, more)


def _something_left(holder: str, sale: Sale) -> Iterator[SaleCondition]:
    """The condition that the Holder has securities left that its Questionnaire covers, as far as
    the record shows what it has; nothing where it does not.

    Of the Notes in a Questionnaire, those sold under the shelf since are not left, or, where no
    acquisition is on record, all that it gave up since.
    """
    context = sale.context
    own = sorted(moves_of(context, holder), key=lambda move: MOVES.index(move.kind))
    came, went = ([m for m in own if (acquirer(m) == holder) is to_it] for to_it in (True, False))
    held = dollars_in(came) - dollars_in(went) if came else None
    forms = [s for s in context.facts("questionnaire-returned") if s.fact.holder == holder]
    covered = None
    for form in ([form for form in forms if _is_named_by(form, sale)] or forms)[-1:]:
        if form.fact.amount is not None:
            since = (s for s in went if s.on >= form.on and (not came or s.kind == SHELF_SALE))
            covered = fraction(form.fact.amount) - dollars_in(since)
    says = partial(
        SaleCondition,
        "It has securities left to sell",
        "",
        why=sale.why(*came, *went, *forms[-1:]),
        of_holder=True,
    )
    converted = [move for move in went if move.kind == CONVERSION]
    if converted:
        sold = (s for s in context.facts(SHARES_SOLD) if s.fact.holder == holder)
        known = all(move.fact.shares is not None for move in converted)
        if known and (held or 0) <= 0 and shares_in(converted) <= shares_in(sold):
            yield says(False, "its Notes were converted and its Conversion Shares sold")
    elif held is not None and held <= 0:
        yield says(False, "none of its Notes is left on the record")
    elif covered is not None and covered <= 0:
        yield says(False, "none of the Notes in its Questionnaire is left")
    elif covered is not None and held is not None and covered < held:
        more = f"only the {dollars(covered)} of Notes its Questionnaire covers"
        yield says(True, f"it holds {dollars(held)} of Notes", more=more, limits=True)


def _is_named_by(form: EffectiveFact, sale: Sale) -> bool:
    """Whether a Questionnaire came before effectiveness, or a filing since names its Holder."""
    effective = sale.context.first(EFFECTIVE)
    before = effective is None or form.on < effective.on
    return before or _named_since(form.on, sale) is not None


def _notice(rule: WindowRule, sale: Sale) -> SaleCondition:
    """The condition that a notice of the Holder itself is in force."""
    says = partial(SaleCondition, f"A {rule.title} is in force", rule.clause, of_holder=True)
    today, by = (
        sale.context.as_of,
        {s.id: s.fact.holder for s in sale.context.facts(rule.opened_by)},
    )
    own = [(w, by.get(w.cause)) for w in sale.found.windows if w.id == rule.id]
    open_now = [(w, of) for w, of in own if w.opens <= today <= w.closes]
    if sale.holder is None:
        why, grounds = _DEPENDS, NOTHING
        for w, of in open_now:
            whose = f"of {of}" if of else "which names no Holder"
            why = f"one is, {whose}, to {sale.near(w.closes)}; it serves that Holder alone"
            grounds |= w.why
        return says(None, why, grounds)
    given = [(w, *_under_all(w, sale)) for w, of in open_now if of == sale.holder]
    if given:
        w, holds, why = next((each for each in given if each[1]), given[0])
        return says(holds, why, w.why, more=w.instance)
    for w, of in open_now:
        if of is None:
            why, more = f"the {rule.title} in force names no Holder", "record its Holder"
            return says(None, why, w.why, more=f"{w.instance}: {more}")
    why, mine = (
        f"no {rule.title} of this Holder is in force",
        [w for w, of in own if of == sale.holder],
    )
    if later := [w.opens for w in mine if w.opens > today]:
        why = f"its {rule.title} opens {sale.near(min(later))}"
    elif mine:
        why = f"its {rule.title} expired {sale.near(max(w.closes for w in mine))}"
    return says(False, why, sale.why(absence=True))


def _under_all(window: Window, sale: Sale) -> tuple[bool | None, str]:
    """Whether a window is open under every reading compared; None if only under some."""
    today = sale.context.as_of
    first, last = window.safe_together or window.safe or (today, today)
    if first <= today <= last:
        return True, f"in force {sale.near(window.opens)} to {sale.near(window.closes)}"
    if first > last:
        return None, "no day of its Sale Notice is safe under every reading"
    until = f" to {sale.near(last)}" if first != last else ""
    return None, f"its Sale Notice is safe under every reading only {sale.near(first)}{until}"


# Every condition of a sale together, under the chosen readings and under every other: Sections
# 2(b), 4(b), 4(c) and 4(e) of infocrossing-2004.


_MOST = 128
"""Combinations of readings tried, those of the fewest readings moved first."""


def has_shelf(terms: Terms) -> bool:
    """Whether the terms have a rule about sales under a shelf: when it is effective, suspended or
    out of use, or when Holders must stop or give notice.
    """
    rules = (rule for kind in (DayBudget, Outage, Stop, WindowRule) for rule in terms.all_of(kind))
    states = (s for s in terms.states.values() if EFFECTIVE in s.begins)
    return any(True for _ in (*rules, *states))


def conditions(given: Look, found: Assessment, holder: str | None) -> tuple[SaleCondition, ...]:
    """The conditions of a sale under the shelf on the day of the assessment.

    With `holder`, a name from the events, they are for that Holder. What holds under the chosen
    readings alone is not known: the day of a yes is safe under every reading.
    """
    memory = Memory()

    def under(moved: Mapping[str, str]) -> Sale:
        each = given.contexts(moved, memory)
        return Sale(run_pass(each), holder, each[-1])

    here = under({})
    here.found.windows = list(found.windows)  # with their safe days
    own = (*_all(here), *_not_as_recorded(here, found))
    answer, _ = answer_of(own, holder)
    if answer in ("yes", "depends on the Holder"):
        return (*own, *_under_every_reading(given, under, answer))
    return own


def _all(sale: Sale) -> Iterator[SaleCondition]:
    yield from of_shelf(sale)
    yield from of_stops(sale)
    yield from of_holder(sale)


def _not_as_recorded(sale: Sale, found: Assessment) -> Iterator[SaleCondition]:
    """The first contradiction of the record, and the first waiver or extension of what a sale
    depends on that is not computed.
    """
    for contradiction in found.contradictions[:1]:
        why, more = "the events contradict each other", contradiction.text
        yield SaleCondition("The record is consistent", "", None, why, more=more)
    behind = {*_behind(sale), *(rule.id for rule in sale.context.terms.all_of(WindowRule))}
    for each in found.agreed:
        alone = each.outcome is ConsentResult.SIDE_LETTER
        others = alone and sale.holder not in (None, *each.binds)
        if each.not_computed and each.about.partition("/")[0] in behind and not others:
            why = f"what the {each.kind} on record may change is not computed"
            name, more = "Waivers and extensions are computed", each.not_computed
            yield SaleCondition(name, each.clause, None, why, each.why, alone, more)
            return


def _behind(sale: Sale) -> Collection[str]:
    """The states and stops that a sale depends on, by id."""
    terms = sale.context.terms
    return {*terms.states, *(rule.id for rule in terms.all_of(Stop))}


def _under_every_reading(
    given: Look, under: Callable[[Mapping[str, str]], Sale], answer: Answer
) -> Iterator[SaleCondition]:
    """The condition that no other reading gives another answer; nothing if none does. `under` is a
    sale with some readings moved, which shares the work that passes have in common.
    """
    why: dict[str, SaleCondition] = {}

    def ask(moved: Mapping[str, str]) -> tuple[str, Collection[str]]:
        sale = under(moved)
        own = tuple(_all(sale))
        there, decides = answer_of(own, sale.holder)
        if there != answer and decides is not None:
            why.setdefault(there, decides)
        behind = _behind(sale)
        parts = [condition.why for condition in own]
        parts += [window.why for window in sale.found.windows if window.id in behind]
        parts += [duty.why for duty in sale.found.duties if duty.id in behind]
        return there, joined(parts).readings

    known = given.in_force.all_readings
    values = over_all(("sale", "answer"), given.readings_used, ask, known, _MOST).values
    for there, moved in values.items():
        if there != answer:
            named = " and ".join(f"{reading} {choice}" for reading, choice in moved.items())
            decides = why[there]
            more = f"under {named}: {decides.name}: {decides.reason}"
            says = "only under some readings of the agreement"
            yield SaleCondition("Every reading agrees", "", None, says, decides.why, more=more)
            return
