"""The closing of a deal: asked for by a lead, with a reason, and confirmed by a second person.

Closing silences everything, so it takes two; opening again silences nothing, so it takes one.
"""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class DealClosing:
    """A closing that was asked for; of a closed deal, with who confirmed it.

    `by` and `confirmed_by` are ids of persons of the team, the names those they had then. `seen` is
    what the deal was when it was asked for: a deal changed since needs another request.
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
