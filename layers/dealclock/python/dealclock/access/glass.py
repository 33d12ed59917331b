"""Break-glass: whoever runs the stack reads a deal for a limited time, with a reason.

It gives nothing but reading, ends by itself, and is announced to the deal's lead before it begins.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

LONGEST = timedelta(hours=8)
SHORTEST_REASON = 10  # characters: "help" is no reason


@dataclass(frozen=True, slots=True)
class Glass:
    """One time that somebody broke the glass of a deal: from `since` to but excluding `until`."""

    deal: str
    person: str
    name: str
    slack: str
    since: datetime
    until: datetime
    why: str

    def is_open(self, now: datetime) -> bool:
        """Whether it lets read now."""
        return self.since <= now < self.until


def open_deals(broken: Iterable[Glass], now: datetime) -> frozenset[str]:
    """The deals that these let read now."""
    return frozenset(each.deal for each in broken if each.is_open(now))
