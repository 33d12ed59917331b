"""The watchdog's checks of the whole stack, every 15 minutes; the doctor makes them as well.

Each check is made on its own: one that cannot be made is reported, and does not affect the others.
What can be repaired is, by the watchdog alone.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta

from dealclock.alerts import health_findings
from dealclock.alerts.health_findings import Finding
from dealclock.alerts.slots import ZONE, Slot
from dealclock.jobs.find_deal import code_names
from dealclock.jobs.operate.arithmetic import alert_leads, find_differing
from dealclock.jobs.operate.checks import Check, Round
from dealclock.jobs.operate.daily_check import find_daily, queue_part
from dealclock.jobs.operate.escalation_exhausted import find_unanswered, queue_escalations
from dealclock.jobs.operate.lost_messages import (
    find_changed,
    find_lost_deliveries,
    queue_again,
    reassess,
)
from dealclock.jobs.plan.digest import digests_of_failed
from dealclock.jobs.plan.sweep import Sweep, sweep
from dealclock.jobs.services import Services

SLICE = 500  # deals whose rows are compared in one run


def watch(checks: Round) -> Round:
    """Make every check in a round, at one instant; for rehearsals only that of deliveries, since
    they have no schedule and no wall time.

    While an operator has `paused` the schedules it makes none, and no slot counts as missed.
    """
    checks.services = checks.services.pinned()
    if checks.paused:
        checks.remember(since=checks.services.now())
        return checks
    for name in ["deliveries"] if checks.rehearsal else CHECKS:
        checks.make(name, CHECKS[name])
    return checks


def _find_failed_mornings(checks: Round) -> Iterable[Finding]:
    """People of deals that could not be assessed this morning, who have no digest yet."""
    checks.repair()
    return ()


def _find_dead_letters(checks: Round) -> Iterator[Finding]:
    """Messages in the dead-letter queues, which `dealclock redrive` sends back."""
    return health_findings.list_dead_letters(checks.dead_letters())


def _find_unusable_key(checks: Round) -> Iterator[Finding]:
    """The customer key of all that is stored, if it is disabled or is to be deleted."""
    return health_findings.list_key(checks.key_state())


def _find_missed_sweeps(checks: Round) -> Iterator[Finding]:
    """The last scheduled check that should have completed by now, if it has not."""
    missed = health_findings.find_missed_slot(checks.services.now(), checks.memory.since)
    if missed is None or missed[1] in checks.services.store.runs.sweeps(False, missed[0].date()):
        return
    checks.repair(*missed)
    yield health_findings.missed_sweep(*missed, started=checks.repairs)


def run_sweep(services: Services, scheduled: datetime, slot: Slot) -> None:
    """Run the scheduled check, as its schedule would have: for its own day, slot and instant."""
    sweep(Sweep(scheduled, slot, rehearsal=False), f"watchdog-{scheduled:%Y%m%d}-{slot}", services)


def _find_unassessed(checks: Round) -> Iterator[Finding]:
    """Live deals whose day to be assessed has passed."""
    store, now = checks.services.store, checks.services.now()
    late = store.runs.wakes(False, now.astimezone(ZONE).date() - timedelta(days=1))
    names = code_names(late, store)
    wakes = {names[deal]: day for deal, day in late.items() if deal in names}
    return health_findings.list_unassessed(now, wakes)


def _find_unlisted_members(checks: Round) -> Iterable[Finding]:
    """Once a day, in slices: people's rows of deals that an earlier release did not write.

    While they are not complete, the rest of the directory is read instead.
    """
    checks.repair()
    return ()


def add_missing_members(services: Services) -> int:
    """Write them."""
    return services.store.deals.compare_members(services.now(), SLICE)


CHECKS: Mapping[str, Check] = {
    "deliveries": Check(find_lost_deliveries, queue_again),
    "escalations": Check(find_unanswered, queue_escalations),
    "changes": Check(find_changed, reassess),
    "digests": Check(_find_failed_mornings, digests_of_failed),
    "key": Check(_find_unusable_key),
    "dead letters": Check(_find_dead_letters),
    "sweeps": Check(_find_missed_sweeps, run_sweep),
    "assessments": Check(_find_unassessed),
    "members": Check(_find_unlisted_members, add_missing_members),
    "arithmetic": Check(find_differing, alert_leads),
    "wakes": Check(find_daily, queue_part),
}
"""What the watchdog looks for, in this order; docs/operations.md has it as a table."""
