"""Deliveries: planned, found again, their routes, their emails, and their posts in Slack."""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from dealclock.alerts.alert import Alert, SentAlert
from dealclock.alerts.delivery import Delivery, Route, State
from dealclock.alerts.still_true import TAKEN_BACK
from dealclock.store import archive, keys
from dealclock.store.archive import ArchiveEntry
from dealclock.store.claims import Claims
from dealclock.store.codec import Codec
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
from dealclock.store.errors import ClaimLost, OvertakenError
from dealclock.store.item import Item, StoredItem
from dealclock.store.table import TRIES, ConditionFailed
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

# What keeps an alert from being sent twice, and the only thing: a run that plans a delivery
# again, tomorrow or at this very moment, meets the one that is there.
FIRST_TO_PLAN: Condition = NEW

SPOKEN = Codec(
    SentAlert,
    apart=("taken_back",),
    required=("kind", "clause", "title", "terms_version", "team_version"),
)

_SAID = (*SPOKEN.attributes, "alert", "cause", "left_out", "SK")


def _key(row: StoredItem) -> DeliveryKey:
    _, day, delivery_id = row.text("SK").split("#", 2)
    return DeliveryKey(keys.deal_in(row.text("PK")), date.fromisoformat(day), delivery_id)


_KEPT = timedelta(days=2)  # longer than any wait; then the item may go


def _until(deal: str, route: str, free_at: datetime, when: Condition) -> Update:
    changes: Item = {"free_at": free_at, "expires_at": int((free_at + _KEPT).timestamp())}
    return Update(keys.of_deal(deal), keys.route(route), changes, when)


# One on its way as well: what it was told from may be outdated when it arrives. Not one of which
# it will never be known whether it arrived: Slack could not be told which message is meant.
_MAY_STAND = all_of(OneOf("state", (State.CLAIMED, State.UNKNOWN, State.SENT)), Absent("settled"))

_SENT = Equals("state", State.SENT)


@dataclass(frozen=True, slots=True)
class Refresh:
    """One worker's right to bring a sent message up to date, marked outdated at `since`."""

    stored: StoredDelivery
    token: str
    since: datetime

    @property
    def key(self) -> DeliveryKey:
        """The delivery."""
        return self.stored.key


def _mine(refresh: Refresh) -> Condition:
    return Equals("refresh_token", refresh.token)


_UNKNOWN = Equals("state", State.UNKNOWN)
_CLAIMED = Equals("state", State.CLAIMED)
_SENT = Equals("state", State.SENT)
_OUT: Item = {"GSI2PK": None, "GSI2SK": None, **STORED_DELIVERY.changes(not_before=None)}
_MAY_HAVE_GONE = OneOf("state", (State.CLAIMED, State.UNKNOWN, State.SENT))


@dataclass(frozen=True, slots=True)
class PlannedDelivery:
    """What planning came to: the delivery that is new, None for none; and those there before that
    head or carry the rest of its alerts."""

    new: DeliveryKey | None
    there: tuple[DeliveryKey, ...]


