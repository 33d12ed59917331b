"""Messages that stand in Slack and are to be brought up to date.

Who learns that a message is outdated marks it: it joins the outbox again until someone has shown
its present state. Showing is safe to repeat, but not out of order, so one worker at a time does it,
under a lease; and a mark that came while it worked is not taken off, so it is done again.
"""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from dealclock.alerts.delivery import Route, State
from dealclock.store import keys, renditions
from dealclock.store.delivery import (
    STORED_DELIVERY,
    DeliveryKey,
    NotNow,
    Rendition,
    StoredDelivery,
    read,
    state,
)
from dealclock.store.errors import ClaimLost, OvertakenError
from dealclock.store.item import Item
from dealclock.store.renditions import ArchiveEntry
from dealclock.store.table import TRIES, ConditionFailed, OnTable
from dealclock.store.write import (
    NEW,
    Absent,
    AtMost,
    Condition,
    Equals,
    More,
    OneOf,
    Put,
    Update,
    all_of,
    any_of,
)

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


class Refreshes(OnTable):
    """The messages that stand in Slack."""

    def posts_in_slack(self, deal: str, instance: str | None = None) -> Iterator[StoredDelivery]:
        """What stands in Slack or may, of one obligation instance or of the whole deal."""
        first, last = keys.delivery(date.min, ""), keys.delivery(date.max, "~")
        for row in self._table.query(keys.of_deal(deal), first, last):
            if instance is None or row.text("instance") == instance:
                may_stand = state(row) in (State.CLAIMED, State.UNKNOWN, State.SENT)
                if may_stand and Route.parse(row.text("route")).in_slack:
                    yield read(row)

    def mark_outdated(self, key: DeliveryKey, rehearsal: bool, now: datetime) -> bool:
        """Mark what stands in Slack as outdated; False when nothing stands there."""
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
        raise OvertakenError("the message kept being marked; try again")

    def keep_update(self, refresh: Refresh, rendition: Rendition, now: datetime) -> None:
        """Archive what the message is about to say; raises ClaimLost, and then it must not."""
        key, delivery = refresh.key, refresh.stored.delivery
        about = delivery.alert.instance
        kept = ArchiveEntry("update", str(delivery.route), (key.deal,), rendition, about)
        item = renditions.item(kept, keys.rendition(key.day, key.id, refresh.token), now)
        said: Item = {
            **STORED_DELIVERY.changes(approved=rendition.approved),
            "rendition_sha256": renditions.of_words(rendition.text),
        }
        when = all_of(_SENT, _mine(refresh), More("refresh_until", now))
        try:
            self._table.transact([self._change(key, said, when), Put(item, NEW)])
        except ConditionFailed:
            raise ClaimLost(
                f"the refresh of {key.id} is no longer this worker's: its lease ran out. Show "
                "nothing, and leave it."
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


def _mine(refresh: Refresh) -> Condition:
    return Equals("refresh_token", refresh.token)
