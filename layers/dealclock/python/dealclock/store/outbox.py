"""Deliveries: planning, lookup, routes, emails, and posts in Slack."""

import secrets
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta

from dealclock.alerts.alert import Alert, SentAlert
from dealclock.alerts.delivery import Delivery
from dealclock.alerts.outcome import State
from dealclock.errors import LostError
from dealclock.records import record
from dealclock.store import archive, keys
from dealclock.store.archive import ArchiveEntry
from dealclock.store.claims import CLAIMED, LEAVE_OUTBOX, Claims
from dealclock.store.delivery import (
    DELIVERY_KEY,
    STORED_DELIVERY,
    DeliveryKey,
    NotNow,
    Rendition,
    StoredDelivery,
    carried,
    left_out_in,
    read,
    state,
    written,
)
from dealclock.store.item import Item, StoredItem
from dealclock.store.sent_history import POSTED, SentHistory
from dealclock.store.table import TRIES, OvertakenError
from dealclock.store.write import (
    NEW,
    Absent,
    AtMost,
    Condition,
    Equals,
    Less,
    More,
    OneOf,
    Put,
    Update,
    all_of,
    any_of,
)

# The only guard against sending an alert twice: a later or concurrent run that plans the same
# delivery finds the existing one.
FIRST_TO_PLAN: Condition = NEW


def _key(row: StoredItem) -> DeliveryKey:
    _, day, delivery_id = row.text("SK").split("#", 2)
    return DeliveryKey(keys.deal_in(row.text("PK")), date.fromisoformat(day), delivery_id)


_ROUTE_TTL = timedelta(days=2)  # longer than any wait
UPDATES = " updates"
"""Ends the name under which a route's updates wait: Slack limits each of its methods by itself."""


def _block_route(deal: str, route: str, free_at: datetime, when: Condition) -> Update:
    changes: Item = {"free_at": free_at, "expires_at": int((free_at + _ROUTE_TTL).timestamp())}
    return Update(keys.of_deal(deal), keys.route(route), changes, when)


_MAY_BE_SENT = OneOf("state", POSTED)
# Includes one being sent, which may be outdated on arrival. Excludes one whose outcome will never
# be known, because its message in Slack cannot be identified.
_MAY_BE_POSTED = all_of(_MAY_BE_SENT, Absent("settled"))
_SENT = Equals("state", State.SENT)


@record
class Refresh:
    """One worker's right to update a sent message that was marked outdated at `since`."""

    stored: StoredDelivery
    token: str
    since: datetime

    @property
    def key(self) -> DeliveryKey:
        """The key of the delivery."""
        return self.stored.key


def _holds_refresh(refresh: Refresh) -> Condition:
    return Equals("refresh_token", refresh.token)


@record
class PlannedDelivery:
    """The result of planning: the new delivery, or None, and the existing deliveries that cover the
    rest of its alerts."""

    new: DeliveryKey | None
    there: tuple[DeliveryKey, ...]


