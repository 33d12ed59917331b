"""The scheduled checks of a deal in a day, and their names.

08:00 morning    plans the day
09:00 payments   plans what a missed morning check would have; named in stored deliveries
12:00 midday     last calls for what is due today
16:00 afternoon  last calls again
at once          because a fact was recorded; its instant is the fact's, on closed days too
escalation       by the watchdog, for what nobody acknowledged
"""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

Slot = Literal["morning", "payments", "midday", "afternoon", "at once", "escalation"]

ZONE = ZoneInfo("America/New_York")
"""The zone of the schedules in template.yaml."""

SCHEDULED: Mapping[Slot, time] = {
    "morning": time(8),
    "payments": time(9),
    "midday": time(12),
    "afternoon": time(16),
}
"""The hour of each slot that has one, in ZONE, earliest first."""

LAST_CALLS: frozenset[Slot] = frozenset({"midday", "afternoon"})


def instant(day: date, slot: Slot) -> datetime:
    """The instant a slot is scheduled for; raises KeyError for one that has no hour."""
    return datetime.combine(day, SCHEDULED[slot], ZONE)


def latest_slot(now: datetime) -> tuple[datetime, Slot]:
    """The last slot scheduled by `now` (included), Monday to Friday, with its instant."""
    day = now.astimezone(ZONE).date()
    while True:
        for slot in reversed(list(SCHEDULED)):
            if day.weekday() < 5 and instant(day, slot) <= now:
                return instant(day, slot), slot
        day -= timedelta(days=1)
