"""The life of a delivery after it was planned: claimed, then settled by the holder of the claim.

Every step is one conditional update on the state and on the token of the latest claim, so of any
number of workers at once one succeeds. Slack and SES cannot be asked to send a thing only once;
what cannot be made certain is made known instead:

    worker A   claim ---- send ---- (falls silent) ............ sent?
    worker B                          lease over: unknown -> claim -> look it up -> send or sent

A's late word counts as long as B has not claimed: it is the truth. After that it is refused.
"""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from dealclock.alerts.delivery import State
from dealclock.alerts.digest import SentDigest
from dealclock.store import archive, keys
from dealclock.store.archive import ArchiveEntry
from dealclock.store.delivery import (
    STORED_DELIVERY,
    Claim,
    DeliveryKey,
    FinishedDelivery,
    NotNow,
    OmittedAlert,
    Rendition,
    pointer,
    read,
    state,
)
from dealclock.store.errors import ClaimLost, NoSuchDelivery, OvertakenError
from dealclock.store.item import Item, StoredItem
from dealclock.store.links import PersonalLink, put
from dealclock.store.table import TRIES, ConditionFailed, OnTable
from dealclock.store.write import (
    ALWAYS,
    NEW,
    THERE,
    Absent,
    Condition,
    Equals,
    Exists,
    More,
    OneOf,
    Put,
    Update,
    Write,
    all_of,
)

# Each of these is asked together with the token of the claim.
_HELD = Equals("state", State.CLAIMED)
# The token stays when a claim expires, until the next claim: its former holder may still know.
_NOT_TAKEN_OVER = OneOf("state", (State.CLAIMED, State.UNKNOWN))
_OUT: Item = {"GSI2PK": None, "GSI2SK": None}  # of the outbox
# What keeps a delivery from being repeated in the dark a second time.
ONLY_REPEAT: Condition = Absent("repeated")


