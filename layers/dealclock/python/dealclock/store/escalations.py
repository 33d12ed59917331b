"""Which deals have something to escalate by an instant; asked without reading every deal.

One with something unanswered and no step left is noted far ahead, for the watchdog to find.
"""

from dataclasses import dataclass
from datetime import datetime

from dealclock.store import keys
from dealclock.store.item import Item
from dealclock.store.table import ConditionFailed, OnTable
from dealclock.store.write import NEW, AtMost, Put, any_of


@dataclass(frozen=True, slots=True)
class ToEscalate:
    """A deal, and the instant at which its next escalation is due."""

    deal: str
    at: datetime


class Escalating(OnTable):
    """The instants of the next escalations, in the wake index. It only saves work, and may lag."""

    def to_escalate(self, rehearsal: bool, by: datetime) -> tuple[ToEscalate, ...]:
        """The live deals, or rehearsals, with something to escalate by an instant (included)."""
        last = f"{keys.instant(by)}$"  # sorts after every key of that instant
        rows = self._table.query(keys.escalations(rehearsal), "0", last, index=keys.WAKE_INDEX)
        return tuple(
            ToEscalate(
                keys.deal_in(row.text("PK")),
                datetime.fromisoformat(row.text("GSI1SK").partition("#")[0]),
            )
            for row in rows
        )

    def set_escalation(
        self, deal: str, rehearsal: bool, at: datetime | None, known_at: datetime
    ) -> bool:
        """Note when the deal is to be escalated next, None for never as far as is known.

        False when a run of a later `known_at` has spoken on a live deal: an earlier one, repeated
        late, knows less. A rehearsal may go back, so there the last word counts.
        """
        item: Item = {
            "PK": keys.of_deal(deal),
            "SK": keys.ESCALATE,
            "known_at": known_at,
            **(keys.escalation(rehearsal, at, deal) if at is not None else {}),
        }
        latest = any_of(NEW, AtMost("known_at", known_at))
        try:
            self._table.write(Put(item) if rehearsal else Put(item, latest))
        except ConditionFailed:
            return False
        return True
