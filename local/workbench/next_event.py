"""What comes next if nothing new is recorded: the hint next to the clock."""

from __future__ import annotations

import threading
from datetime import date

from dealclock.errors import DealclockError
from dealclock.facts.log import end_of
from dealclock.jobs.plan.assess_deal import assess_as_of
from dealclock.messages import words
from dealclock.store import Store, StoredDeal
from local.workbench.why_quiet import describe_next


class Hints:
    """What comes next, computed once for each state of the deal."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._alone = threading.Lock()
        self._last: tuple[object, str | None] = (None, None)

    def of(self, deal: str) -> str | None:
        """What comes next for a rehearsal, in words; None if that is unknown."""
        with self._alone:
            try:
                stored = self._store.deals.get(deal)
                if stored is None or stored.meta.day is None:
                    return None
                if self._last[0] != stored.meta:
                    self._last = (stored.meta, _next_event(stored, stored.meta.day, self._store))
            except DealclockError:
                return None
            return self._last[1]


def _next_event(deal: StoredDeal, day: date, store: Store) -> str:
    known_at = end_of(day, deal.log.zone)
    return words.sentence(describe_next(deal, assess_as_of(deal, day, known_at), store))
