"""The conditions of the Holder: on record, named in the Prospectus, Notes left, Sale Notice.
Sections 2(b), 4(d) and 4(e) of infocrossing-2004.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import date
from functools import partial

from dealclock.engine.assessment import Assessment
from dealclock.engine.comparing.safe import over_all
from dealclock.engine.conclusions import ConsentResult, Window
from dealclock.engine.context import Context, Memory
from dealclock.engine.interest.lots import CONVERSION, MOVES, SHARES_SOLD, SHELF_SALE, acquirer
from dealclock.engine.look import Look
from dealclock.engine.money import dollars, fraction
from dealclock.engine.one_pass import run_pass
from dealclock.engine.special.holders.moves import dollars_in, moves_of, shares_in
from dealclock.engine.special.questionnaires.entitlement import entitling, questionnaire
from dealclock.engine.special.questionnaires.filings import dues
from dealclock.engine.special.usable.shelf import (
    EFFECTIVE,
    Answer,
    Sale,
    SaleCondition,
    answer_of,
    of_shelf,
    of_stops,
)
from dealclock.engine.why import NOTHING, joined
from dealclock.facts.log import EffectiveFact
from dealclock.terms.rules.duties import FrequencyLimit, Stop, WindowRule
from dealclock.terms.rules.suspensions import DayBudget, Outage
from dealclock.terms.terms import Terms

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
