"""Deliveries written down once and queued: the one way in which any run plans them."""

from collections.abc import Iterable
from datetime import datetime

from dealclock.alerts.delivery import Delivery, State
from dealclock.store import DeliveryKey, Store
from dealclock.usecases.messages import Deliver, DeliveryQueue


def plan_and_queue(
    deliveries: Iterable[Delivery],
    rehearsal: bool,
    store: Store,
    queue: DeliveryQueue,
    now: datetime,
) -> tuple[int, int]:
    """How many were newly planned, and how many were there already. Done twice, nothing is new.

    One that is there and still planned was written by a try that ended before it could queue it.
    """
    planned = already = 0
    for delivery in deliveries:
        key = DeliveryKey.of(delivery)
        new = store.plan(delivery, rehearsal, now)
        planned, already = planned + new, already + (not new)
        there = None if new else store.delivery(key)
        if new or (there is not None and there.state is State.PLANNED):
            queue.send(Deliver(deal=key.deal, day=key.day, delivery=key.id))
    return planned, already
