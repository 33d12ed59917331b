"""Live deals changed but not assessed since, because the queue message for it was lost.

Recording an event, answering an alert or loading terms queues a run, and makes the deal due at once
until a run has seen the change. So a deal still due at once has lost its message, or waits for it.
It is queued once more for each change, which does nothing if the message still comes. A deal that
cannot be assessed ends in the dead letters.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from dealclock.alerts import health_findings
from dealclock.alerts.health_findings import Finding
from dealclock.jobs.find_deal import code_names
from dealclock.jobs.operate.checks import Round
from dealclock.jobs.operate.failures import without_data
from dealclock.jobs.plan.reassess_now import reassess_now
from dealclock.jobs.services import Services
from dealclock.store import Meta

AT_ONCE = 500  # deals checked in one run, whose marks are remembered


def reassess(services: Services, deal: str) -> None:
    """Queue the deal to be assessed now."""
    reassess_now(deal, services)


def find_changed(checks: Round) -> Iterator[Finding]:
    """Live deals changed since they were assessed whose queue message was lost, even queued again.

    At most AT_ONCE are checked. A deal that was never assessed, newly loaded, waits for its first
    slot.
    """
    store, memory = checks.services.store, checks.memory
    marks: set[str] = set()
    late: list[str] = []
    # Those beyond the first are left to the next scheduled check, which assesses them too.
    for deal in store.runs.waking(False, date.min)[:AT_ONCE]:
        try:
            meta = store.deals.meta(deal)
            # The index may lag behind.
            if meta is None or meta.wake_on > date.min or not store.runs.was_assessed(deal):
                continue
            if _mark(meta) in memory.changed:
                late.append(meta.code_name)
            else:
                checks.repair(deal)
            marks.add(_mark(meta))
        except Exception as error:  # noqa: BLE001 - one deal must not stop the others
            name = code_names(store).get(deal, "a deal")
            checks.unchecked.append(f"{name}: {without_data(error)}")
    if marks != memory.changed:
        checks.remember(replace(memory, changed=frozenset(marks)))
    yield from health_findings.list_changed(late)


def _mark(meta: Meta) -> str:
    """The id of a state of the deal."""
    counts = (meta.fact_sequence, meta.handled, meta.terms_version, meta.team_version)
    return "/".join([meta.id, *map(str, counts)])
