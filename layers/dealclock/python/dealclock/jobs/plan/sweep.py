"""The sweep: queue each deal that is due today.

Unfinished deliveries are queued again first. Every message carries the deal's day and the scheduled
instant, so later steps need no clock for them.
"""

from datetime import date, datetime

from dealclock.alerts.slots import ZONE, Slot
from dealclock.jobs.plan.plan_deliveries import message_for
from dealclock.jobs.queues import AssessDeal
from dealclock.jobs.services import Services
from dealclock.records import record

AT_ONCE = 500  # unfinished deliveries queued again by one sweep


@record
class Sweep:
    """One scheduled sweep: its instant, its slot, and whether it is for rehearsals."""

    scheduled: datetime
    slot: Slot
    rehearsal: bool

    @property
    def as_of(self) -> date:
        """The civil day of the schedule."""
        return self.scheduled.astimezone(ZONE).date()


def sweep(request: Sweep, name: str, services: Services) -> tuple[tuple[str, ...], int]:
    """Queue unfinished deliveries again, then every deal with an alert or an escalation due.

    Returns the deals that it queued, and how many deliveries it queued again.

    Its completion is recorded last, for the watchdog.
    """
    unfinished = services.store.outbox.unfinished(request.rehearsal, AT_ONCE)
    for key in unfinished:
        services.deliveries.send(message_for(key))
    waking = services.store.runs.waking(request.rehearsal, request.as_of)
    escalating = (
        deal
        for deal, _ in services.store.responses.to_escalate(request.rehearsal, request.scheduled)
    )
    due = tuple(dict.fromkeys((*waking, *escalating)))
    for deal in due:
        services.assess.send(
            AssessDeal(
                deal=deal,
                as_of=request.as_of,
                known_at=request.scheduled,
                slot=request.slot,
                sweep=name,
            )
        )
    services.store.runs.put_sweep(request.rehearsal, request.as_of, request.slot, request.scheduled)
    return due, len(unfinished)
