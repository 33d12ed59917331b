"""Deliveries written down once and queued: the one way in which any run plans them."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from dealclock.alerts.delivery import Delivery, State
from dealclock.store import DeliveryKey, StoredDelivery
from dealclock.usecases.messages import Deliver
from dealclock.usecases.services import Services


def plan_and_queue(
    deliveries: Iterable[Delivery], rehearsal: bool, services: Services, delay: int = 0
) -> tuple[int, int]:
    """How many were newly planned, and how many were there already. Done twice, nothing is new.

    They are sent after `delay` seconds. One that is there and still planned when these are over was
    written by a try that ended before it could queue it.
    """
    now = services.now()
    planned = already = 0
    for delivery in deliveries:
        key = DeliveryKey.of(delivery)
        new = services.store.outbox.plan(delivery, rehearsal, now)
        planned, already = planned + new, already + (not new)
        there = None if new else services.store.outbox.get(key)
        if new:
            services.deliveries.send(
                Deliver(deal=key.deal, day=key.day, delivery=key.id), delay=delay
            )
        elif there is not None and there.state is State.PLANNED and not _waits(there, delay, now):
            services.deliveries.send(Deliver(deal=key.deal, day=key.day, delivery=key.id))
    return planned, already


def _waits(there: StoredDelivery, delay: int, now: datetime) -> bool:
    """Whether its message, if it has one, is not to be seen yet."""
    return delay > 0 and now < there.planned_at + timedelta(seconds=delay)
