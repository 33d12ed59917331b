"""Deliveries: planned once, read back as the ledger and as the outbox."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from dealclock.alerts.alert import Alert, SentAlert
from dealclock.alerts.delivery import Delivery, State
from dealclock.alerts.still_true import TAKEN_BACK
from dealclock.store import keys
from dealclock.store.codec import Codec
from dealclock.store.delivery import (
    DeliveryKey,
    StoredDelivery,
    read,
    state,
    written,
)
from dealclock.store.item import StoredItem
from dealclock.store.table import ConditionFailed, OnTable
from dealclock.store.write import NEW, Condition, Put

# What keeps an alert from being sent twice, and the only thing that does: whoever plans a delivery
# again, tomorrow or at this very moment, meets the one that is there.
FIRST_TO_PLAN: Condition = NEW

SPOKEN = Codec(
    SentAlert,
    apart=("taken_back",),
    required=("kind", "clause", "title", "terms_version", "team_version"),
)
_SAID = (*SPOKEN.attributes, "alert", "cause", "SK")


class Deliveries(OnTable):
    """The deliveries of the deals."""

    def plan(self, delivery: Delivery, rehearsal: bool, now: datetime) -> bool:
        """Write the delivery; False when it was planned before, which changes nothing.

        False as well when the client had to repeat the write because its answer was lost; so a
        delivery that is there and still `planned` must be queued whatever this returns.
        """
        try:
            self._table.write(Put(written(delivery, rehearsal, now), FIRST_TO_PLAN))
        except ConditionFailed:
            return False
        return True

    def sent_alerts(self, deal: str, known_at: datetime) -> tuple[SentAlert, ...]:
        """What was planned to be said by runs before `known_at` (excluded), once for each alert.

        Of an alert planned by several runs the earliest counts: it would have been said by that.
        """
        # A run's day begins before its instant, wherever the deal is.
        last = known_at.date() + timedelta(days=2)
        rows = self._table.query(
            keys.of_deal(deal), keys.delivery(date.min, ""), keys.delivery(last, ""), only=_SAID
        )
        # An alert has a row for each of its routes: only the one that counts is read whole.
        said: dict[str, tuple[datetime, StoredItem]] = {}
        taken_back: set[str] = set()
        for row in rows:
            planned, alert = row.instant("known_at"), row.text("alert")
            if planned < known_at and (alert not in said or planned < said[alert][0]):
                said[alert] = (planned, row)
            if "cause" in row and row.text("cause") in TAKEN_BACK:
                taken_back.add(alert)
        return tuple(
            SPOKEN.read(row, taken_back=alert in taken_back) for alert, (_, row) in said.items()
        )

    def sent_at(self, deal: str, alert: Alert) -> datetime | None:
        """When an alert was first known to have arrived on any route; None while it was not."""
        first = keys.delivery(alert.day, alert.id)
        rows = self._table.query(keys.of_deal(deal), first, f"{first}~")
        sent = (r.instant("told_at") for r in rows if state(r) is State.SENT and "told_at" in r)
        return min(sent, default=None)

    def of_deal(self, deal: str, since: date = date.min) -> tuple[StoredDelivery, ...]:
        """Every delivery of a deal on any route, by day, from `since` on (included)."""
        return tuple(map(read, self._deliveries(deal, since)))

    def about_instance(self, deal: str, instance: str) -> tuple[StoredDelivery, ...]:
        """Every delivery of a deal that tells of an instance, on any route, by day."""
        rows = self._deliveries(deal, date.min)
        return tuple(read(row) for row in rows if row.text("instance") == instance)

    def unsent(self, deal: str) -> tuple[DeliveryKey, ...]:
        """The deal's deliveries that are not final, by day: planned, claimed or unknown."""
        return tuple(each.key for each in self.of_deal(deal) if not each.is_final)

    def get(self, key: DeliveryKey) -> StoredDelivery | None:
        """The delivery, or None when it is not there."""
        row = self._table.get(keys.of_deal(key.deal), keys.delivery(key.day, key.id))
        return read(row) if row else None

    def unfinished(self, rehearsal: bool, limit: int = 100) -> tuple[DeliveryKey, ...]:
        """Deliveries not yet final, longest planned first; live deals' or rehearsals'.

        From an index, which may lag a moment behind: what it still names may be settled by now.
        """
        rows = self._table.query(
            keys.outbox(rehearsal), "0", "~", index=keys.OUTBOX_INDEX, limit=limit
        )
        return tuple(_key(row) for row in rows)

    def _deliveries(self, deal: str, since: date) -> Iterator[StoredItem]:
        first, last = keys.delivery(since, ""), keys.delivery(date.max, "~")
        return self._table.query(keys.of_deal(deal), first, last)


def _key(row: StoredItem) -> DeliveryKey:
    _, day, delivery_id = row.text("SK").split("#", 2)
    return DeliveryKey(keys.deal_in(row.text("PK")), date.fromisoformat(day), delivery_id)
