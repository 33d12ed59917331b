"""Live deals changed but not assessed since, because the queue message for it was lost.

Recording an event, answering an alert or loading terms queues a run, and makes the deal due at once
until a run has seen the change. So a deal still due at once has lost its message, or waits for it.
It is queued once more for each change, which does nothing if the message still comes. A deal that
cannot be assessed ends in the dead letters.
"""

from dataclasses import dataclass, field
from datetime import date

from dealclock.jobs.find_deal import code_names
from dealclock.jobs.operate.failures import without_data
from dealclock.jobs.plan.reassess_now import reassess_now
from dealclock.jobs.services import Services
from dealclock.store import Meta

AT_ONCE = 500  # deals checked in one run, whose marks are remembered


@dataclass(slots=True)
class ChangedDeals:
    """Deals changed but not assessed. `marks` identify the changes for the next check.

    `late` are the code names of deals that an earlier check queued again, in vain; `queued` is how
    many this one queued, and `unchecked` lists those it could not.
    """

    marks: set[str] = field(default_factory=set)
    late: list[str] = field(default_factory=list)
    queued: int = 0
    unchecked: list[str] = field(default_factory=list)


def recheck_changed(
    before: frozenset[str], services: Services, *, queue_again: bool = True
) -> ChangedDeals:
    """Queue each live deal changed since it was assessed, unless its mark is in `before`.

    At most AT_ONCE are checked. A deal that was never assessed, newly loaded, waits for its first
    slot. Without `queue_again` deals are only checked.
    """
    result = ChangedDeals()
    # Those beyond the first are left to the next scheduled check, which assesses them too.
    for deal in services.store.runs.waking(False, date.min)[:AT_ONCE]:
        try:
            _check_deal(deal, before, services, queue_again, result)
        except Exception as error:  # noqa: BLE001 - one deal must not stop the others
            name = code_names(services.store).get(deal, "a deal")
            result.unchecked.append(f"{name}: {without_data(error)}")
    return result


def _check_deal(
    deal: str,
    before: frozenset[str],
    services: Services,
    queue_again: bool,
    result: ChangedDeals,
) -> None:
    meta = services.store.deals.meta(deal)
    # The index may lag behind.
    if meta is None or meta.wake_on > date.min or not services.store.runs.was_assessed(deal):
        return
    mark = _mark(meta)
    if mark in before:
        result.late.append(meta.code_name)
    elif queue_again:
        reassess_now(deal, services)
        result.queued += 1
    result.marks.add(mark)


def _mark(meta: Meta) -> str:
    """The id of a state of the deal."""
    counts = (meta.fact_sequence, meta.handled, meta.terms_version, meta.team_version)
    return "/".join([meta.id, *map(str, counts)])
