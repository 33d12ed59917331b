"""The dollars owed with an obligation (agreement/general/amount.py), with how they add up."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from dealclock.agreement.general.amount import AmountPart, AmountTerms
from dealclock.agreement.general.obligation import ObligationTerms
from dealclock.engine.context import Context
from dealclock.engine.day import Instance, day_of
from dealclock.engine.money import ZERO, dollars, fraction
from dealclock.engine.why import Step
from dealclock.errors import EngineError
from dealclock.facts.kinds import what_happened
from dealclock.facts.log import EffectiveFact


def amount_owed(
    context: Context, rule: ObligationTerms, terms: AmountTerms, instance: Instance, last: date
) -> tuple[Fraction, tuple[Step, ...], tuple[EffectiveFact, ...]]:
    """What is owed on a last day as far as recorded, exact, with the steps that add it up and the
    events. Raises EngineError for an event without the sum that it adds.
    """
    own, clause = context.apart(), rule.clause
    parts = [*((1, each) for each in terms.of), *((-1, each) for each in terms.less)]
    total, steps = ZERO, list[Step]()
    for sign, part in parts:
        value, says = _value(own, part, instance, last)
        total += sign * value
        steps.append(Step(f"{'less ' if sign < 0 else ''}{dollars(value)}: {says}", clause))
    owed = max(total, fraction(terms.least))
    owed = owed if terms.most is None else min(owed, fraction(terms.most))
    limit = "" if owed == total else ", the least" if owed > total else ", the most"
    so_far = "" if owed else "; nothing is owed as far as recorded"
    steps.append(Step(f"in all {dollars(owed)}{limit}{so_far}", clause))
    context.choices.join(own.choices)
    return owed, tuple(steps), tuple(own.choices.trail.used.values())


def _value(
    context: Context, part: AmountPart, instance: Instance, last: date
) -> tuple[Fraction, str]:
    """The dollars of a part, and what they are of."""
    for kind, wanted in ((part.happened, True), (part.unless, False)):
        event = context.first(kind, date.min) if kind else None
        context.use(event)
        if kind and (event is not None) is not wanted:
            return ZERO, f"{'nothing, as not' if wanted else 'nothing, since'} {kind}"
    if part.dollars is not None:
        value, says = fraction(part.dollars), "by the terms"
    elif part.its is not None:
        if instance.event is None:
            raise EngineError(f"no event opened {instance.id}, so its amount is not known.")
        value, says = _worth(instance.event, part), f"of {instance.event.id}"
    else:
        found = list(_counted(context, part, instance, last))
        context.use(*found)
        value = sum((_worth(each, part) for each in found), ZERO)
        kinds = " and ".join(what_happened(kind, context.terms).rstrip(".") for kind in part.events)
        says = f"{kinds} ({', '.join(each.id for each in found) or 'none'})"
    if part.more_than is not None and value <= fraction(part.more_than):
        return ZERO, f"{says}; not more than {dollars(fraction(part.more_than))}"
    share = f"; {part.percent.normalize():f}% of {dollars(value)}" if part.percent != 100 else ""
    return value * fraction(part.percent) / 100, says + share


def _counted(
    context: Context, part: AmountPart, instance: Instance, last: date
) -> Iterator[EffectiveFact]:
    """The events that a part adds up, in order."""
    first = day_of(context, part.from_, instance).day if part.from_ else date.min
    until = day_of(context, part.until, instance).day if part.until else last
    if first is None or until is None:
        return
    names = {instance.id, *instance.names}
    for event in (each for kind in part.events for each in context.facts(kind)):
        counts = not part.about_it or not names.isdisjoint(event.abouts)
        if counts and first <= event.on <= until:
            resolved = [
                by
                for kind in part.pending_until
                for by in context.known.about(kind, event.id)
                if by.on <= until
            ]
            context.use(*resolved)
            if not resolved:
                yield event


def _worth(event: EffectiveFact, part: AmountPart) -> Fraction:
    """What an event states in dollars: its amount, or its shares at the price."""
    if part.price is not None and event.fact.shares is not None:
        return fraction(event.fact.shares) * fraction(part.price)
    if part.its == "shares" or event.fact.amount is None:
        what = "shares" if part.its == "shares" else "amount"
        raise EngineError(f"{event.id} states no {what}; correct it with the {what}.")
    return fraction(event.fact.amount)
