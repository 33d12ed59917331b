"""Recording a fact: append-only, once, with its audit entry."""

from datetime import datetime

from dealclock.facts.fact import Fact
from dealclock.store.table import OnTable


class Facts(OnTable):
    """The facts of the deals, for adding one."""

    def record(self, deal: str, fact: Fact, now: datetime, by: str) -> bool:
        """Append a fact; False when it was there already, word for word.

        On a live deal a fact without `recorded_at` is recorded as told `now` by `by`; a
        rehearsal's stays known "by the end of its day". Raises NoSuchDeal, FactConflict (the id
        says something else), FactRefused (a wrong correction, an unknown kind), TooLarge, TryAgain.
        """
        raise NotImplementedError
