"""Live deals that were changed and not assessed since: the message that asked for it was lost.

Recording an event, answering an alert or loading terms queues a run of its own, and what they wrote
lets the deal wake at once until a run has seen it. So a deal that still wakes at once has lost its
message, or still waits for it: it is queued once more, which changes nothing where it waits. Once
for each change: a deal that cannot be assessed is the dead letters' affair.
"""

from dataclasses import dataclass, field
from datetime import date

from dealclock.store import Meta
from dealclock.usecases.find_deal import code_names
from dealclock.usecases.operate.failures import without_data
from dealclock.usecases.plan.reassess_now import reassess_now
from dealclock.usecases.services import Services


@dataclass(slots=True)
class ChangedDeals:
    """What was found. `marks` are the changes not assessed yet, for the next look to know.

    `late` are the code names of deals queued again by an earlier look, in vain; `queued` is how
    many were queued by this one, and `unchecked` says which could not be.
    """

    marks: set[str] = field(default_factory=set)
    late: list[str] = field(default_factory=list)
    queued: int = 0
    unchecked: list[str] = field(default_factory=list)


def recheck_changed(
    before: frozenset[str], services: Services, *, queue_again: bool = True
) -> ChangedDeals:
    """Queue each live deal changed since it was assessed, unless an earlier look did: see `before`.

    A deal that was never assessed, newly loaded, waits for its first slot. Without
    `queue_again` it is only looked at.
    """
    found = ChangedDeals()
    for deal in services.store.runs.waking(False, date.min):
        try:
            _take_up(deal, before, services, queue_again, found)
        except Exception as error:  # noqa: BLE001 - one deal must not keep the others waiting
            name = code_names(services.store).get(deal, "a deal")
            found.unchecked.append(f"{name}: {without_data(error)}")
    return found


def _take_up(
    deal: str,
    before: frozenset[str],
    services: Services,
    queue_again: bool,
    found: ChangedDeals,
) -> None:
    meta = services.store.deals.meta(deal)
    # The index may lag a moment behind.
    if meta is None or meta.wake_on > date.min or not services.store.runs.was_assessed(deal):
        return
    mark = _mark(meta)
    if mark in before:
        found.late.append(meta.code_name)
    elif queue_again:
        reassess_now(deal, services)
        found.queued += 1
    found.marks.add(mark)


def _mark(meta: Meta) -> str:
    """What names a state of the deal."""
    counts = (meta.fact_sequence, meta.handled, meta.terms_version, meta.team_version)
    return "/".join([meta.id, *map(str, counts)])
