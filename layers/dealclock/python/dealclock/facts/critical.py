"""The events that a second person must approve: those where an error costs most."""

from collections.abc import Iterable

from dealclock.facts.corrections import Families, retracts
from dealclock.facts.fact import Fact
from dealclock.facts.kinds import KINDS


def is_critical(kind: str) -> bool:
    """Whether a second person must approve an event of a kind; none that a deal declares."""
    return kind in KINDS and KINDS[kind].critical


def critical(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The critical facts in effect, in the order recorded.

    A fact is critical by its kind; a retraction, if it retracts a critical fact. If a fact was
    corrected, the correction needs approval instead. If the correction is retracted, the fact
    restored by it needs approval, and so does the retraction.
    """
    recorded = tuple(facts)
    found: set[str] = set()
    for family in Families(recorded).all():
        if is_critical(family.facts[0].kind):
            stand = (f.id for f in family.facts if retracts(f) or f is family.stands)
            found |= {*stand} - family.gone
    return tuple(fact for fact in recorded if fact.id in found)