class Claims(OnTable):
    """Claims on deliveries. What a worker says of one counts only while the claim is its own."""

    def claim(
        self, key: DeliveryKey, now: datetime, lease: timedelta
    ) -> Claim | NotNow | FinishedDelivery:
        """Take the delivery for `lease`; exactly one of many at once succeeds.

        An expired claim of another becomes unknown on the way, so the new claim is uncertain.
        Raises NoSuchDelivery, TryAgain.
        """
        token = secrets.token_hex(8)
        until = now + lease
        for _ in range(TRIES):
            row = self._table.get(keys.of_deal(key.deal), keys.delivery(key.day, key.id))
            if row is None:
                raise NoSuchDelivery(
                    f"there is no delivery {key.id} for {key.day}; it was removed. Drop the "
                    "message."
                )
            stored = read(row)
            if stored.is_final:
                return FinishedDelivery(stored.state, stored)
            if stored.state is State.CLAIMED:
                if row.text("token") == token:
                    # Ours after all: the client repeated the write because its answer was lost.
                    return Claim(stored, token, until, *_uncertain(row))
                if row.instant("until") > now:
                    # Two messages for one delivery: the other worker has it.
                    return NotNow(row.instant("until"), held=True)
                self._expire(key, row)
                continue
            if stored.not_before is not None and stored.not_before > now:
                return NotNow(stored.not_before, held=False)
            route = self._table.get(keys.of_deal(key.deal), keys.route(row.text("route")))
            if route is not None and route.instant("free_at") > now:
                return NotNow(route.instant("free_at"), held=False)
            self._try(key, row, _taken(row, token, now, until))
        raise OvertakenError("other workers kept claiming the delivery; try again")

    def keep_rendition(
        self,
        claim: Claim,
        rendition: Rendition,
        now: datetime,
        *,
        repeat: bool = False,
        links: Sequence[PersonalLink] = (),
        left_out: Sequence[OmittedAlert] = (),
        reply_to: str = "",
    ) -> None:
        """Archive what is about to be sent; raises ClaimLost, and then nothing must be sent.

        With the personal `links` that go along, so that none works that was never sent, and without
        what is `left_out` since it is no longer true.

        The last look before sending: a worker that was held up past its lease stops here. A lease
        must be longer than the sending can take, time limits included. A `repeat`, which says that
        it may be one, can be begun once in the life of a delivery.
        """
        delivery = claim.delivery
        without = (*claim.stored.left_out, *left_out)
        said = replace(claim.stored, left_out=without).alerts
        made_from = replace(
            rendition,
            as_of=rendition.as_of or delivery.alert.day,
            known_at=rendition.known_at or delivery.known_at,
        )
        kept = ArchiveEntry(
            kind=archive.kind_of(delivery.route),
            to=str(delivery.route),
            deals=rendition.deals or (claim.key.deal,),
            rendition=made_from,
            about=" ".join(dict.fromkeys(a.instance for a in said)),
        )
        key = keys.rendition(claim.key.day, claim.key.id, claim.token)
        item = archive.item(kept, key, now)
        when = all_of(
            _HELD,
            Equals("token", claim.token),
            More("until", now),
            ONLY_REPEAT if repeat else ALWAYS,
        )
        begun: Item = {
            **STORED_DELIVERY.changes(
                looked_to="",
                approved=rendition.approved,
                digest=rendition.digest,
                reply_to=reply_to,
            ),
            **(STORED_DELIVERY.changes(repeated=True) if repeat else {}),
            **(STORED_DELIVERY.changes(left_out=without) if left_out else {}),
            "rendition_sha256": archive.of_words(rendition.text),
            "tried_until": claim.until,
        }
        writes: list[Write] = [_update(claim.key, begun, when), Put(item, NEW), *map(put, links)]
        if claim.delivery.route.kind == "email":
            writes.append(pointer(claim.key, now))
        writes += _withdrawn(claim, left_out)
        try:
            self._table.transact(writes)
        except ConditionFailed:
            raise _lost(claim) from None

    def mark_sent(self, claim: Claim, provider_id: str, now: datetime) -> None:
        """It arrived. Counts even after the lease, unless another took over: then ClaimLost.

        One marked outdated on its way stays in the outbox until it is brought up to date.
        """
        arrived: Item = {
            **STORED_DELIVERY.changes(
                state=State.SENT, provider_id=provider_id, cause=None, not_before=None
            ),
            "told_at": now,
        }
        try:
            self._settle(claim, {**arrived, **_OUT}, all_of(_NOT_TAKEN_OVER, Absent("stale_since")))
        except ClaimLost:
            self._settle(claim, arrived, all_of(_NOT_TAKEN_OVER, Exists("stale_since")))

    def mark_refused(
        self, claim: Claim, cause: str, now: datetime, *, hand_over: bool = False
    ) -> None:
        """It will never arrive. Counts even after the lease, unless another took over.

        With `hand_over` it stays in the outbox until `handed_over`.
        """
        how = STORED_DELIVERY.changes(state=State.REFUSED, cause=cause, to_hand_over=hand_over)
        self._end(claim, how, now)

    def mark_withdrawn(
        self,
        claim: Claim,
        cause: str,
        now: datetime,
        left_out: Sequence[OmittedAlert] = (),
        digest: SentDigest | None = None,
    ) -> None:
        """It is no longer true, so nothing was sent and nothing will be. Raises ClaimLost.

        What goes along is withdrawn with it, for the same cause unless `left_out` names another.
        `digest` is what alerts said in a digest's place.
        """
        known = {each.alert: each.cause for each in left_out}
        along = [OmittedAlert(a.id, known.get(a.id, cause)) for a in claim.stored.alerts]
        how = STORED_DELIVERY.changes(state=State.WITHDRAWN, cause=cause)
        said = STORED_DELIVERY.changes(digest=digest) if digest else {}
        self._end(claim, {**how, **said}, now, _withdrawn(claim, along))

    def mark_handed_over(self, key: DeliveryKey) -> None:
        """Other routes have taken over from one that failed. Done twice, it changes nothing."""
        over = STORED_DELIVERY.changes(to_hand_over=False)
        done: Item = {"handed_over": True, **over, **_OUT}
        with suppress(ConditionFailed):
            self._table.write(_update(key, done, Exists("to_hand_over")))

    def retry_at(
        self, claim: Claim, not_before: datetime, now: datetime, looked_to: str = ""
    ) -> None:
        """Not yet: planned again (an uncertain one unknown again), not before `not_before`.

        Told to wait is no failure, so `failures` stays; `looked_to` is how far back a look-up
        came. Raises ClaimLost.
        """
        # "Later" says that this attempt did not arrive; of the earlier one still nobody knows.
        certain = claim.uncertain_since is None
        changes: Item = {
            **STORED_DELIVERY.changes(
                state=State.PLANNED if certain else State.UNKNOWN,
                not_before=not_before,
                looked_to=looked_to,
            ),
            "told_at": now,
        }
        self._settle(claim, changes, _HELD)

    def give_up(self, claim: Claim, cause: str, now: datetime, *, hand_over: bool = False) -> None:
        """Nobody will ever say whether it arrived: unknown for good.

        With `hand_over` it stays in the outbox until `handed_over`.
        """
        how = STORED_DELIVERY.changes(
            state=State.UNKNOWN, cause=cause, settled=True, to_hand_over=hand_over
        )
        self._end(claim, how, now)

    def mark_unknown(self, claim: Claim, cause: str, not_before: datetime, now: datetime) -> None:
        """Nobody can say whether it arrived; counts as a failure. Raises ClaimLost.

        No worker takes it up before `not_before`, by whichever message it comes.
        """
        changes: Item = {
            **STORED_DELIVERY.changes(
                state=State.UNKNOWN,
                cause=cause,
                failures=claim.stored.failures + 1,
                not_before=not_before,
            ),
            "told_at": now,
        }
        self._settle(claim, changes, _HELD)

    def _expire(self, key: DeliveryKey, row: StoredItem) -> None:
        """A claim that ran out: unknown, never planned, for it may have been sent."""
        changes = STORED_DELIVERY.changes(
            state=State.UNKNOWN, cause="lease expired", failures=row.number("failures") + 1
        )
        self._try(key, row, changes)

    def _try(self, key: DeliveryKey, row: StoredItem, changes: Item) -> None:
        """Change the delivery if it still is as `row` shows it; if not, it is read again."""
        seen = all_of(Equals("state", state(row)), Equals("token", row.text("token")))
        try:
            self._table.write(_update(key, changes, seen))
        except (ConditionFailed, OvertakenError):
            # Another worker was faster, or the one we thought gone has spoken.
            return

    def _end(self, claim: Claim, how: Item, now: datetime, along: Sequence[Write] = ()) -> None:
        out = {} if how.get("to_hand_over") else _OUT
        gone = STORED_DELIVERY.changes(not_before=None, stale_since=None)
        changes: Item = {**how, "told_at": now, **gone, **out}
        self._settle(claim, changes, _NOT_TAKEN_OVER, along)

    def _settle(
        self, claim: Claim, changes: Item, when: Condition, along: Sequence[Write] = ()
    ) -> None:
        held = all_of(when, Equals("token", claim.token))
        own = _update(claim.key, changes, held)
        try:
            if along:
                self._table.transact([own, *along])
            else:
                self._table.write(own)
        except ConditionFailed:
            key = claim.key
            row = self._table.get(keys.of_deal(key.deal), keys.delivery(key.day, key.id))
            if row and (row.text("token"), row.text("state")) == (claim.token, changes["state"]):
                return  # said before: the client repeated the write, or the worker did
            raise _lost(claim) from None


