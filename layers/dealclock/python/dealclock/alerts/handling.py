"""What people did with alerts: acknowledged, seen, snoozed, said to be done."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

Handling = Literal["acknowledged", "seen", "snoozed", "done"]


@dataclass(frozen=True, slots=True)
class Handled:
    """One thing one person did with what is spoken of one instance.

    It speaks of the instance as it stood: `due` and `revision` are the date and the count of moves
    last announced, so that what was done with a date ends when the date moves. `by` is a person of
    the team; `at` the instant it was done, in a rehearsal the instant of its last run. `until` is
    the day a snooze ends (that day speaks again) or the day from which an acknowledgement asks
    again; None for what never ends by itself.
    """

    instance: str
    due: date | None
    revision: int
    action: Handling
    by: str
    at: datetime
    until: date | None = None
