"""Storing deliveries once and queuing them: how every run plans deliveries."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta

from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route
from dealclock.alerts.outcome import State
from dealclock.alerts.slots import Slot
from dealclock.jobs.queues import Deliver
from dealclock.jobs.services import Services
from dealclock.people.people import Person
from dealclock.people.policy import PRESSING, Reason
from dealclock.store import DeliveryKey, StoredDeal, StoredDelivery
from dealclock.store.keys import person as holder


def delivery_now(
    deal: StoredDeal, alert: Alert, route: Route, known_at: datetime, slot: Slot = "at once"
) -> Delivery:
    """A delivery of a run of the deal, under its terms and team as they are."""
    meta = deal.meta
    return Delivery(alert, route, slot, known_at, meta.terms_version, meta.team_version)


def delivery_to_person(
    person: Person,
    route: str,
    instance: str,
    kind: str,
    reason: Reason,
    day: date,
    known_at: datetime,
    deal: str,
) -> Delivery:
    """A delivery to one person by that kind of route, without the content of the deal it is about,
    which is composed when it is sent.
    """
    alert = Alert(
        deal=holder(person.slack),
        instance=instance,
        kind=kind,
        clause="",
        title="",
        reasons=(reason,),
        day=day,
        due=None,
    )
    return Delivery(
        alert=alert,
        route=Route(route, person.slack),
        slot="morning",
        known_at=known_at,
        terms_version=0,
        team_version=0,
        deals=(deal,),
    )


def plan_and_queue(
    deliveries: Iterable[Delivery], rehearsal: bool, services: Services, delay: int = 0
) -> tuple[int, int]:
    """Plan and queue deliveries; return how many are new, and how many existed already.

    They are sent after `delay` seconds. One that exists and is still planned after that was stored
    by a try that ended before queuing it, and is queued again.
    """
    now = services.now()
    planned = already = 0
    for delivery in deliveries:
        result = services.store.outbox.plan(delivery, rehearsal, now)
        if result.new is not None:
            planned += 1
            services.deliveries.send(message_for(result.new, delivery.alert), delay=delay)
        for key in result.there:
            already += 1
            stored = services.store.outbox.get(key)
            if stored and stored.state is State.PLANNED and not _is_delayed(stored, delay, now):
                services.deliveries.send(message_for(key, delivery.alert))
    return planned, already


def message_for(key: DeliveryKey, first: Alert | None = None) -> Deliver:
    """The queue message to carry out a delivery headed by that alert, or to update its message."""
    rank = {"rank": PRESSING.index(first.reason)} if first else {}
    return Deliver(deal=key.deal, day=key.day, delivery=key.id, **rank)


def _is_delayed(stored: StoredDelivery, delay: int, now: datetime) -> bool:
    """Whether its queue message, if any, is not due yet."""
    return delay > 0 and now < stored.planned_at + timedelta(seconds=delay)