class Outbox(Claims):
    """Every delivery from its planning to its end; `Claims` has what one worker does to one."""

    def plan(self, delivery: Delivery, rehearsal: bool, now: datetime) -> PlannedDelivery:
        """Write the delivery, without the alerts that are planned for its route already.

        Each alert is planned once for a route, whether it heads a delivery or goes along. What was
        there changes nothing; it may be there since the client had to repeat the write because its
        answer was lost, so what is there and still `planned` must be queued in any case.
        Raises OvertakenError.
        """
        there: dict[DeliveryKey, None] = {}
        alerts = delivery.alerts
        for _ in range(TRIES):
            if not alerts:
                return PlannedDelivery(None, tuple(there))
            whole = replace(delivery, alert=alerts[0], others=alerts[1:])
            rows = [written(whole, rehearsal, now), *carried(whole, now)]
            try:
                if len(rows) == 1:
                    self._table.write(Put(rows[0], FIRST_TO_PLAN))
                else:
                    self._table.transact([Put(row, FIRST_TO_PLAN) for row in rows])
            except (ConditionFailed, OvertakenError):
                free = []
                for alert in alerts:
                    found = self.get(DeliveryKey.of_alert(alert, delivery.route))
                    if found is not None:
                        there[found.carrier] = None
                    elif len(rows) > 1:
                        free.append(alert)
                    else:
                        there[DeliveryKey.of(whole)] = None
                alerts = tuple(free)
                continue
            return PlannedDelivery(DeliveryKey.of(whole), tuple(there))
        raise OvertakenError("other workers kept planning the same alerts; try again")

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
            cause = row.text("cause") if "cause" in row else ""
            if not TAKEN_BACK.isdisjoint((cause, left_out_in(row).get(alert))):
                taken_back.add(alert)
        return tuple(
            SPOKEN.read(row, taken_back=alert in taken_back) for alert, (_, row) in said.items()
        )

    def sent_at(self, deal: str, alert: Alert) -> datetime | None:
        """When an alert was first known to have arrived on any route; None while it was not."""
        first = keys.delivery(alert.day, alert.id)
        rows = self._table.query(keys.of_deal(deal), first, f"{first}~")
        found = [self._carrier(row) for row in rows if alert.id not in left_out_in(row)]
        sent = (r.instant("told_at") for r in found if state(r) is State.SENT and "told_at" in r)
        return min(sent, default=None)

    def _carrier(self, row: StoredItem) -> StoredItem:
        """The row of the delivery that an alert goes along with; its own where it heads one."""
        if state(row) is not State.CARRIED:
            return row
        carrier = read(row).carrier
        pk, sk = keys.of_deal(carrier.deal), keys.delivery(carrier.day, carrier.id)
        return self._table.get(pk, sk) or row

    def of_deal(self, deal: str, since: date = date.min) -> tuple[StoredDelivery, ...]:
        """Every delivery of a deal on any route, by day, from `since` on (included)."""
        found = map(read, self._deliveries(deal, since))
        return tuple(each for each in found if not each.delivery.carried_by)

    def about_instance(self, deal: str, instance: str) -> tuple[StoredDelivery, ...]:
        """Every delivery of a deal that tells of an instance, on any route, by day."""
        found = self.of_deal(deal)
        return tuple(s for s in found if any(a.instance == instance for a in s.alerts))

    def thread(self, deal: str, root_cause: str, channel: str) -> DeliveryKey | None:
        """The post that opens the thread of a cause in a channel, None where there is none yet."""
        row = self._table.get(keys.of_deal(deal), keys.thread(root_cause, channel))
        return DELIVERY_KEY.read(row) if row else None

    def thread_parent(
        self, key: DeliveryKey, root_cause: str, channel: str, gone: DeliveryKey | None = None
    ) -> DeliveryKey:
        """The post that opens the thread of a cause in a channel; `key` where there was none.

        `gone` is one that no one can answer any more: if it is still the parent, `key` becomes it.
        Exactly one of many at once does.
        """
        pk, sk = keys.of_deal(key.deal), keys.thread(root_cause, channel)
        free = NEW if gone is None else all_of(Equals("day", gone.day), Equals("delivery", gone.id))
        wanted: Item = {"PK": pk, "SK": sk, **DELIVERY_KEY.item(key)}
        try:
            self._table.write(Put(wanted, free))
        except ConditionFailed:
            there = self._table.get(pk, sk)
            return DELIVERY_KEY.read(there) if there else key
        return key

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

    def route_free_at(self, deal: str, route: str) -> datetime | None:
        """When the route may be spoken on again; None when it always could."""
        row = self._table.get(keys.of_deal(deal), keys.route(route))
        return row.instant("free_at") if row else None

    def reserve_slot(self, deal: str, route: str, now: datetime, gap: timedelta) -> datetime | None:
        """Take the route for `gap`; exactly one of many at once succeeds and is answered None.

        The others are told when to try again. A turn whose answer was lost is lost: nothing is
        sent on it, and the next comes after `gap`.
        """
        free = any_of(Absent("free_at"), AtMost("free_at", now))
        try:
            self._table.write(_until(deal, route, now + gap, free))
        except ConditionFailed:
            return self.route_free_at(deal, route) or now + gap
        return None

    def pause_route(self, deal: str, route: str, until: datetime) -> None:
        """Let nothing be sent on the route before `until`; a longer wait stays as it is."""
        longer = any_of(Absent("free_at"), Less("free_at", until))
        try:
            self._table.write(_until(deal, route, until, longer))
        except ConditionFailed:
            return

    def of_email(self, mail_id: str) -> DeliveryKey | None:
        """The delivery of a mail, or None for one of which nothing is known (any more)."""
        row = self._table.get(keys.mail(mail_id), keys.DELIVERY)
        return DELIVERY_KEY.read(row) if row else None

    def mark_email_accepted(
        self, key: DeliveryKey, provider_id: str, now: datetime, *, delivered: bool = False
    ) -> None:
        """SES sent it: an unknown outcome is known, and a worker that asks is told."""
        known = STORED_DELIVERY.changes(
            accepted=provider_id, **({"delivered": True} if delivered else {})
        )
        sent = STORED_DELIVERY.changes(
            state=State.SENT, provider_id=provider_id, cause=None, settled=False, to_hand_over=False
        )
        _ = (
            self._note(key, {**known, **sent, "told_at": now, **_OUT}, _UNKNOWN)
            or self._note(key, known, _CLAIMED)
            or self._note(key, known, _SENT)
        )

    def mark_email_failed(
        self, key: DeliveryKey, cause: str, rehearsal: bool, now: datetime
    ) -> bool:
        """It did not reach its reader: refused, and other routes are to take over.

        False when it was refused, or withdrawn, before, which stays.
        """
        refused: Item = {
            **STORED_DELIVERY.changes(
                state=State.REFUSED, cause=cause, settled=False, not_before=None, to_hand_over=True
            ),
            "told_at": now,
            **keys.waiting(rehearsal, now, key.id),
        }
        return self._note(key, refused, _MAY_HAVE_GONE)

    def _note(self, key: DeliveryKey, changes: Item, when: Condition) -> bool:
        pk, sk = keys.of_deal(key.deal), keys.delivery(key.day, key.id)
        try:
            self._table.write(Update(pk, sk, changes, when))
        except ConditionFailed:
            return False
        return True

    def posts_in_slack(self, deal: str, instance: str | None = None) -> Iterator[StoredDelivery]:
        """Posts that are in Slack or may be, of one obligation instance or of the whole deal."""
        first, last = keys.delivery(date.min, ""), keys.delivery(date.max, "~")
        for row in self._table.query(keys.of_deal(deal), first, last):
            may_stand = state(row) in (State.CLAIMED, State.UNKNOWN, State.SENT)
            if may_stand and Route.parse(row.text("route")).in_slack:
                stored = read(row)
                if instance is None or any(a.instance == instance for a in stored.alerts):
                    yield stored

    def mark_outdated(self, key: DeliveryKey, rehearsal: bool, now: datetime) -> bool:
        """Mark a post in Slack as outdated; False when there is none."""
        stale = STORED_DELIVERY.changes(stale_since=now)
        changes: Item = {**stale, **keys.waiting(rehearsal, now, key.id)}
        try:
            self._table.write(self._change(key, changes, _MAY_STAND))
        except ConditionFailed:
            return False
        return True

    def claim_refresh(
        self, key: DeliveryKey, now: datetime, lease: timedelta
    ) -> Refresh | NotNow | None:
        """Take the refresh for `lease`; exactly one of many succeeds. None: nothing to do."""
        token = secrets.token_hex(8)
        for _ in range(TRIES):
            row = self._table.get(keys.of_deal(key.deal), keys.delivery(key.day, key.id))
            stored = read(row) if row else None
            if row is None or stored is None or stored.stale_since is None:
                return None
            if stored.state is not State.SENT:
                return None
            until = row.instant("refresh_until") if "refresh_until" in row else None
            if until is not None and until > now:
                if row.text("refresh_token") == token:
                    return Refresh(stored, token, stored.stale_since)  # its answer was lost
                return NotNow(until, held=True)
            free = all_of(
                _SENT,
                Equals("stale_since", stored.stale_since),
                any_of(Absent("refresh_until"), AtMost("refresh_until", now)),
            )
            changes: Item = {"refresh_token": token, "refresh_until": now + lease}
            try:
                self._table.write(self._change(key, changes, free))
            except ConditionFailed:
                continue
            return Refresh(stored, token, stored.stale_since)
        raise OvertakenError("other workers kept marking the message; try again")

    def keep_update(self, refresh: Refresh, rendition: Rendition, now: datetime) -> None:
        """Archive what the message is about to say; raises ClaimLost, and then it must not."""
        key, delivery = refresh.key, refresh.stored.delivery
        about = " ".join(dict.fromkeys(a.instance for a in refresh.stored.alerts))
        kept = ArchiveEntry("update", str(delivery.route), (key.deal,), rendition, about)
        item = archive.item(kept, keys.rendition(key.day, key.id, refresh.token), now)
        said: Item = {
            **STORED_DELIVERY.changes(approved=rendition.approved),
            "rendition_sha256": archive.of_words(rendition.text),
        }
        when = all_of(_SENT, _mine(refresh), More("refresh_until", now))
        try:
            self._table.transact([self._change(key, said, when), Put(item, NEW)])
        except ConditionFailed:
            raise ClaimLost(
                f"the refresh of {key.id} no longer belongs to this worker: its lease expired. "
                "Do not show it."
            ) from None

    def mark_refreshed(self, refresh: Refresh, shown: str) -> bool:
        """It shows `shown`; False when it was marked again meanwhile: then do it again."""
        done: Item = {
            "shown": shown,  # written even where it is nothing
            **STORED_DELIVERY.changes(stale_since=None),
            "refresh_until": None,
            "GSI2PK": None,
            "GSI2SK": None,
        }
        # The mark that was seen is the one taken off: a later one asks for another look.
        seen = all_of(_mine(refresh), Equals("stale_since", refresh.since))
        try:
            self._table.write(self._change(refresh.key, done, seen))
        except ConditionFailed:
            again: Item = {"shown": shown, "refresh_token": "none", "refresh_until": None}
            self._if_mine(refresh, again)
            return False
        return True

    def retry_refresh_at(self, refresh: Refresh, not_before: datetime) -> None:
        """Not yet: to be tried again by anyone, not before `not_before`."""
        self._if_mine(refresh, {"refresh_token": "none", "refresh_until": not_before})

    def _if_mine(self, refresh: Refresh, changes: Item) -> None:
        try:
            self._table.write(self._change(refresh.key, changes, _mine(refresh)))
        except ConditionFailed:
            return

    def _change(self, key: DeliveryKey, changes: Item, when: Condition) -> Update:
        pk, sk = keys.of_deal(key.deal), keys.delivery(key.day, key.id)
        return Update(pk, sk, changes, when)
