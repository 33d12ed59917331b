"""The sweep: which deals have something to do today, queued one by one.

What was left behind is queued again before anything new. The deal's day and the instant of the
schedule travel with every message; nothing later asks a clock for them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from pydantic import TypeAdapter, ValidationError

from dealclock.alerts.slots import SCHEDULED, ZONE, Slot
from dealclock.errors import DealclockError
from dealclock.facts.fact import Instant
from dealclock.usecases.limits import CLOCK_ERROR
from dealclock.usecases.queues import AssessDeal, Deliver
from dealclock.usecases.services import Services

AT_ONCE = 500  # left-behind deliveries queued again by one sweep
_instant: TypeAdapter[datetime] = TypeAdapter(Instant)


class NotASchedule(DealclockError):
    """An event that does not say when it was scheduled for, or says a time to come."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """One scheduled sweep: its instant, its slot, and whether it is of rehearsals."""

    scheduled: datetime
    slot: Slot
    rehearsal: bool

    @property
    def as_of(self) -> date:
        """The civil day of the schedule."""
        return self.scheduled.astimezone(ZONE).date()

    @classmethod
    def read(cls, event: Mapping[str, Any], now: datetime) -> "Sweep":
        """The sweep a schedule's event asks for; raises NotASchedule."""
        given, slot = event.get("scheduled_time"), event.get("slot")
        try:
            scheduled = _instant.validate_python(given)
        except ValidationError:
            raise NotASchedule(
                f"scheduled_time {given!r} is not an instant; give one such as 2004-10-29T12:00:00Z"
            ) from None
        # The schedule wakes the sweep on the very second, and the worker's clock may be behind it.
        if scheduled > now + CLOCK_ERROR:
            raise NotASchedule(f"scheduled_time {given} is in the future; give the schedule's own")
        named = next((s for s in SCHEDULED if s == slot), None)
        if named is None:
            raise NotASchedule(f"slot {slot!r} is not valid; give one of {', '.join(SCHEDULED)}")
        return cls(scheduled, named, event.get("rehearsal") is True)


@dataclass(frozen=True, slots=True)
class SweepResult:
    """What a sweep did: the deals it queued, and the deliveries it queued again."""

    as_of: date
    queued: tuple[str, ...]
    requeued: int


def sweep(request: Sweep, name: str, services: Services) -> SweepResult:
    """Queue again what was left behind, then every deal with something to say or to escalate.

    That it completed is written down last, for the watchdog.
    """
    left = services.store.outbox.unfinished(request.rehearsal, AT_ONCE)
    for key in left:
        services.deliveries.send(Deliver(deal=key.deal, day=key.day, delivery=key.id))
    waking = services.store.runs.waking(request.rehearsal, request.as_of)
    escalating = (
        e.deal for e in services.store.responses.to_escalate(request.rehearsal, request.scheduled)
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
    return SweepResult(request.as_of, due, len(left))
