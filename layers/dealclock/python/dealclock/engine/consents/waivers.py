"""Waivers of a default, or of the obligation whose lapse it is.

A waiver binds all Holders where the facts show that it carries; else it is said not to, and binds
none who did not sign it. It never takes anything off what accrued: whether it reaches amounts
already owed is for each Holder affected to say (Trust Indenture Act s.316(b)), and is shown, not
assumed.
"""

from collections.abc import Iterator
from fractions import Fraction

from dealclock.days import day_words
from dealclock.engine.consents.tally import ConsentQuery, Proof, proof
from dealclock.engine.context import NOTHING, Context
from dealclock.engine.grounds import Grounds
from dealclock.engine.money import dollars
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

WAIVER = "waiver"
ACCRUED = (
    "interest is computed as if it was not waived: waiving accrued interest needs the consent of "
    "each Holder it is owed to (TIA 316(b))"
)


@record
class Waived:
    """The waivers of a default: whether one binds all Holders now, and what each says."""

    in_force: bool
    notes: tuple[str, ...]
    grounds: Grounds


_NONE = Waived(in_force=False, notes=(), grounds=NOTHING)


def waived(instances: tuple[str, ...], context: Context) -> Waived:
    """The waivers about a default or the obligation that lapsed into it.

    `target` is the last day a waiver covers; a `holder` makes it one Holder's own, which binds no
    other and needs nobody's consent.
    """
    facts = [s for i in dict.fromkeys(instances) for s in context.known.about(WAIVER, i)]
    if not facts:
        return _NONE
    own = context.fresh()
    proofs = [None if s.fact.holder else proof(WAIVER, ConsentQuery.by(s), own) for s in facts]
    in_force = any(
        found is not None and found.carries and not over(seen, context)
        for seen, found in zip(facts, proofs, strict=True)
    )
    notes = ["".join(_words(*each, context)) for each in zip(facts, proofs, strict=True)]
    used = dict.fromkeys((*(s.id for s in facts), *(s.id for p in proofs if p for s in p.seen)))
    seen = {s.id: s for s in (*facts, *(s for p in proofs if p for s in p.seen))}
    grounds = own.grounds(*(seen[each] for each in used))
    return Waived(in_force, (*notes, *([ACCRUED] if in_force else [])), grounds)


def over(seen: EffectiveFact, context: Context) -> bool:
    """Whether the last day a waiver covers is past."""
    return seen.fact.target is not None and seen.fact.target < context.as_of


def _words(seen: EffectiveFact, found: Proof | None, context: Context) -> Iterator[str]:
    fact = seen.fact
    yield f"waived by {seen.id}, given {day_words.day(seen.on)}"
    if fact.holder is not None:
        yield f", by Holder {fact.holder} alone, which binds no other Holder"
    if fact.target is not None:
        past = ", which has passed" if over(seen, context) else ""
        yield f", through {day_words.day(fact.target)}{past}"
    if fact.amount is not None:
        yield f", with the consent of {dollars(Fraction(fact.amount))} of principal"
    if found is not None:
        yield f"; it is {found.says}" if found.carries is None else f"; it {found.says}"
