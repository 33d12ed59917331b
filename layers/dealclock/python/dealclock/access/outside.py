"""The facts that speak to people outside: a confirmation counts once a second person approved."""

from collections.abc import Iterable

from dealclock.access.approval import Approval, approval_of, of_fact
from dealclock.facts.critical import critical
from dealclock.facts.log import FactLog
from dealclock.facts.vocabulary.conclusions import CONFIRMED


def told_outside(log: FactLog, approvals: Iterable[Approval]) -> FactLog:
    """The log without the confirmations that wait for a second person.

    Nothing else is left out: a dispute, a waiver or a retraction that waits can only say less.
    """
    approvals = tuple(approvals)
    alone = {
        fact.id
        for fact in critical(log.facts)
        if fact.kind == CONFIRMED and approval_of(of_fact(fact.id), approvals) is None
    }
    # With what they correct, which else would stand again.
    for fact in reversed(log.facts):
        if fact.id in alone and fact.corrects is not None:
            alone.add(fact.corrects)
    return FactLog(tuple(f for f in log.facts if f.id not in alone), log.zone)
