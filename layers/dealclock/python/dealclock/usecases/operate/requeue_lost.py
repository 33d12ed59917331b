"""Deliveries whose message was lost, or that wait too long: queued once more, and reported.

Each row of the outbox is read by itself: one that cannot be read is said, and stops no other. What
was told to wait, or whose route was, is left to its own message; if that was lost, until the wait
ends.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from dealclock.alerts.delivery import State
from dealclock.alerts.health_findings import Speech
from dealclock.store import DeliveryKey, Store, StoredDelivery
from dealclock.store.errors import TryAgain
from dealclock.usecases.find_deal import code_names
from dealclock.usecases.operate.failures import without_data
from dealclock.usecases.queues import Deliver
from dealclock.usecases.services import Services

AT_ONCE = 500  # deliveries looked at in one run, those that wait longest first
LEFT_BEHIND = timedelta(minutes=10)  # after which a delivery's message counts as lost


@dataclass(slots=True)
class LostDeliveries:
    """What was found: what is not sent yet, and of what nobody knows whether it was.

    `queued` is how many were queued again, and `unchecked` says which could not be read.
    """

    unsent: list[Speech] = field(default_factory=list)
    unknown: list[Speech] = field(default_factory=list)
    queued: int = 0
    unchecked: list[str] = field(default_factory=list)


def take_up_deliveries(
    services: Services, rehearsal: bool, *, queue_again: bool = True
) -> LostDeliveries:
    """Queue what was left behind; without `queue_again` it is only looked at.

    Raises what the table raises when it does not answer, and what the queue does.
    """
    store, now = services.store, services.now()
    found = LostDeliveries()
    left: list[StoredDelivery] = []
    unread: list[tuple[DeliveryKey, Exception]] = []
    held = _RoutesOnHold(store, now)
    for key in store.outbox.unfinished(rehearsal, AT_ONCE):
        try:
            each = store.outbox.get(key)
            waits = each is not None and held.is_held(each)
        except TryAgain:
            raise  # the table's affair, and no single row's
        except Exception as error:  # noqa: BLE001 - one row must not stop the others
            unread.append((key, error))
            continue
        if each is None or not _has_something_left(each):
            continue
        left.append(each)
        if queue_again and _was_left_behind(each, now) and not waits:
            services.deliveries.send(Deliver(deal=key.deal, day=key.day, delivery=key.id))
            found.queued += 1
    names = code_names(store)
    for each in left:
        if not each.is_final:
            same = found.unknown if each.state is State.UNKNOWN else found.unsent
            same.append(_speech(each, names))
    for key, why in unread:
        # A person's digest is of no one deal.
        found.unchecked.append(
            f"deliveries, {names.get(key.deal, 'a digest')}: {without_data(why)}"
        )
    return found


def _has_something_left(delivery: StoredDelivery) -> bool:
    """Not settled since the index named it: the index may lag a moment behind.

    Of a settled one other routes may still have to take over, or Slack show how things stand.
    """
    owed = delivery.to_hand_over or delivery.stale_since is not None
    return owed or not delivery.is_final


def _was_left_behind(delivery: StoredDelivery, now: datetime) -> bool:
    """Whether nobody can be about to send it: planned long ago, and not told to wait."""
    if delivery.not_before is not None and delivery.not_before > now:
        return False
    return now - delivery.planned_at >= LEFT_BEHIND


class _RoutesOnHold:
    """The routes that may not be spoken on yet, each asked for once.

    Whatever goes by one has its message, which comes again until the route is free; each look that
    queued it once more would leave one more message going round.
    """

    def __init__(self, store: Store, now: datetime) -> None:
        self._store, self._now = store, now
        self._free_at: dict[tuple[str, str], datetime | None] = {}

    def is_held(self, delivery: StoredDelivery) -> bool:
        """Whether its own route is what it waits for. What goes by others instead does not wait."""
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
