"""EventBridge Scheduler's event, as the sweep it asks for."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter, ValidationError

from dealclock.alerts.slots import SCHEDULED
from dealclock.errors import DealclockError
from dealclock.facts.fact import Instant
from dealclock.usecases.limits import CLOCK_ERROR
from dealclock.usecases.plan.sweep import Sweep

_instant: TypeAdapter[datetime] = TypeAdapter(Instant)


class NotASchedule(DealclockError):
    """An event that does not say when it was scheduled for, or says a time to come."""


def read_sweep(event: Mapping[str, Any], now: datetime) -> Sweep:
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
    return Sweep(scheduled, named, event.get("rehearsal") is True)
