"""Deliveries written down once and queued: the one way in which any run plans them."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from dealclock.alerts.delivery import Delivery, State
from dealclock.store import DeliveryKey, StoredDelivery
from dealclock.usecases.queues import Deliver
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
        found = services.store.outbox.plan(delivery, rehearsal, now)
        if found.new is not None:
            planned += 1
            services.deliveries.send(message_for(found.new), delay=delay)
        for key in found.there:
            already += 1
            there = services.store.outbox.get(key)
            if there and there.state is State.PLANNED and not _waits(there, delay, now):
                services.deliveries.send(message_for(key))
    return planned, already


def message_for(key: DeliveryKey) -> Deliver:
    """What is queued to have a delivery carried out, or its message brought up to date."""
    return Deliver(deal=key.deal, day=key.day, delivery=key.id)


def _waits(there: StoredDelivery, delay: int, now: datetime) -> bool:
    """Whether its message, if it has one, is not to be seen yet."""
    return delay > 0 and now < there.planned_at + timedelta(seconds=delay)
