"""The conditions of the Holder: on record, named in the Prospectus, Notes left, Sale Notice."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from dealclock.agreement.rules.duties import FrequencyLimit, WindowRule
from dealclock.agreement.rules.interest import RateSchedule
from dealclock.engine.conclusions import Window
from dealclock.engine.context import NOTHING, Context
from dealclock.engine.findings import Findings
from dealclock.engine.interest.lots import (
    ACQUISITION,
    CONVERSION,
    MOVES,
    SHARES_SOLD,
    SHELF_SALE,
    amount_of,
)
from dealclock.engine.money import ZERO, dollars, fraction
from dealclock.engine.special.questionnaires.entitlement import Entitlements, Questionnaire
from dealclock.engine.special.questionnaires.filings import dues
from dealclock.engine.special.usable.condition import SaleCondition, near
from dealclock.facts.log import EffectiveFact

_CHANGED = "information-changed"
_RETURNED = "questionnaire-returned"
_EFFECTIVE = "registration-statement-effective"
_DEPENDS = "depends on the Holder: add holder and its name"


def holders_named(context: Context) -> list[str]:
    """Every Holder that an event in effect names, by name."""
    names = (n for seen in context.known.all for n in (seen.fact.holder, _acquirer(seen)) if n)
    return sorted(set(names))


def _acquirer(seen: EffectiveFact) -> str | None:
    return seen.fact.to if seen.kind in MOVES else None


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
    for window in rules:
        yield _notice(window, found, context, holder)


def _named(context: Context, holder: str | None) -> SaleCondition:
    """The condition that the Holder is named in the Prospectus, by its Questionnaire."""
    schedule = next(context.terms.all_of(RateSchedule), None)
    entitlements = Entitlements(schedule.id, context) if schedule else None
    if entitlements is None or not entitlements.needed:
        why = "the terms do not state whether a Holder must be named in the Prospectus"
        return SaleCondition("It is named in the Prospectus", "", None, why)
    name, clause = "It is named in the Prospectus", entitlements.clause
    if holder is None:
        return SaleCondition(name, clause, None, _DEPENDS, of_holder=True)
    own = entitlements.of(holder)
    holds, why = _in_the_prospectus(own, holder, context)
    return SaleCondition(name, clause, holds, why, own.grounds, of_holder=True)


def _in_the_prospectus(
    own: Questionnaire, holder: str, context: Context
) -> tuple[bool | None, str]:
    delivered = own.delivered_on
    if delivered is None:
        return False, "its Questionnaire is not recorded as delivered"
    if named := _named_since(delivered, holder, context):
        return (
            True,
            f"Questionnaire of {near(delivered, context)}, named {near(named.on, context)}",
        )
    if own.in_time_to_be_named is False:
        return _late(context, holder, delivered)
    if own.volunteered and not own.in_initial_filing:
        return None, "no filing names it since its Questionnaire, after the initial filing"
    effective = context.first(_EFFECTIVE)
    if effective is not None and effective.on <= delivered:
        return None, "no filing names it since its Questionnaire, after effectiveness"
    if own.in_initial_filing:
        return True, f"volunteered {near(delivered, context)}, into the initial filing"
    return True, f"Questionnaire delivered {near(delivered, context)}"


def _named_since(day: date, holder: str, context: Context) -> EffectiveFact | None:
    """The first filing on or after a day that names the Holder, or all that were waiting."""
    kinds = {
        kind
        for rule in context.terms.all_of(FrequencyLimit)
        for kind in (*rule.before_effective.kinds, *rule.once_effective.kinds)
    }
    filings = sorted((s for k in kinds for s in context.facts(k)), key=context.known.place)
    naming = (s for s in filings if s.on >= day and s.fact.holder in (None, holder))
    return next(naming, None)


def _late(context: Context, holder: str, delivered: date) -> tuple[bool | None, str]:
    for rule in context.terms.all_of(FrequencyLimit):
        for due in dues(rule, context):
            if due.late.received.fact.holder == holder and due.late.named_by is not None:
                named = near(due.late.named_by.on, context)
                return (
                    True,
                    f"Questionnaire late, {near(delivered, context)}; named {named}",
                )
    return (
        False,
        f"its Questionnaire was late, {near(delivered, context)}, and no filing names it",
    )


def _information_true(found: Findings, holder: str, context: Context) -> Iterator[SaleCondition]:
    """The condition that what the Holder furnished is true, if an event says that it changed and
    none that it was corrected, Section 2(b); what names no Holder may be its own.
    """
    done = {duty.cause for duty in found.duties if duty.done_on is not None}
    for seen in context.facts(_CHANGED):
        if seen.id not in done and seen.fact.holder in (None, holder):
            why = f"its information changed {near(seen.on, context)}; no correction is recorded"
            grounds = context.fresh().grounds(seen, absence=True)
            more = f"event {seen.id}"
            name = "Its information is true"
            yield SaleCondition(name, "", None, why, grounds, of_holder=True, more=more)
            return


def _something_left(holder: str, context: Context) -> Iterator[SaleCondition]:
    """The condition that the Holder has securities left that its Questionnaire covers, as far as
    the record shows what it has; nothing where it does not.
    """
    moves = [s for kind in MOVES for s in context.facts(kind)]
    came = [s for s in moves if _acquires(s, holder)]
    went = [s for s in moves if s.fact.holder == holder and s not in came]
    forms = [s for s in context.facts(_RETURNED) if s.fact.holder == holder]
    held = _sum(came) - _sum(went) if came else None
    named = [form for form in forms if _is_named_by(form, holder, context)]
    covered = _covered((named or forms)[-1], came, went) if forms else None
    name = "It has securities left to sell"
    grounds = context.fresh().grounds(*came, *went, *forms[-1:])
    if any(s.kind == CONVERSION for s in went):
        left = _shares_left(holder, went, context)
        if left is not None and left <= 0 and (held is None or held <= 0):
            why = "its Notes were converted and its Conversion Shares sold"
            yield SaleCondition(name, "", False, why, grounds, of_holder=True)
    elif held is not None and held <= 0:
        why = "none of its Notes is left on the record"
        yield SaleCondition(name, "", False, why, grounds, of_holder=True)
    elif covered is not None and covered <= 0:
        why = "none of the Notes in its Questionnaire is left"
        yield SaleCondition(name, "", False, why, grounds, of_holder=True)
    elif covered is not None and held is not None and covered < held:
        more = f"only the {dollars(covered)} of Notes its Questionnaire covers"
        says = f"it holds {dollars(held)} of Notes"
        yield SaleCondition(name, "", True, says, grounds, of_holder=True, more=more, limits=True)


def _is_named_by(form: EffectiveFact, holder: str, context: Context) -> bool:
    """Whether a Questionnaire came before effectiveness, or a filing since names its Holder."""
    effective = context.first(_EFFECTIVE)
    before = effective is None or form.on < effective.on
    return before or _named_since(form.on, holder, context) is not None


def _acquires(move: EffectiveFact, holder: str) -> bool:
    if move.kind == ACQUISITION:
        return move.fact.holder == holder
    return _acquirer(move) == holder


def _covered(
    form: EffectiveFact, came: list[EffectiveFact], went: list[EffectiveFact]
) -> Fraction | None:
    """The Notes in a Questionnaire, less those sold under the shelf since; where no acquisition is
    on record, less all that it gave up since.
    """
    if form.fact.amount is None:
        return None
    since = [s for s in went if s.on >= form.on and (not came or s.kind == SHELF_SALE)]
    return fraction(form.fact.amount) - _sum(since)


def _shares_left(holder: str, went: list[EffectiveFact], context: Context) -> Fraction | None:
    """The Conversion Shares of a Holder not yet sold; None where a conversion states no shares."""
    got = [s.fact.shares for s in went if s.kind == CONVERSION]
    sold = [s.fact.shares for s in context.facts(SHARES_SOLD) if s.fact.holder == holder]
    if None in got:
        return None
    return sum((Fraction(n) for n in got if n is not None), ZERO) - sum(
        (Fraction(n) for n in sold if n is not None), ZERO
    )


def _sum(moves: list[EffectiveFact]) -> Fraction:
    return sum(map(amount_of, moves), ZERO)


def _notice(
    rule: WindowRule, found: Findings, context: Context, holder: str | None
) -> SaleCondition:
    by = {s.id: s.fact.holder for s in context.facts(rule.opened_by)}
    own = [(w, by.get(w.cause or "")) for w in found.windows if w.id == rule.id]
    open_now = [(w, of) for w, of in own if w.opens <= context.as_of <= w.closes]
    name = f"A {rule.title} is in force"
    if holder is None:
        why, grounds = _DEPENDS, NOTHING
        for w, of in open_now:
            whose = f"of {of}" if of else "which names no Holder"
            why = f"one is, {whose}, to {near(w.closes, context)}; it serves that Holder alone"
            grounds |= w.grounds
        return SaleCondition(name, rule.clause, None, why, grounds, of_holder=True)
    mine = [w for w, of in open_now if of == holder]
    if mine:
        given = [(w, *_under_all(w, context)) for w in mine]
        w, holds, why = next((each for each in given if each[1]), given[0])
        return SaleCondition(
            name, rule.clause, holds, why, w.grounds, of_holder=True, more=w.instance
        )
    if nobodys := [w for w, of in open_now if of is None]:
        w, why = nobodys[0], f"the {rule.title} in force names no Holder"
        more = f"{w.instance}: record its Holder"
        return SaleCondition(name, rule.clause, None, why, w.grounds, of_holder=True, more=more)
    why = f"no {rule.title} of this Holder is in force"
    later = min(
        (w.opens for w, of in own if of == holder and w.opens > context.as_of), default=None
    )
    last = max(
        (w.closes for w, of in own if of == holder and w.closes < context.as_of), default=None
    )
    if later is not None:
        why = f"its {rule.title} opens {near(later, context)}"
    elif last is not None:
        why = f"its {rule.title} expired {near(last, context)}"
    grounds = context.fresh().grounds(absence=True)
    return SaleCondition(name, rule.clause, False, why, grounds, of_holder=True)


def _under_all(window: Window, context: Context) -> tuple[bool | None, str]:
    """Whether a window is open under every reading compared; None if only under some."""
    why = f"in force {near(window.opens, context)} to {near(window.closes, context)}"
    safe = window.safe_together or window.safe
    if safe is None or safe[0] <= context.as_of <= safe[1]:
        return True, why
    if safe[0] > safe[1]:
        return None, "no day of its Sale Notice is safe under every reading"
    until = f" to {near(safe[1], context)}" if safe[0] != safe[1] else ""
    return (
        None,
        f"its Sale Notice is safe under every reading only {near(safe[0], context)}{until}",
    )
