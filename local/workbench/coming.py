"""What comes next, if nothing new is recorded: the clock bar's hint where to play to."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from dealclock.alerts.adverse import adverse_dates, with_adverse
from dealclock.alerts.alert import Ledger
from dealclock.alerts.wake import LONGEST_SLEEP, next_wake
from dealclock.engine.assessment import Assessment
from dealclock.errors import DealclockError
from dealclock.facts.log import end_of
from dealclock.store import Store, StoredDeal
from dealclock.usecases.assess_deal import assess_as_of, closed_days


@dataclass(frozen=True)
class Coming:
    """The next day worth playing to: an alert's, or that on which a fact of the history arrives.

    `quiet`: neither comes within as many Business Days as a deal may sleep; `day` is their last.
    """

    day: date
    what: Literal["alert", "fact", "quiet"]


class Hints:
    """What comes next, computed once for each state of the deal."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._alone = threading.Lock()
        self._last: tuple[object, Coming | None] = (None, None)

    def of(self, deal: str) -> Coming | None:
        """What comes next for a rehearsal; None where it cannot be told."""
        with self._alone:
            try:
                stored = self._store.deal(deal)
                if stored is None or stored.meta.day is None:
                    return None
                if self._last[0] != stored.meta:
                    self._last = (stored.meta, _coming(stored, stored.meta.day, self._store))
            except DealclockError:
                return None
            return self._last[1]


def _coming(deal: StoredDeal, day: date, store: Store) -> Coming:
    """Digests do not count: somebody may have one every morning."""
    # A day that was not played yet may itself be the one.
    stands = day if deal.meta.known_at is not None else day - timedelta(days=1)
    known_at = end_of(stands, deal.log.zone)
    said = Ledger.before(
        known_at, store.ledger(deal.meta.id, known_at), store.handled(deal.meta.id)
    )
    ends = adverse_dates(assess_as_of(deal, day, known_at))

    def assessed(then: date) -> Assessment:
        return with_adverse(assess_as_of(deal, then, known_at, compare=False), ends)

    days = closed_days(deal)
    alert = next_wake(stands, said, deal.team.alerts, days, assessed)
    known = deal.log.next_known_after(known_at)
    if known is not None:
        arrives = days.first_open_on_or_after(max(known.date(), stands + timedelta(days=1)))
        if arrives < alert:
            return Coming(arrives, "fact")
    return Coming(alert, "alert" if alert < days.add(stands, LONGEST_SLEEP) else "quiet")
