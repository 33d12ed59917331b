"""The facts that a second person must approve: those on which a wrong word costs most."""

from collections.abc import Iterable

from dealclock.facts.fact import Fact
from dealclock.facts.kinds import KINDS


def critical(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The critical facts that stand, in the order recorded.

    A fact is critical by its kind; a retraction is when it takes such a fact back. One that
    another fact corrects does not stand any more: the correction is asked about instead.
    """
    by_id = {fact.id: fact for fact in facts}
    corrected = {fact.corrects for fact in by_id.values() if fact.corrects}
    return tuple(f for f in by_id.values() if f.id not in corrected and _is_critical(f, by_id))


def _is_critical(fact: Fact, by_id: dict[str, Fact]) -> bool:
    while KINDS[fact.kind].retracts and fact.corrects in by_id:
        fact = by_id[fact.corrects]
    return KINDS[fact.kind].critical