def _taken(row: StoredItem, token: str, now: datetime, until: datetime) -> Item:
    """A claim: certain for a planned delivery; after an unknown one, uncertain since its start."""
    uncertain = state(row) is State.UNKNOWN
    return {
        **STORED_DELIVERY.changes(state=State.CLAIMED, not_before=None),
        "token": token,
        "until": until,
        "tried_since": row.text("tried_since") if uncertain else now,
        "tried_until": _tried_until(row) if uncertain else None,
        "uncertain": uncertain,
    }


def _tried_until(row: StoredItem) -> datetime:
    """The end of the last lease under which something may have been sent."""
    return row.instant("tried_until" if "tried_until" in row else "until")


def _uncertain(row: StoredItem) -> tuple[datetime, datetime] | tuple[None, None]:
    if not row.flag("uncertain"):
        return None, None
    return row.instant("tried_since"), _tried_until(row)


def _update(key: DeliveryKey, changes: Item, when: Condition) -> Update:
    return Update(keys.of_deal(key.deal), keys.delivery(key.day, key.id), changes, when)


def _withdrawn(claim: Claim, left_out: Sequence[OmittedAlert]) -> list[Write]:
    """The rows of alerts that go along and are left out: withdrawn, each for its own cause."""
    gone = {each.alert: each.cause for each in left_out}
    delivery = claim.delivery
    return [
        _update(
            DeliveryKey.of_alert(alert, delivery.route),
            STORED_DELIVERY.changes(state=State.WITHDRAWN, cause=gone[alert.id]),
            THERE,
        )
        for alert in delivery.others
        if alert.id in gone
    ]


def _lost(claim: Claim) -> ClaimLost:
    return ClaimLost(
        f"delivery {claim.key.id} no longer belongs to this worker: its lease expired and "
        "another worker claimed it, or it was removed. Do not send it."
    )
