"""The dollars owed with an obligation (terms/general/obligation.py), with how they add up."""

from datetime import date
from fractions import Fraction

from dealclock.engine.context import Context
from dealclock.engine.day import Instance, day_of
from dealclock.engine.instances import why_of
from dealclock.engine.interest.lots import worth
from dealclock.engine.money import ZERO, dollars, fraction
from dealclock.engine.why import NOTHING, Step, Why, joined
from dealclock.errors import DealclockError
from dealclock.facts.kinds import what_happened
from dealclock.facts.log import EffectiveFact
from dealclock.terms.day_language import EventDay
from dealclock.terms.general.obligation import AmountPart, AmountTerms, ObligationTerms


def amount_owed(
    context: Context, rule: ObligationTerms, terms: AmountTerms, instance: Instance, last: date
) -> tuple[Fraction | None, Why]:
    """What is owed on a last day as far as recorded, exact, and why: the steps that add it up.

    It is None while the first day from which a part counts is not known. Raises DealclockError for
    an event without the sum that it adds.
    """
    own, clause = context.apart(), rule.clause
    parts = [*((1, each) for each in terms.of), *((-1, each) for each in terms.less)]
    total, known, steps, days = ZERO, True, list[Step](), NOTHING
    for sign, part in parts:
        value, says, why = _value(own, part, instance, last)
        days |= why
        sum_of = "not known yet" if value is None else dollars(value)
        steps.append(Step(f"{'less ' if sign < 0 else ''}{sum_of}: {says}", clause))
        known = known and value is not None
        total += sign * (value or ZERO)
    owed = max(total, fraction(terms.least))
    owed = owed if terms.most is None else min(owed, fraction(terms.most))
    if known:
        limit = "" if owed == total else ", the minimum" if owed > total else ", the maximum"
        so_far = "" if owed else "; nothing is owed as far as recorded"
        steps.append(Step(f"in all {dollars(owed)}{limit}{so_far}", clause))
    context.choices.join(own.choices)
    used = own.choices.trail.used.values()
    return owed if known else None, own.why(*used, steps=tuple(steps)) | days


def _value(
    context: Context, part: AmountPart, instance: Instance, last: date
) -> tuple[Fraction | None, str, Why]:
    """The dollars of a part, None while not known; what they are of; why its days are what they
    are.
    """
    days = NOTHING
    for kind, wanted in ((part.happened, True), (part.unless, False)):
        if kind is None:
            continue
        on = day_of(context, EventDay((kind,)), Instance(""))
        days |= why_of(on)
        if (on.day is not None) is not wanted:
            happened = what_happened(kind, context.terms).rstrip(".")
            here = "not recorded" if wanted else "deemed" if on.operator == "deemed" else "recorded"
            return ZERO, f"not counted, since this is {here}: {happened}", days
    if part.dollars is not None:
        value, says = fraction(part.dollars), "by the terms"
    elif part.its is not None:
        if instance.event is None:
            raise DealclockError(f"no event opened {instance.id}, so its amount is not known.")
        value, says = _worth(instance.event, part), f"of {instance.event.id}"
    else:
        kinds = " and ".join(what_happened(kind, context.terms).rstrip(".") for kind in part.events)
        found, of_days = _counted(context, part, instance, last)
        days |= of_days
        if found is None:
            return None, f"{kinds}, from a day that is not known yet", days
        context.use(*found)
        value = sum((_worth(each, part) for each in found), ZERO)
        says = f"{kinds} ({', '.join(each.id for each in found) or 'none'})"
    if part.more_than is not None and value <= fraction(part.more_than):
        return ZERO, f"{says}; not more than {dollars(fraction(part.more_than))}", days
    share = f"; {part.percent.normalize():f}% of {dollars(value)}" if part.percent != 100 else ""
    return value * fraction(part.percent) / 100, says + share, days


def _counted(
    context: Context, part: AmountPart, instance: Instance, last: date
) -> tuple[list[EffectiveFact] | None, Why]:
    """The events that a part adds up, in order, None while its first day is not known; and why its
    days are what they are. Until its own last day is known, that of the obligation counts.
    """
    since = day_of(context, part.from_, instance) if part.from_ else None
    until = day_of(context, part.until, instance) if part.until else None
    why = joined([why_of(day) for day in (since, until) if day is not None])
    first, end = since.day if since else date.min, (until.day if until else None) or last
    if first is None:
        return None, why
    found, names = list[EffectiveFact](), {instance.id, *instance.names}
    for event in context.facts(*part.events):
        counts = not part.about_it or not names.isdisjoint(event.abouts)
        if counts and first <= event.on <= end:
            resolved = [
                by
                for kind in part.pending_until
                for by in context.known.about(kind, event.id)
                if by.on <= end
            ]
            context.use(*resolved)
            if not resolved:
                found.append(event)
    return found, why


def _worth(event: EffectiveFact, part: AmountPart) -> Fraction:
    """What an event states in dollars: its amount, or its shares at the price."""
    if part.its == "shares" and event.fact.shares is None:
        raise DealclockError(f"{event.id} states no shares; correct it with the shares.")
    return worth(event, None if part.price is None else fraction(part.price))
