"""The conditions of the Holder: on record, named in the Prospectus, Notes left, Sale Notice.
Sections 2(b), 4(d) and 4(e) of infocrossing-2004.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from functools import partial

from dealclock.agreement.rules.duties import FrequencyLimit, WindowRule
from dealclock.engine.conclusions import Window
from dealclock.engine.context import NOTHING, Context
from dealclock.engine.findings import Findings
from dealclock.engine.interest.lots import CONVERSION, MOVES, SHARES_SOLD, SHELF_SALE, acquirer
from dealclock.engine.money import dollars, fraction
from dealclock.engine.special.holders.moves import (
    dollars_in,
    moves_of,
    shares_in,
)
from dealclock.engine.special.questionnaires.entitlement import Questionnaire, entitlements
from dealclock.engine.special.questionnaires.filings import dues
from dealclock.engine.special.usable.condition import SaleCondition, near
from dealclock.facts.log import EffectiveFact

_CHANGED = "information-changed"
_RETURNED = "questionnaire-returned"
_EFFECTIVE = "registration-statement-effective"
_DEPENDS = "depends on the Holder: add holder and its name"


def holders_named(context: Context) -> list[str]:
    """Every Holder that an event in effect names, by name."""
    named = {s.fact.holder for s in context.known.all}
    named |= {s.fact.to for kind in MOVES for s in context.facts(kind)}
    return sorted(holder for holder in named if holder)


def of_holder(found: Findings, holder: str | None, context: Context) -> Iterator[SaleCondition]:
    """The conditions that depend on the Holder; of one that no event names, that it is unknown."""
    if holder is not None and holder not in holders_named(context):
        yield SaleCondition("The Holder is on record", "", None, f"no event names {holder}")
        return
    yield _named(context, holder)
    if holder is not None:
        yield from _information_true(found, holder, context)
        yield from _something_left(holder, context)
    rules = [w for w in context.terms.all_of(WindowRule) if w.needed_for is not None]
    if not rules:
        why = "the terms do not state whether a sale needs a Sale Notice"
        yield SaleCondition("A Sale Notice is in force", "", None, why)
    for rule in rules:
        yield _notice(rule, found, context, holder)


def _named(context: Context, holder: str | None) -> SaleCondition:
    """The condition that the Holder is named in the Prospectus, by its Questionnaire."""
    asked, says = entitlements(context), partial(SaleCondition, "It is named in the Prospectus")
    if asked is None:
        why = "the terms do not state whether a Holder must be named in the Prospectus"
        return says("", None, why)
    if holder is None:
        return says(asked.clause, None, _DEPENDS, of_holder=True)
    own = asked.of(holder)
    holds, why = _in_the_prospectus(own, holder, context)
    return says(asked.clause, holds, why, own.grounds, of_holder=True)


def _in_the_prospectus(
    own: Questionnaire, holder: str, context: Context
) -> tuple[bool | None, str]:
    delivered, effective = own.delivered_on, context.first(_EFFECTIVE)
    if delivered is None:
        return False, "its Questionnaire is not recorded as delivered"
    day = near(delivered, context)
    if named := _named_since(delivered, holder, context):
        return True, f"Questionnaire of {day}, named {near(named.on, context)}"
    if own.in_time_to_be_named is False:
        return _late(context, holder, day)
    if own.volunteered and not own.in_initial_filing:
        return None, "no filing names it since its Questionnaire, after the initial filing"
    if effective is not None and effective.on <= delivered:
        return None, "no filing names it since its Questionnaire, after effectiveness"
    if own.in_initial_filing:
        return True, f"volunteered {day}, into the initial filing"
    return True, f"Questionnaire delivered {day}"


def _named_since(day: date, holder: str, context: Context) -> EffectiveFact | None:
    """The first filing on or after a day that names the Holder, or all that were waiting."""
    kinds = {
        kind
        for rule in context.terms.all_of(FrequencyLimit)
        for kind in (*rule.before_effective.kinds, *rule.once_effective.kinds)
    }
    filings = (s for kind in kinds for s in context.facts(kind))
    naming = (s for s in filings if s.on >= day and s.fact.holder in (None, holder))
    return min(naming, key=context.known.place, default=None)


def _late(context: Context, holder: str, day: str) -> tuple[bool | None, str]:
    for rule in context.terms.all_of(FrequencyLimit):
        for due in dues(rule, context):
            late = due.late
            if late.received.fact.holder == holder and late.named_by is not None:
                named = near(late.named_by.on, context)
                return True, f"Questionnaire late, {day}; named {named}"
    return False, f"its Questionnaire was late, {day}, and no filing names it"


def _information_true(found: Findings, holder: str, context: Context) -> Iterator[SaleCondition]:
    """The condition that what the Holder furnished is true, if an event says that it changed and
    none that it was corrected, Section 2(b); what names no Holder may be its own.
    """
    done = {duty.cause for duty in found.duties if duty.done_on is not None}
    for seen in context.facts(_CHANGED):
        if seen.id not in done and seen.fact.holder in (None, holder):
            name, more = "Its information is true", f"event {seen.id}"
            why = f"its information changed {near(seen.on, context)}; no correction is recorded"
            grounds = context.fresh().grounds(seen, absence=True)
            yield SaleCondition(name, "", None, why, grounds, of_holder=True, more=more)
            return


def _something_left(holder: str, context: Context) -> Iterator[SaleCondition]:
    """The condition that the Holder has securities left that its Questionnaire covers, as far as
    the record shows what it has; nothing where it does not.
    """
    came = _by_kind(m for m in moves_of(context, holder) if acquirer(m) == holder)
    went = _by_kind(m for m in moves_of(context, holder) if acquirer(m) != holder)
    forms = [s for s in context.facts(_RETURNED) if s.fact.holder == holder]
    held = dollars_in(came) - dollars_in(went) if came else None
    named = [form for form in forms if _is_named_by(form, holder, context)]
    covered = _covered((named or forms)[-1], came, went) if forms else None
    grounds = context.fresh().grounds(*came, *went, *forms[-1:])
    says = partial(
        SaleCondition, "It has securities left to sell", "", grounds=grounds, of_holder=True
    )
    if any(s.kind == CONVERSION for s in went):
        left = _shares_left(holder, went, context)
        if left is not None and left <= 0 and (held is None or held <= 0):
            yield says(False, "its Notes were converted and its Conversion Shares sold")
    elif held is not None and held <= 0:
        yield says(False, "none of its Notes is left on the record")
    elif covered is not None and covered <= 0:
        yield says(False, "none of the Notes in its Questionnaire is left")
    elif covered is not None and held is not None and covered < held:
        more = f"only the {dollars(covered)} of Notes its Questionnaire covers"
        yield says(True, f"it holds {dollars(held)} of Notes", more=more, limits=True)


def _by_kind(moves: Iterator[EffectiveFact]) -> list[EffectiveFact]:
    return sorted(moves, key=lambda move: MOVES.index(move.kind))


def _is_named_by(form: EffectiveFact, holder: str, context: Context) -> bool:
    """Whether a Questionnaire came before effectiveness, or a filing since names its Holder."""
    effective = context.first(_EFFECTIVE)
    before = effective is None or form.on < effective.on
    return before or _named_since(form.on, holder, context) is not None


def _covered(
    form: EffectiveFact, came: Sequence[EffectiveFact], went: Sequence[EffectiveFact]
) -> Fraction | None:
    """The Notes in a Questionnaire, less those sold under the shelf since; where no acquisition is
    on record, less all that it gave up since.
    """
    if form.fact.amount is None:
        return None
    since = (s for s in went if s.on >= form.on and (not came or s.kind == SHELF_SALE))
    return fraction(form.fact.amount) - dollars_in(since)


def _shares_left(holder: str, went: Sequence[EffectiveFact], context: Context) -> Fraction | None:
    """The Conversion Shares of a Holder not yet sold; None where a conversion states no shares."""
    got = [s for s in went if s.kind == CONVERSION]
    if any(s.fact.shares is None for s in got):
        return None
    sold = (s for s in context.facts(SHARES_SOLD) if s.fact.holder == holder)
    return shares_in(got) - shares_in(sold)


def _notice(
    rule: WindowRule, found: Findings, context: Context, holder: str | None
) -> SaleCondition:
    """The condition that a notice of the Holder itself is in force."""
    says = partial(SaleCondition, f"A {rule.title} is in force", rule.clause, of_holder=True)
    as_of, by = context.as_of, {s.id: s.fact.holder for s in context.facts(rule.opened_by)}
    own = [(w, by.get(w.cause)) for w in found.windows if w.id == rule.id]
    open_now = [(w, of) for w, of in own if w.opens <= as_of <= w.closes]
    if holder is None:
        why, grounds = _DEPENDS, NOTHING
        for w, of in open_now:
            whose = f"of {of}" if of else "which names no Holder"
            why = f"one is, {whose}, to {near(w.closes, context)}; it serves that Holder alone"
            grounds |= w.grounds
        return says(None, why, grounds)
    given = [(w, *_under_all(w, context)) for w, of in open_now if of == holder]
    if given:
        w, holds, why = next((each for each in given if each[1]), given[0])
        return says(holds, why, w.grounds, more=w.instance)
    nobodys = next((w for w, of in open_now if of is None), None)
    if nobodys is not None:
        why, more = f"the {rule.title} in force names no Holder", "record its Holder"
        return says(None, why, nobodys.grounds, more=f"{nobodys.instance}: {more}")
    why = f"no {rule.title} of this Holder is in force"
    mine = [w for w, of in own if of == holder]
    if later := [w.opens for w in mine if w.opens > as_of]:
        why = f"its {rule.title} opens {near(min(later), context)}"
    elif last := [w.closes for w in mine if w.closes < as_of]:
        why = f"its {rule.title} expired {near(max(last), context)}"
    return says(False, why, context.fresh().grounds(absence=True))


def _under_all(window: Window, context: Context) -> tuple[bool | None, str]:
    """Whether a window is open under every reading compared; None if only under some."""
    why = f"in force {near(window.opens, context)} to {near(window.closes, context)}"
    first, last = window.safe_together or window.safe or (context.as_of, context.as_of)
    if first <= context.as_of <= last:
        return True, why
    if first > last:
        return None, "no day of its Sale Notice is safe under every reading"
    until = f" to {near(last, context)}" if first != last else ""
    why = f"its Sale Notice is safe under every reading only {near(first, context)}{until}"
    return None, why
