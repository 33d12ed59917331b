"""The watchdog's checks of the whole stack, every 15 minutes.

Each check is made on its own: one that cannot be made is reported, and does not affect the others.
Lost work is repaired along the way: deliveries are queued again, as are deals changed but not
assessed; due escalations are run, digests of failed deals are planned, and once a day every deal's
wake day is checked against the deal.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from dealclock.alerts import health_findings
from dealclock.alerts.health_findings import Check, Finding, Severity
from dealclock.alerts.slots import ZONE
from dealclock.store import Store, Watch
from dealclock.usecases.dead_letters import What
from dealclock.usecases.deliver.paused_deals import notify_leads
from dealclock.usecases.find_deal import code_names
from dealclock.usecases.operate.escalation_exhausted import (
    check_unanswered,
    list_waiting,
    queue_escalations,
)
from dealclock.usecases.operate.failures import without_data
from dealclock.usecases.operate.recheck_changed import recheck_changed
from dealclock.usecases.operate.reconcile import reconcile
from dealclock.usecases.operate.requeue_lost import requeue_deliveries
from dealclock.usecases.plan.digest import digests_of_failed
from dealclock.usecases.services import Services

FIRST_HOUR = 6  # in New York, when the daily check is due: before the morning sweep

DeadLetters = Callable[[], Mapping[What, int]]


@dataclass(slots=True)
class WatchResult:
    """The findings. `unchecked` are the checks that could not be made, each with its reason."""

    findings: list[Finding] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)
    requeued: int = 0
    escalated: int = 0
    reassessed: int = 0
    digests: int = 0
    oldest: timedelta = timedelta(0)

    def count(self, check: Check) -> int:
        """The number of findings of a check."""
        return sum(finding.check == check for finding in self.findings)


def watch(
    services: Services,
    dead_letters: DeadLetters,
    *,
    rehearsal: bool = False,
    daily: bool = False,
    repair: bool = True,
) -> WatchResult:
    """Make every check, repair what may be repaired, and return the findings.

    Without `repair` it only checks: nothing is queued, repaired or stored.
    With `rehearsal` it checks only rehearsals' deliveries: they have no schedule and no wall time.
    With `daily` the daily check is made now, even if it was made today.
    """
    services = services.pinned()
    result = WatchResult()

    def run_check(what: str, make: Callable[[], Iterable[Finding]]) -> None:
        try:
            result.findings += make()
        except Exception as error:  # noqa: BLE001 - one check must not hide the others
            result.unchecked.append(f"{what}: {without_data(error)}")

    run_check("deliveries", lambda: _deliveries(services, repair, rehearsal, result))
    if rehearsal:
        return result
    run_check("escalations", lambda: _escalations(services, repair, result))
    run_check("changes", lambda: _changes(services, repair, result))
    run_check("digests", lambda: _digests(services, repair, result))
    run_check("dead letters", lambda: health_findings.list_dead_letters(dead_letters()))
    run_check("sweeps", lambda: _sweeps(services))
    run_check(
        "assessments",
        lambda: health_findings.list_unassessed(services.now(), _wakes(services.store)),
    )
    if repair:
        run_check("wakes", lambda: _daily(services, result, daily))
    else:
        run_check("wakes", lambda: _check_daily_only(services, result))
    return result


def _deliveries(
    services: Services, repair: bool, rehearsal: bool, result: WatchResult
) -> Iterator[Finding]:
    """Queue lost deliveries again, and report those that wait too long."""
    now = services.now()
    lost = requeue_deliveries(services, rehearsal, queue_again=repair)
    result.requeued = lost.queued
    result.unchecked += lost.unchecked
    result.oldest = max((now - speech.since for speech in lost.unsent), default=timedelta(0))
    yield from health_findings.list_unsent(lost.unsent, now)
    yield from health_findings.list_unknown(lost.unknown, now)


def _escalations(services: Services, repair: bool, result: WatchResult) -> Iterator[Finding]:
    """Queue due escalations, and report alerts escalated in vain."""
    now = services.now()
    memory = services.store.runs.watch() or Watch(since=now)
    if repair:
        result.escalated = queue_escalations(services)
    unanswered = check_unanswered(memory.unheard | list_waiting(services), services)
    result.unchecked += unanswered.unchecked
    if repair and unanswered.waiting != memory.unheard:
        services.store.runs.put_watch(replace(memory, unheard=frozenset(unanswered.waiting)), now)
    yield from health_findings.list_unacknowledged(unanswered.late, now)


def _changes(services: Services, repair: bool, result: WatchResult) -> Iterator[Finding]:
    """Queue the deals changed since they were assessed, and report those queued in vain."""
    now = services.now()
    memory = services.store.runs.watch() or Watch(since=now)
    changed = recheck_changed(memory.changed, services, queue_again=repair)
    result.reassessed = changed.queued
    result.unchecked += changed.unchecked
    if repair and changed.marks != memory.changed:
        services.store.runs.put_watch(replace(memory, changed=frozenset(changed.marks)), now)
    yield from health_findings.list_changed(changed.late)


def _digests(services: Services, repair: bool, result: WatchResult) -> Iterable[Finding]:
    """Plan this morning's digests for the people of deals that could not be assessed."""
    if repair:
        result.digests = digests_of_failed(services)
    return ()


