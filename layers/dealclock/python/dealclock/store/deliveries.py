"""Deliveries: planned once, read back as the ledger and as the outbox."""

from datetime import date, datetime

from dealclock.alerts.alert import Spoken
from dealclock.alerts.delivery import Delivery
from dealclock.store.delivery import DeliveryKey, StoredDelivery
from dealclock.store.table import OnTable


class Deliveries(OnTable):
    """The deliveries of the deals."""

    def plan(self, delivery: Delivery, rehearsal: bool, now: datetime) -> bool:
        """Write the delivery; False when it was planned before, which changes nothing."""
        raise NotImplementedError

    def ledger(self, deal: str, before: date) -> tuple[Spoken, ...]:
        """What was planned to be said on days before `before` (excluded), once for each alert."""
        raise NotImplementedError

    def delivery(self, key: DeliveryKey) -> StoredDelivery | None:
        """The delivery, or None when it is not there."""
        raise NotImplementedError

    def unfinished(self, rehearsal: bool, limit: int = 100) -> tuple[DeliveryKey, ...]:
        """Deliveries not yet final, longest planned first; live deals' or rehearsals'."""
        raise NotImplementedError
