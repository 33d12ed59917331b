"""The closing of a deal: requested by a lead, with a reason, and confirmed by a second person.

Closing silences everything, so it takes two people; reopening silences nothing, so it takes one.
"""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class DealClosing:
    """A requested closing; of a closed deal, with who confirmed it.

    `by` and `confirmed_by` are ids of team members, with the names they had then. `seen` is the
    state of the deal at the request: a deal changed since needs another request.
    """

    by: str
    name: str
    why: str
    at: datetime
    seen: str
    confirmed_by: str = ""
    confirmed_name: str = ""
    confirmed_at: datetime | None = None

    @property
    def is_closed(self) -> bool:
        """Whether the second person confirmed it."""
        return self.confirmed_at is not None
