"""The facts that speak to people outside: a confirmation counts once a second person approved."""

from collections.abc import Iterable, Mapping

from dealclock.access.approval import Approval, approval_of, of_fact
from dealclock.facts.corrections import retracts
from dealclock.facts.critical import critical
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog
from dealclock.facts.vocabulary.conclusions import CONFIRMED, DISPUTED


def facts_shown_outside(log: FactLog, approvals: Iterable[Approval]) -> FactLog:
    """The log without the confirmations that wait for a second person, and without the retractions
    that wait for one where they would let something stand again.

    Nothing else is left out: a dispute, a waiver or the retraction of a confirmation that waits can
    only say less.
    """
    approvals = tuple(approvals)
    by_id = {fact.id: fact for fact in log.facts}
    alone = {
        fact.id
        for fact in critical(log.facts)
        if (fact.kind == CONFIRMED or _says_more(fact, by_id))
        and approval_of(of_fact(fact.id), approvals) is None
    }
    # With what they correct, which else would stand again.
    for fact in reversed(log.facts):
        if fact.id in alone and fact.corrects is not None and not retracts(fact):
            alone.add(fact.corrects)
    return FactLog(tuple(f for f in log.facts if f.id not in alone), log.zone)


def _says_more(fact: Fact, by_id: Mapping[str, Fact]) -> bool:
    """Whether a fact takes back anything said of a default but a confirmation itself: a dispute, a
    correction, or another retraction, so that a confirmation may stand again."""
    taken = by_id.get(fact.corrects or "")
    if taken is None or not retracts(fact):
        return False
    first = taken
    while (earlier := by_id.get(first.corrects or "")) is not None:
        first = earlier
    return first.kind in (CONFIRMED, DISPUTED) and not (taken is first and first.kind == CONFIRMED)
