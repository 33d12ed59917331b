"""Parse an EventBridge Scheduler event into a scheduled check."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter, ValidationError

from dealclock.alerts.slots import SCHEDULED
from dealclock.errors import RefusedError
from dealclock.facts.fact import Instant
from dealclock.jobs.limits import CLOCK_ERROR
from dealclock.jobs.plan.sweep import Sweep

_instant: TypeAdapter[datetime] = TypeAdapter(Instant)


def read_sweep(event: Mapping[str, Any], now: datetime) -> Sweep:
    """The check that a schedule's event requests; raises RefusedError."""
    time, slot = event.get("scheduled_time"), event.get("slot")
    try:
        scheduled = _instant.validate_python(time)
    except ValidationError:
        raise RefusedError(
            f"scheduled_time {time!r} is not an instant; give one such as 2004-10-29T12:00:00Z"
        ) from None
    # The schedule starts exactly on time, and the worker's clock may be slow.
    if scheduled > now + CLOCK_ERROR:
        raise RefusedError(f"scheduled_time {time} is in the future; give the schedule's own")
    known = next((s for s in SCHEDULED if s == slot), None)
    if known is None:
        raise RefusedError(f"slot {slot!r} is not valid; give one of {', '.join(SCHEDULED)}")
    return Sweep(scheduled, known, event.get("rehearsal") is True)
