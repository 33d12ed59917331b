"""What a Suspension Notice stops, for one Holder or for all, and notices on their way: Section
4(c) of infocrossing-2004.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial

from dealclock.engine.conclusions import UndatedDuty
from dealclock.engine.duties.stops import holders_on_record, released
from dealclock.engine.orders import named_in
from dealclock.engine.special.usable.condition import Sale, SaleCondition
from dealclock.facts.log import EffectiveFact
from dealclock.facts.vocabulary import MISSTATED
from dealclock.terms.rules.duties import Stop

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
