"""Reporting each morning to an outside watch, which notices when this stack does not run at all."""

from collections.abc import Callable

from dealclock.alerts.health_findings import GRACE
from dealclock.alerts.slots import ZONE, instant
from dealclock.jobs.operate.checks import Round
from dealclock.jobs.plan.digest import unassessed_this_morning

COMPLETE, FAILED = "complete", "failed"


def report_morning(watched: Round, call: Callable[..., None]) -> str | None:
    """Report today's morning once it is complete, or at noon that it is not; None for no report.

    Monday to Friday. It is complete when the morning's scheduled check has completed, every deal
    due is assessed, no delivery is unsettled, and the round could check everything. One that
    failed may still become complete. `call` takes the day and a text of counts alone; what it
    raises is raised, and then the next round reports.
    """
    services, memory = watched.services, watched.memory
    now = services.now()
    today = now.astimezone(ZONE).date()
    reported, _, how = memory.reported.partition(" ")
    before = how if reported == today.isoformat() else ""
    if today.weekday() >= 5 or before == COMPLETE or now < instant(today, "morning") + GRACE:
        return None
    counts = {
        "scheduled check": int("morning" not in services.store.runs.sweeps(False, today)),
        "deals not assessed": len(unassessed_this_morning(services)),
        "deliveries unsettled": watched.unsettled,
        "not checked": len(watched.unchecked),
    }
    wrong = any(counts.values())
    if wrong and (before or now < instant(today, "midday")):
        return None
    how = FAILED if wrong else COMPLETE
    says = ", ".join(f"{what}: {count}" for what, count in counts.items())
    call(today, f"{how}. {says}", failed=wrong)
    watched.remember(reported=f"{today.isoformat()} {how}")
    return how
