"""The daily check of every live deal, in parts: `assess` makes each from its queue and queues the
next, and the watchdog begins it, resumes one that stopped, and reports what it found.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any

from dealclock.alerts import health_findings
from dealclock.alerts.health_findings import Finding, Severity
from dealclock.alerts.slots import ZONE
from dealclock.jobs.deliver.paused_deals import notify_leads
from dealclock.jobs.operate.checks import Round
from dealclock.jobs.operate.reconcile import ReconcileResult, reconcile
from dealclock.jobs.queues import CheckDeals
from dealclock.jobs.services import Services
from dealclock.store import Watch

FIRST_HOUR = 6  # in New York, when the daily check is due: before the morning sweep
PART = 25  # deals in one message, a second or two of the function's minute
_STOPPED = timedelta(hours=1)
"""How long after its last part a check that stopped is resumed, or one is repeated that could not
check every deal."""
_NOTHING = '["", [], []]'


def find_daily(checks: Round) -> Iterable[Finding]:
    """Once a day: deals that would sleep too long, are silent or are paused.

    Until the check has reached every deal, the findings of the last one stay. What it could not
    check is reported until it could be. A round that may repair nothing checks every deal at once.
    """
    services, memory = checks.services, checks.memory
    if checks.daily or not checks.repairs:
        return _check_at_once(checks, memory)
    local = services.now().astimezone(ZONE)
    is_due = memory.reconciled_on != local.date() and local.hour >= FIRST_HOUR
    if memory.reconciled_on is None:
        checks.remember()
    if is_due and (memory.looked_at is None or services.now() - memory.looked_at >= _STOPPED):
        checks.repair()
    _, part, unchecked = json.loads(memory.progress or _NOTHING)
    checks.unchecked += dict.fromkeys([*json.loads(memory.unchecked), *unchecked])
    found = list(map(_from_stored, part))
    known = {finding.text for finding in found}
    earlier = map(_from_stored, json.loads(memory.found))
    return health_findings.fold([*found, *(f for f in earlier if f.text not in known)])


def queue_part(services: Services) -> None:
    """Queue the first part of the check, or the one at which it stopped."""
    runs, now = services.store.runs, services.now()
    memory = runs.watch()
    if memory is not None:
        progress = memory.progress or _NOTHING
        if runs.advance_check(memory, now, progress=progress):
            services.assess.send(CheckDeals(after=json.loads(progress)[0]))


def check_part(message: CheckDeals, services: Services) -> int:
    """Check the part of the deals that comes next, and queue the one behind it; how many findings
    it has. A message that comes again checks nothing again.
    """
    services = services.pinned()
    runs, memory = services.store.runs, services.store.runs.watch()
    if memory is None or not memory.progress:
        return 0  # that check has ended
    after, found, unchecked = json.loads(memory.progress)
    listed: list[Finding] = []
    if message.after == after:
        result = reconcile(services, repair=True, after=after, most=PART)
        listed = list(_list(result, services))
        findings = health_findings.fold([*map(_from_stored, found), *listed])
        unchecked = [*unchecked, *result.unchecked][: health_findings.LISTED]
        stored, after = list(map(_as_stored, findings)), result.next_after
        changes = {"progress": json.dumps([after, stored, unchecked])}
        if not after:
            changes = _ended(memory, stored, unchecked, services)
        if not runs.advance_check(memory, services.now(), **changes):
            return 0  # another worker has made it, and queues the next
    if after:
        services.assess.send(CheckDeals(after=after))
    return len(listed)


def _check_at_once(checks: Round, memory: Watch) -> Iterable[Finding]:
    services = checks.services
    result = reconcile(services, repair=checks.repairs)
    checks.unchecked += result.unchecked
    if not checks.repairs:
        return list(_list(result, services, notify=False))
    findings = health_findings.fold(_list(result, services))
    unchecked = result.unchecked[: health_findings.LISTED]
    checks.remember(**_ended(memory, list(map(_as_stored, findings)), unchecked, services))
    return findings


def _list(result: ReconcileResult, services: Services, *, notify: bool = True) -> Iterator[Finding]:
    """What was found, in words; with `notify`, the leads of paused deals are notified."""
    for deal, item in result.too_new if notify else ():
        notify_leads(deal.id, item, services)
    yield from health_findings.list_wrong_wakes(result.wakes, repaired=notify)
    yield from health_findings.list_silent(result.silent, services.now().astimezone(ZONE).date())
    yield from health_findings.list_paused(deal.code_name for deal, _ in result.too_new)


def _ended(
    memory: Watch, stored: list[Any], unchecked: list[str], services: Services
) -> dict[str, Any]:
    """What is remembered of a check that reached every deal: it is done for today if it could check
    them all."""
    today = services.now().astimezone(ZONE).date()
    return {
        "reconciled_on": memory.reconciled_on if unchecked else today,
        "found": json.dumps(stored),
        "unchecked": json.dumps(unchecked),
        "progress": "",
    }


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
