"""Deliveries whose queue message was lost, or that wait too long: queue again, and report.

Each row of the outbox is read by itself: one that cannot be read is reported, and does not stop the
others. A delivery that has to wait, or whose route has to, is left to its own message until the
wait ends.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from dealclock.alerts.health_findings import Speech
from dealclock.alerts.outcome import State
from dealclock.errors import TryAgainError
from dealclock.jobs.find_deal import code_names
from dealclock.jobs.operate.failures import without_data
from dealclock.jobs.plan.plan_deliveries import message_for
from dealclock.jobs.services import Services
from dealclock.store import DeliveryKey, Store, StoredDelivery

AT_ONCE = 500  # deliveries checked in one run, those that wait longest first
LEFT_BEHIND = timedelta(minutes=10)  # after which a delivery's message counts as lost


@dataclass(slots=True)
class LostDeliveries:
    """Deliveries not sent yet, and deliveries whose outcome is unknown.

    `queued` is how many were queued again, and `unchecked` lists those that could not be read.
    """

    unsent: list[Speech] = field(default_factory=list)
    unknown: list[Speech] = field(default_factory=list)
    queued: int = 0
    unchecked: list[str] = field(default_factory=list)


def requeue_deliveries(
    services: Services, rehearsal: bool, *, queue_again: bool = True
) -> LostDeliveries:
    """Queue lost deliveries again; without `queue_again` they are only checked.

    Raises TryAgainError if the table does not answer, and what the queue raises.
    """
    store, now = services.store, services.now()
    result = LostDeliveries()
    unfinished: list[StoredDelivery] = []
    unread: list[tuple[DeliveryKey, Exception]] = []
    held = _RoutesOnHold(store, now)
    for key in store.outbox.unfinished(rehearsal, AT_ONCE):
        try:
            stored = store.outbox.get(key)
            waits = stored is not None and held.is_held(stored)
        except TryAgainError:
            raise  # the table does not answer; no problem of this row
        except Exception as error:  # noqa: BLE001 - one row must not stop the others
            unread.append((key, error))
            continue
        if stored is None or not _has_work_left(stored):
            continue
        unfinished.append(stored)
        if queue_again and _is_lost(stored, now) and not waits:
            services.deliveries.send(message_for(key))
            result.queued += 1
    names = code_names(store)
    for stored in unfinished:
        if not stored.is_final:
            same = result.unknown if stored.state is State.UNKNOWN else result.unsent
            same.append(_speech(stored, names))
    for key, why in unread:
        # A digest belongs to no single deal.
        result.unchecked.append(
            f"deliveries, {names.get(key.deal, 'a digest')}: {without_data(why)}"
        )
    return result


def _has_work_left(delivery: StoredDelivery) -> bool:
    """Whether the delivery still has work to do; the index may lag behind.

    A settled one may still need other routes to take over, or its Slack message updated.
    """
    owed = delivery.to_hand_over or delivery.stale_since is not None
    return owed or not delivery.is_final


def _is_lost(delivery: StoredDelivery, now: datetime) -> bool:
    """Whether no worker will send it: planned long ago, and not waiting."""
    if delivery.not_before is not None and delivery.not_before > now:
        return False
    return now - delivery.planned_at >= LEFT_BEHIND


class _RoutesOnHold:
    """The routes that must not be used yet, each looked up once.

    A delivery by such a route has its queue message, which comes again until the route is free;
    queuing it again would only add messages.
    """

    def __init__(self, store: Store, now: datetime) -> None:
        self._store, self._now = store, now
        self._free_at: dict[tuple[str, str], datetime | None] = {}

    def is_held(self, delivery: StoredDelivery) -> bool:
        """Whether it waits for its own route. One that other routes take over does not wait."""
        if delivery.to_hand_over:
            return False
        route = delivery.key.deal, str(delivery.delivery.route)
        if route not in self._free_at:
            self._free_at[route] = self._store.outbox.route_free_at(*route)
        free_at = self._free_at[route]
        return free_at is not None and free_at > self._now


def _speech(stored: StoredDelivery, names: Mapping[str, str]) -> Speech:
    alert = stored.delivery.alert
    name = "Digest" if stored.delivery.deals else names.get(alert.deal, "")
    return Speech(name, alert.clause, alert.day, stored.planned_at)
