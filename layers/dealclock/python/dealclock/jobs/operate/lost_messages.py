"""Messages that queues lost: deliveries and changed deals are queued again, and reported.

Each row of the outbox, and each deal, is read by itself: one that cannot be read is reported, and
does not stop the others. A delivery that has to wait, or whose route has to, is left to its own
message until the wait ends.

Recording an event, answering an alert or loading terms queues a run, and makes the deal due at once
until a run has seen the change. So a deal still due at once has lost its message, or waits for it.
It is queued once more for each change, which does nothing if the message still comes. A deal that
cannot be assessed ends in the dead letters.
"""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta

from dealclock.alerts import health_findings
from dealclock.alerts.health_findings import Finding, Speech
from dealclock.alerts.outcome import State
from dealclock.errors import TryAgainError
from dealclock.jobs.find_deal import code_names
from dealclock.jobs.operate.checks import Round
from dealclock.jobs.operate.failures import without_data
from dealclock.jobs.plan.plan_deliveries import message_for
from dealclock.jobs.plan.reassess_now import reassess_now
from dealclock.jobs.services import Services
from dealclock.store import DeliveryKey, Meta, Store, StoredDelivery
from dealclock.store.outbox import UPDATES

AT_ONCE = 500  # deliveries, and changed deals, checked in one run
LEFT_BEHIND = timedelta(minutes=10)  # after which a delivery's message counts as lost


def queue_again(services: Services, key: DeliveryKey) -> None:
    """Queue the delivery again."""
    services.deliveries.send(message_for(key))


def find_lost_deliveries(checks: Round) -> Iterator[Finding]:
    """Deliveries whose queue message was lost, or that wait too long, or stay unknown.

    Raises TryAgainError if the table does not answer, and what the queue raises.
    """
    store, now = checks.services.store, checks.services.now()
    unsent: list[StoredDelivery] = []
    unknown: list[StoredDelivery] = []
    unread: list[tuple[DeliveryKey, Exception]] = []
    held = _RoutesOnHold(store, now)
    for key in store.outbox.unfinished(checks.rehearsal, AT_ONCE):
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
        if not stored.is_final:
            (unknown if stored.state is State.UNKNOWN else unsent).append(stored)
        if _is_lost(stored, now) and not waits:
            checks.repair(key)
    of_deals = (*(key.deal for key, _ in unread), *(s.key.deal for s in (*unsent, *unknown)))
    names = code_names(of_deals, store)
    for key, why in unread:
        # A digest belongs to no single deal.
        name = names.get(key.deal, "a digest")
        checks.unchecked.append(f"deliveries, {name}: {without_data(why)}")
    checks.oldest = max((now - each.planned_at for each in unsent), default=timedelta(0))
    checks.unsettled = len(unsent) + len(unknown)
    yield from health_findings.list_unsent([_speech(each, names) for each in unsent], now)
    yield from health_findings.list_unknown([_speech(each, names) for each in unknown], now)


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
        updates = UPDATES if delivery.is_final else ""
        route = delivery.key.deal, f"{delivery.delivery.route}{updates}"
        if route not in self._free_at:
            self._free_at[route] = self._store.outbox.route_free_at(*route)
        free_at = self._free_at[route]
        return free_at is not None and free_at > self._now


def _speech(stored: StoredDelivery, names: Mapping[str, str]) -> Speech:
    alert = stored.delivery.alert
    name = "Digest" if stored.delivery.deals else names.get(alert.deal, "")
    return Speech(name, alert.clause, alert.day, stored.planned_at)


def reassess(services: Services, deal: str) -> None:
    """Queue the deal to be assessed now."""
    reassess_now(deal, services)


def find_changed(checks: Round) -> Iterator[Finding]:
    """Live deals changed since they were assessed whose queue message was lost, even queued again.

    At most AT_ONCE are checked. A deal that was never assessed, newly loaded, waits for its first
    slot.
    """
    store, memory = checks.services.store, checks.memory
    marks: set[str] = set()
    late: list[str] = []
    # Those beyond the first are left to the next scheduled check, which assesses them too.
    for deal in store.runs.waking(False, date.min)[:AT_ONCE]:
        try:
            meta = store.deals.meta(deal)
            # The index may lag behind.
            if meta is None or meta.wake_on > date.min or not store.runs.was_assessed(deal):
                continue
            if _mark(meta) in memory.changed:
                late.append(meta.code_name)
            else:
                checks.repair(deal)
            marks.add(_mark(meta))
        except Exception as error:  # noqa: BLE001 - one deal must not stop the others
            name = code_names([deal], store).get(deal, "a deal")
            checks.unchecked.append(f"{name}: {without_data(error)}")
    if marks != memory.changed:
        checks.remember(changed=frozenset(marks))
    yield from health_findings.list_changed(late)


def _mark(meta: Meta) -> str:
    """The id of a state of the deal."""
    counts = (meta.fact_sequence, meta.handled, meta.terms_version, meta.team_version)
    return "/".join([meta.id, *map(str, counts)])
