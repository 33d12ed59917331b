"""The events that a second person must approve: those where an error costs most."""

from collections.abc import Iterable

from dealclock.facts.corrections import ids_taken_back, link, retracts, roots
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
    by_id = {fact.id: fact for fact in facts}
    gone = ids_taken_back([link(fact) for fact in by_id.values()])
    first = roots({f.id: f.corrects for f in by_id.values() if f.corrects in by_id})
    last = {
        first.get(f.id, f.id): f.id for f in by_id.values() if f.id not in gone and not retracts(f)
    }
    found: list[Fact] = []
    for fact in by_id.values():
        root = first.get(fact.id, fact.id)
        counts = retracts(fact) or (root not in gone and last.get(root) == fact.id)
        if fact.id not in gone and counts and is_critical(by_id[root].kind):
            found.append(fact)
    return tuple(found)