def _sweeps(services: Services) -> Iterator[Finding]:
    now = services.now()
    before = services.store.runs.watch()
    if before is not None:
        done = services.store.runs.sweeps(False, now.astimezone(ZONE).date())
        yield from health_findings.list_missed_sweeps(now, done, before.since)


def _wakes(store: Store) -> dict[str, date]:
    """The day each live deal is next due, by code name."""
    names = code_names(store)
    return {names[deal]: day for deal, day in store.runs.wakes(False).items() if deal in names}


def _check_daily_only(services: Services, result: WatchResult) -> Iterator[Finding]:
    """The daily check, made now, without repairs."""
    reconciled = reconcile(services, repair=False)
    result.unchecked += reconciled.unchecked
    yield from health_findings.list_wrong_wakes(reconciled.wakes, repaired=False)
    yield from health_findings.list_silent(
        reconciled.silent, services.now().astimezone(ZONE).date()
    )
    yield from health_findings.list_paused(deal.code_name for deal in reconciled.too_new)


def _daily(services: Services, result: WatchResult, at_once: bool) -> Iterable[Finding]:
    """The findings of the daily check: made now if it is due, else as stored."""
    now = services.now()
    memory = services.store.runs.watch() or Watch(since=now)
    local = now.astimezone(ZONE)
    made_today = memory.reconciled_on == local.date()
    if not at_once and (made_today or local.hour < FIRST_HOUR):
        if memory.reconciled_on is None:
            services.store.runs.put_watch(memory, now)
        return _stored_findings(memory.found)
    reconciled = reconcile(services, repair=True)
    findings = [
        *health_findings.list_wrong_wakes(reconciled.wakes, repaired=True),
        *health_findings.list_silent(reconciled.silent, local.date()),
        *health_findings.list_paused(deal.code_name for deal in reconciled.too_new),
    ]
    for deal in reconciled.too_new:
        notify_leads(deal.id, services)
    result.unchecked += reconciled.unchecked
    done_on = None if reconciled.unchecked else local.date()
    stored = json.dumps([_as_stored(finding) for finding in findings])
    services.store.runs.put_watch(
        replace(memory, reconciled_on=done_on or memory.reconciled_on, found=stored), now
    )
    return findings


def _as_stored(f: Finding) -> dict[str, object]:
    return {"check": f.check, "severity": f.severity, "says": f.text, "do": f.do}


def _stored_findings(found: str) -> list[Finding]:
    return [
        Finding(finding["check"], Severity(finding["severity"]), finding["says"], finding["do"])
        for finding in json.loads(found)
    ]