class Outbox(Claims):
    """All deliveries; `Claims` has the steps of a single worker on one."""

    def plan(self, delivery: Delivery, rehearsal: bool, now: datetime) -> PlannedDelivery:
        """Write the delivery, without alerts already planned for its route.

        Each alert is planned once per route, whether it heads a delivery or is carried by one.
        Existing deliveries are unchanged. One may exist only because the client repeated a write
        whose response was lost, so any that are still `planned` must be queued.
        Raises OvertakenError.
        """
        existing_keys: dict[DeliveryKey, None] = {}
        alerts = delivery.alerts
        for _ in range(TRIES):
            if not alerts:
                return PlannedDelivery(None, tuple(existing_keys))
            whole = replace(delivery, alert=alerts[0], others=alerts[1:])
            rows = [written(whole, rehearsal, now), *carried(whole, now)]
            if self._tried(*(Put(row, FIRST_TO_PLAN) for row in rows)):
                return PlannedDelivery(DeliveryKey.of(whole), tuple(existing_keys))
            free = []
            for alert in alerts:
                existing = self.get(DeliveryKey.of_alert(alert, delivery.route))
                if existing is not None:
                    existing_keys[existing.carrier] = None
                elif len(rows) > 1:
                    free.append(alert)
                else:
                    existing_keys[DeliveryKey.of(whole)] = None
            alerts = tuple(free)
        raise OvertakenError("other workers kept planning the same alerts; try again")

    def sent(self, deal: str) -> SentHistory:
        """What a deal has sent, read on demand, each part once."""
        return SentHistory(self._table, deal)

    def sent_alerts(self, deal: str, known_at: datetime) -> tuple[SentAlert, ...]:
        """As `SentHistory.alerts`."""
        return self.sent(deal).alerts(known_at)

    def sent_at(self, deal: str, alert: Alert) -> datetime | None:
        """When an alert first arrived on any route, as far as known; None if it has not."""
        rows = self._rows(keys.of_deal(deal), keys.delivery(alert.day, alert.id))
        carriers = [self._carrier(row) for row in rows if alert.id not in left_out_in(row)]
        sent = (r.instant("told_at") for r in carriers if state(r) is State.SENT and "told_at" in r)
        return min(sent, default=None)

    def _carrier(self, row: StoredItem) -> StoredItem:
        """The row of the delivery that carries an alert; its own if it heads one."""
        if state(row) is not State.CARRIED:
            return row
        return self._table.get(*read(row).carrier.at) or row

    def of_deal(self, deal: str, since: date = date.min) -> tuple[StoredDelivery, ...]:
        """Every delivery of a deal on any route, by day, from `since` (included)."""
        deliveries = map(read, self._deliveries(deal, since))
        return tuple(d for d in deliveries if not d.delivery.carried_by)

    def history(
        self, deal: str, since: date = date.min
    ) -> Iterator[tuple[StoredDelivery, datetime | None]]:
        """Every delivery of a deal from `since` (included), and each row of a carried alert, by
        day, with the instant of its latest outcome.
        """
        for row in self._deliveries(deal, since):
            yield read(row), row.instant("told_at") if "told_at" in row else None

    def about_instance(self, deal: str, instance: str) -> tuple[StoredDelivery, ...]:
        """Every delivery of a deal that covers an instance, on any route, by day."""
        deliveries = self.of_deal(deal)
        return tuple(s for s in deliveries if any(a.instance == instance for a in s.alerts))

    def thread(self, deal: str, root_cause: str, channel: str) -> DeliveryKey | None:
        """The post that opens the thread of a cause in a channel, or None."""
        row = self._table.get(keys.of_deal(deal), keys.thread(root_cause, channel))
        return DELIVERY_KEY.read(row) if row else None

    def thread_parent(
        self, key: DeliveryKey, root_cause: str, channel: str, gone: DeliveryKey | None = None
    ) -> DeliveryKey:
        """The post that opens the thread of a cause in a channel; `key` if there was none.

        `gone` is a deleted post: if it is still the parent, `key` replaces it. Exactly one of
        several concurrent callers sets it.
        """
        pk, sk = keys.of_deal(key.deal), keys.thread(root_cause, channel)
        free = NEW if gone is None else all_of(Equals("day", gone.day), Equals("delivery", gone.id))
        if self._wrote(Put.at(pk, sk, DELIVERY_KEY.item(key), free)):
            return key
        return self.thread(key.deal, root_cause, channel) or key

    def unsent(self, deal: str) -> tuple[DeliveryKey, ...]:
        """The deal's deliveries that are not final, by day: planned, claimed or unknown."""
        return tuple(d.key for d in self.of_deal(deal) if not d.is_final)

    def get(self, key: DeliveryKey) -> StoredDelivery | None:
        """The delivery, or None if it does not exist."""
        row = self._table.get(*key.at)
        return read(row) if row else None

    def unfinished(self, rehearsal: bool, limit: int = 100) -> tuple[DeliveryKey, ...]:
        """Deliveries not yet final, oldest first, of live deals or of rehearsals.

        Read from an index, which may lag: some may already be final.
        """
        rows = self._table.query(
            keys.outbox(rehearsal), "0", "~", index=keys.OUTBOX_INDEX, limit=limit
        )
        return tuple(_key(row) for row in rows)

    def _deliveries(self, deal: str, since: date = date.min) -> Iterator[StoredItem]:
        first, last = keys.delivery(since, ""), keys.delivery(date.max, "~")
        return self._table.query(keys.of_deal(deal), first, last)

    def route_free_at(self, deal: str, route: str) -> datetime | None:
        """When the route may be used again; None if it was never limited."""
        row = self._table.get(keys.of_deal(deal), keys.route(route))
        return row.instant("free_at") if row else None

    def reserve_slot(self, deal: str, route: str, now: datetime, gap: timedelta) -> datetime | None:
        """Reserve the route for `gap`; exactly one of several concurrent callers gets None.

        The others get the instant to try again. If the response is lost, so is the slot: nothing is
        sent in it, and the next one is after `gap`.
        """
        free = any_of(Absent("free_at"), AtMost("free_at", now))
        if self._wrote(_block_route(deal, route, now + gap, free)):
            return None
        return self.route_free_at(deal, route) or now + gap

    def pause_route(self, deal: str, route: str, until: datetime) -> None:
        """Block the route until `until`; a longer block stays."""
        longer = any_of(Absent("free_at"), Less("free_at", until))
        self._wrote(_block_route(deal, route, until, longer))

    def of_email(self, mail_id: str) -> DeliveryKey | None:
        """The delivery of an email, or None if it is unknown or expired."""
        row = self._table.get(keys.mail(mail_id), keys.DELIVERY)
        return DELIVERY_KEY.read(row) if row else None

    def mark_email_accepted(
        self, key: DeliveryKey, provider_id: str, now: datetime, *, delivered: bool = False
    ) -> None:
        """Record that SES sent it, which settles an unknown outcome."""
        known = STORED_DELIVERY.changes(
            accepted=provider_id, **({"delivered": True} if delivered else {})
        )
        sent = STORED_DELIVERY.changes(
            state=State.SENT,
            provider_id=provider_id,
            cause=None,
            settled=False,
            to_hand_over=False,
            not_before=None,
        )
        settled: Item = {**known, **sent, "told_at": now, **LEAVE_OUTBOX}
        unknown = key.update(settled, Equals("state", State.UNKNOWN))
        others = (key.update(known, CLAIMED), key.update(known, _SENT))
        any(self._wrote(each) for each in (unknown, *others))

    def mark_email_failed(
        self, key: DeliveryKey, cause: str, rehearsal: bool, now: datetime
    ) -> bool:
        """Record that it did not reach its recipient, so that other routes take over.

        False if it was already refused or withdrawn, which stays.
        """
        refused: Item = {
            **STORED_DELIVERY.changes(
                state=State.REFUSED, cause=cause, settled=False, not_before=None, to_hand_over=True
            ),
            "told_at": now,
            **keys.outbox_entry(rehearsal, now, key.id),
        }
        return self._wrote(key.update(refused, _MAY_BE_SENT))

    def mark_outdated(self, key: DeliveryKey, rehearsal: bool, now: datetime) -> bool:
        """Mark a post in Slack as outdated; False if there is none."""
        stale = STORED_DELIVERY.changes(stale_since=now)
        changes: Item = {**stale, **keys.outbox_entry(rehearsal, now, key.id)}
        return self._wrote(key.update(changes, _MAY_BE_POSTED))

    def claim_refresh(
        self, key: DeliveryKey, now: datetime, lease: timedelta
    ) -> Refresh | NotNow | None:
        """Claim the refresh for `lease`; exactly one worker succeeds. None: nothing to do."""
        token = secrets.token_hex(8)
        for _ in range(TRIES):
            row = self._table.get(*key.at)
            stored = read(row) if row else None
            if row is None or stored is None or stored.stale_since is None:
                return None
            if stored.state is not State.SENT:
                return None
            until = row.instant("refresh_until") if "refresh_until" in row else None
            if until is not None and until > now:
                if row.text("refresh_token") == token:
                    return Refresh(stored, token, stored.stale_since)  # the response was lost
                return NotNow(until, held=True)
            free = all_of(
                _SENT,
                Equals("stale_since", stored.stale_since),
                any_of(Absent("refresh_until"), AtMost("refresh_until", now)),
            )
            changes: Item = {"refresh_token": token, "refresh_until": now + lease}
            if self._wrote(key.update(changes, free)):
                return Refresh(stored, token, stored.stale_since)
        raise OvertakenError("other workers kept marking the message; try again")

    def keep_update(self, refresh: Refresh, rendition: Rendition, now: datetime) -> None:
        """Archive the new text of the message; if it raises LostError, do not update it."""
        key, delivery = refresh.key, refresh.stored.delivery
        about = " ".join(dict.fromkeys(a.instance for a in refresh.stored.alerts))
        message = ArchiveEntry("update", str(delivery.route), (key.deal,), rendition, about)
        name = keys.rendition(key.day, key.id, refresh.token)
        changes: Item = {
            **STORED_DELIVERY.changes(approved=rendition.approved),
            "rendition_sha256": archive.text_hash(rendition.text),
        }
        when = all_of(_SENT, _holds_refresh(refresh), More("refresh_until", now))
        if not self._wrote(key.update(changes, when), *archive.archived(message, name, now)):
            raise LostError(
                f"the refresh of {key.id} no longer belongs to this worker: its lease expired. "
                "Do not show it."
            )

    def mark_refreshed(self, refresh: Refresh, shown: str) -> bool:
        """Record that the message shows `shown`; False if it was marked outdated again."""
        done: Item = {
            "shown": shown,  # written even if empty
            **STORED_DELIVERY.changes(stale_since=None),
            "refresh_until": None,
            **LEAVE_OUTBOX,
        }
        # Removes only the mark that was read: a later one needs another refresh.
        unchanged = all_of(_holds_refresh(refresh), Equals("stale_since", refresh.since))
        if self._wrote(refresh.key.update(done, unchanged)):
            return True
        released: Item = {"shown": shown, "refresh_token": "none", "refresh_until": None}
        self._wrote(refresh.key.update(released, _holds_refresh(refresh)))
        return False

    def retry_refresh_at(self, refresh: Refresh, not_before: datetime) -> None:
        """Let any worker try again, not before `not_before`."""
        released: Item = {"refresh_token": "none", "refresh_until": not_before}
        self._wrote(refresh.key.update(released, _holds_refresh(refresh)))
