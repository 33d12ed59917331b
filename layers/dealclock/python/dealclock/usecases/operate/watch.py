"""The watchdog's look at the whole house, every 15 minutes: what no one else would report.

Each check is made on its own: one that cannot be made leaves the others alone, and is said. What
was left behind is taken up again on the way: deliveries are queued again, and deals that were
changed and not assessed; escalations that are due are run, digests planned that nobody else plans,
and once a day every deal's wake day is held against the deal.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date, timedelta

from dealclock.alerts import health_findings
from dealclock.alerts.health_findings import Check, Finding, Severity
from dealclock.alerts.slots import ZONE
from dealclock.store import Store, Watch
from dealclock.usecases.dead_letters import What
from dealclock.usecases.deliver.paused_deals import notify_leads
from dealclock.usecases.find_deal import code_names
from dealclock.usecases.operate.escalation_exhausted import look_at, queue_escalations, waiting
from dealclock.usecases.operate.failures import without_data
from dealclock.usecases.operate.recheck_changed import recheck_changed
from dealclock.usecases.operate.reconcile import reconcile
from dealclock.usecases.operate.requeue_lost import take_up_deliveries
from dealclock.usecases.plan.digest import digests_of_failed
from dealclock.usecases.services import Services

FIRST_HOUR = 6  # in New York, from which the daily look is made: before the morning sweep

DeadLetters = Callable[[], Mapping[What, int]]


@dataclass(slots=True)
class WatchResult:
    """What a look found. `unchecked` are the checks that could not be made, each with why."""

    findings: list[Finding] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)
    requeued: int = 0
    escalated: int = 0
    reassessed: int = 0
    digests: int = 0
    oldest: timedelta = timedelta(0)

    def count(self, check: Check) -> int:
        """How many findings of a check there are."""
        return sum(finding.check == check for finding in self.findings)


def watch(
    services: Services,
    dead_letters: DeadLetters,
    *,
    rehearsal: bool = False,
    daily: bool = False,
    repair: bool = True,
) -> WatchResult:
    """Look at everything, repair what may be repaired, and return what was found.

    Without `repair` it only looks: nothing is queued, repaired or remembered.
    With `rehearsal` only at the deliveries of rehearsals: they have no schedule and no wall time.
    With `daily` the daily look is made now, whether or not it was made today.
    """
    services = services.pinned()
    watched = WatchResult()

    def tried(what: str, make: Callable[[], Iterable[Finding]]) -> None:
        try:
            watched.findings += make()
        except Exception as error:  # noqa: BLE001 - one check must not hide the others
            watched.unchecked.append(f"{what}: {without_data(error)}")

    tried("deliveries", lambda: _deliveries(services, repair, rehearsal, watched))
    if rehearsal:
        return watched
    tried("escalations", lambda: _escalations(services, repair, watched))
    tried("changes", lambda: _changes(services, repair, watched))
    tried("digests", lambda: _digests(services, repair, watched))
    tried("dead letters", lambda: health_findings.list_dead_letters(dead_letters()))
    tried("sweeps", lambda: _sweeps(services))
    tried(
        "assessments",
        lambda: health_findings.list_unassessed(services.now(), _wakes(services.store)),
    )
    if repair:
        tried("wakes", lambda: _daily(services, watched, daily))
    else:
        tried("wakes", lambda: _only_looked(services, watched))
    return watched


def _deliveries(
    services: Services, repair: bool, rehearsal: bool, watched: WatchResult
) -> Iterator[Finding]:
    """Queue again what was left behind, and say what waits too long."""
    now = services.now()
    found = take_up_deliveries(services, rehearsal, queue_again=repair)
    watched.requeued = found.queued
    watched.unchecked += found.unchecked
    watched.oldest = max((now - each.since for each in found.unsent), default=timedelta(0))
    yield from health_findings.list_unsent(found.unsent, now)
    yield from health_findings.list_unknown(found.unknown, now)


def _escalations(services: Services, repair: bool, watched: WatchResult) -> Iterator[Finding]:
    """Queue what is to be escalated, and say what was escalated in vain."""
    now = services.now()
    memory = services.store.runs.watch() or Watch(since=now)
    if repair:
        watched.escalated = queue_escalations(services)
    found = look_at(memory.unheard | waiting(services), services)
    watched.unchecked += found.unchecked
    if repair and found.waiting != memory.unheard:
        services.store.runs.put_watch(replace(memory, unheard=frozenset(found.waiting)), now)
    yield from health_findings.list_unacknowledged(found.late, now)


def _changes(services: Services, repair: bool, watched: WatchResult) -> Iterator[Finding]:
    """Queue the deals changed since they were assessed, and say which were queued in vain."""
    now = services.now()
    memory = services.store.runs.watch() or Watch(since=now)
    found = recheck_changed(memory.changed, services, queue_again=repair)
    watched.reassessed = found.queued
    watched.unchecked += found.unchecked
    if repair and found.marks != memory.changed:
        services.store.runs.put_watch(replace(memory, changed=frozenset(found.marks)), now)
    yield from health_findings.list_changed(found.late)


def _digests(services: Services, repair: bool, watched: WatchResult) -> Iterable[Finding]:
    """Plan what people of deals that could not be assessed are told this morning."""
    if repair:
        watched.digests = digests_of_failed(services)
    return ()


def _sweeps(services: Services) -> Iterator[Finding]:
    now = services.now()
    before = services.store.runs.watch()
    if before is not None:
        done = services.store.runs.sweeps(False, now.astimezone(ZONE).date())
        yield from health_findings.list_missed_sweeps(now, done, before.since)


def _wakes(store: Store) -> dict[str, date]:
    """The day each live deal sleeps until, by code name."""
    names = code_names(store)
    return {names[deal]: day for deal, day in store.runs.wakes(False).items() if deal in names}


def _only_looked(services: Services, watched: WatchResult) -> Iterator[Finding]:
    """The daily look, made now, with nothing repaired."""
    found = reconcile(services, repair=False)
    watched.unchecked += found.unchecked
    yield from health_findings.list_wrong_wakes(found.wakes, repaired=False)
    yield from health_findings.list_silent(found.silent, services.now().astimezone(ZONE).date())
    yield from health_findings.list_paused(each.code_name for each in found.too_new)


def _daily(services: Services, watched: WatchResult, at_once: bool) -> Iterable[Finding]:
    """What the daily look found: made now if it was not yet, else as it is remembered."""
    now = services.now()
    memory = services.store.runs.watch() or Watch(since=now)
    local = now.astimezone(ZONE)
    made = memory.reconciled_on == local.date()
    if not at_once and (made or local.hour < FIRST_HOUR):
        if memory.reconciled_on is None:
            services.store.runs.put_watch(memory, now)
        return _remembered(memory.found)
    found = reconcile(services, repair=True)
    findings = [
        *health_findings.list_wrong_wakes(found.wakes, repaired=True),
        *health_findings.list_silent(found.silent, local.date()),
        *health_findings.list_paused(each.code_name for each in found.too_new),
    ]
    for each in found.too_new:
        notify_leads(each.id, services)
    watched.unchecked += found.unchecked
    done_on = None if found.unchecked else local.date()
    words = json.dumps([asdict(each) for each in findings])
    services.store.runs.put_watch(
        replace(memory, reconciled_on=done_on or memory.reconciled_on, found=words), now
    )
    return findings


def _remembered(found: str) -> list[Finding]:
    return [
        Finding(each["check"], Severity(each["severity"]), each["says"], each["do"])
        for each in json.loads(found)
    ]
