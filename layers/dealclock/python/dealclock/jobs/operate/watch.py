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
from typing import Any

from dealclock.alerts import health_findings
from dealclock.alerts.health_findings import Check, Finding, Severity
from dealclock.alerts.slots import ZONE
from dealclock.jobs.dead_letters import What
from dealclock.jobs.deliver.paused_deals import notify_leads
from dealclock.jobs.find_deal import code_names
from dealclock.jobs.operate.escalation_exhausted import (
    check_unanswered,
    list_waiting,
    queue_escalations,
)
from dealclock.jobs.operate.failures import without_data
from dealclock.jobs.operate.recheck_changed import recheck_changed
from dealclock.jobs.operate.reconcile import reconcile
from dealclock.jobs.operate.requeue_lost import requeue_deliveries
from dealclock.jobs.plan.digest import digests_of_failed
from dealclock.jobs.services import Services
from dealclock.store import Store, Watch

FIRST_HOUR = 6  # in New York, when the daily check is due: before the morning sweep
SLICE = 1_000  # deals of the daily check in one run, well within the function's five minutes
_REMEMBERED = 500  # deals with an unanswered alert that are remembered while the index lags

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
        return sum(finding.count for finding in self.findings if finding.check == check)


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
            found = make()
            result.findings += health_findings.fold(found) if repair else found
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
    waiting = frozenset(sorted(unanswered.waiting)[:_REMEMBERED])
    if repair and waiting != memory.unheard:
        services.store.runs.put_watch(replace(memory, unheard=waiting), now)
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
    yield from health_findings.list_paused(deal.code_name for deal, _ in reconciled.too_new)


@dataclass(frozen=True, slots=True)
class _DailyPart:
    """A part of the daily check: up to which deal it was made, and what it found."""

    after: str = ""
    findings: tuple[Finding, ...] = ()
    unchecked: tuple[str, ...] = ()

    def stored(self) -> str:
        """As JSON."""
        return json.dumps([self.after, list(map(_as_stored, self.findings)), self.unchecked])

    @classmethod
    def of(cls, text: str) -> "_DailyPart":
        """The part in a stored text."""
        if not text:
            return cls()
        after, findings, unchecked = json.loads(text)
        return cls(after, tuple(map(_from_stored, findings)), tuple(unchecked))


def _daily(services: Services, result: WatchResult, at_once: bool) -> Iterable[Finding]:
    """The findings of the daily check: a slice of deals is checked if it is due, the rest are as
    stored.

    Until the check has reached every deal, the findings of the last one stay. What it could not
    check is checked again in the next run, and is reported until it could be.
    """
    now = services.now()
    memory = services.store.runs.watch() or Watch(since=now)
    local = now.astimezone(ZONE)
    earlier = _stored_findings(memory.found)
    made_today = memory.reconciled_on == local.date()
    part = _DailyPart() if at_once else _DailyPart.of(memory.progress)
    if not (at_once or part.after) and (made_today or local.hour < FIRST_HOUR):
        if memory.reconciled_on is None:
            services.store.runs.put_watch(memory, now)
        return earlier
    most = None if at_once else SLICE
    reconciled = reconcile(services, repair=True, after=part.after, most=most)
    for deal, item in reconciled.too_new:
        notify_leads(deal.id, item, services)
    findings = health_findings.fold(
        [
            *part.findings,
            *health_findings.list_wrong_wakes(reconciled.wakes, repaired=True),
            *health_findings.list_silent(reconciled.silent, local.date()),
            *health_findings.list_paused(deal.code_name for deal, _ in reconciled.too_new),
        ]
    )
    unchecked = (*part.unchecked, *reconciled.unchecked)[: health_findings.LISTED]
    if reconciled.next_after:
        part = _DailyPart(reconciled.next_after, tuple(findings), unchecked)
        services.store.runs.put_watch(replace(memory, progress=part.stored()), now)
        result.unchecked += dict.fromkeys([*json.loads(memory.unchecked), *unchecked])
        known = {finding.text for finding in findings}
        return health_findings.fold([*findings, *(f for f in earlier if f.text not in known)])
    result.unchecked += unchecked
    done = replace(
        memory,
        reconciled_on=memory.reconciled_on if unchecked else local.date(),
        found=json.dumps(list(map(_as_stored, findings))),
        unchecked=json.dumps(unchecked),
        progress="",
    )
    services.store.runs.put_watch(done, now)
    return findings


def _as_stored(f: Finding) -> dict[str, object]:
    return {"check": f.check, "severity": f.severity, "says": f.text, "do": f.do, "count": f.count}


def _from_stored(stored: dict[str, Any]) -> Finding:
    return Finding(
        stored["check"],
        Severity(stored["severity"]),
        stored["says"],
        stored["do"],
        stored.get("count", 1),
    )


def _stored_findings(found: str) -> list[Finding]:
    return list(map(_from_stored, json.loads(found)))
