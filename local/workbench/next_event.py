"""What comes next if nothing new is recorded: the hint next to the clock."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from datetime import date
from typing import Literal

from dealclock.errors import DealclockError
from dealclock.facts.log import end_of
from dealclock.jobs.plan.assess_deal import assess_as_of
from dealclock.store import Store, StoredDeal
from local.workbench.why_quiet import what_is_next


@dataclass(frozen=True)
class NextEvent:
    """The next day worth playing to: that of an alert, or of an event of the history.

    `quiet`: there is neither within the Business Days that a deal may go unchecked; `day` is the
    last of them.
    """

    day: date
    what: Literal["alert", "fact", "quiet"]


class Hints:
    """What comes next, computed once for each state of the deal."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._alone = threading.Lock()
        self._last: tuple[object, NextEvent | None] = (None, None)

    def of(self, deal: str) -> NextEvent | None:
        """What comes next for a rehearsal; None if that is unknown."""
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


def _next_event(deal: StoredDeal, day: date, store: Store) -> NextEvent:
    known_at = end_of(day, deal.log.zone)
    look = what_is_next(deal, assess_as_of(deal, day, known_at), store)
    word, known_on = look.word, look.known_on
    if known_on is not None and (known_on < word.day or (not word.alerts and known_on == word.day)):
        return NextEvent(known_on, "fact")
    return NextEvent(word.day, "alert" if word.alerts else "quiet")
