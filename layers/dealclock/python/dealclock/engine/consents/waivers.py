"""Waivers of a default, or of the obligation whose lapse it is.

A waiver never takes anything off what accrued: whether it reaches amounts already owed is for each
Holder affected to say (Trust Indenture Act s.316(b)), and is shown, not assumed.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from dealclock.days import spoken
from dealclock.engine.context import Context
from dealclock.facts.log import Seen

WAIVER = "waiver"
ACCRUED = (
    "interest is computed as if it was not waived: what has accrued needs the consent of each "
    "Holder it is owed to (TIA 316(b))"
)


@dataclass(frozen=True, slots=True)
class Waived:
    """The waivers of a default: the facts, whether one binds all Holders now, what each says."""

    facts: tuple[Seen, ...]
    in_force: bool
    notes: tuple[str, ...]


def waived(instances: tuple[str, ...], context: Context) -> Waived:
    """The waivers about a default or the obligation that lapsed into it.

    `target` is the last day a waiver covers; a `holder` makes it one Holder's own, which binds no
    other.
    """
    facts = tuple(s for i in dict.fromkeys(instances) for s in context.known.about(WAIVER, i))
    binding = [s for s in facts if s.fact.holder is None and not _over(s, context)]
    notes = tuple(_told(s, context) for s in facts)
    return Waived(facts, bool(binding), (*notes, *([ACCRUED] if binding else [])))


def _over(seen: Seen, context: Context) -> bool:
    return seen.fact.target is not None and seen.fact.target < context.as_of


def _told(seen: Seen, context: Context) -> str:
    return "".join(_words(seen, context))


def _words(seen: Seen, context: Context) -> Iterator[str]:
    fact = seen.fact
    yield f"waived by {seen.id}, given {spoken.day(seen.on)}"
    if fact.holder is not None:
        yield f", by Holder {fact.holder} alone, which binds no other"
    if fact.target is not None:
        over = ", which is past" if _over(seen, context) else ""
        yield f", through {spoken.day(fact.target)}{over}"
    if fact.amount is not None:
        yield f", with the consent of {fact.amount:,} dollars of principal"
