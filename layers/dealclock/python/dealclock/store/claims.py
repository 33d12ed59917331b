"""A planned delivery is claimed by a worker, which then records the outcome.

Every step is one conditional update on the state and the token of the latest claim, so exactly one
of several concurrent workers succeeds. Slack and SES cannot guarantee sending only once, so an
uncertain outcome is recorded as such:

    worker A   claim ---- send ---- (stops responding) ........ sent?
    worker B                     lease expired: unknown -> claim -> look it up -> send or sent

A's late report is accepted until B claims. After that it is refused.
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
from dealclock.store.errors import ClaimLostError, NoSuchDeliveryError, OvertakenError
from dealclock.store.item import Item, StoredItem
from dealclock.store.links import PersonalLink, put
from dealclock.store.table import TRIES, ConditionFailedError, OnTable
from dealclock.store.write import (
    ALWAYS,
    NEW,
    PRESENT,
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

# Each of these is checked together with the token of the claim.
_CLAIMED = Equals("state", State.CLAIMED)
# An expired claim keeps its token until the next claim: its holder may still report.
_NOT_TAKEN_OVER = OneOf("state", (State.CLAIMED, State.UNKNOWN))
_LEAVE_OUTBOX: Item = {"GSI2PK": None, "GSI2SK": None}  # removes it from the outbox
# Prevents a second repeat without a known outcome.
ONLY_REPEAT: Condition = Absent("repeated")


class Claims(OnTable):
    """Claims on deliveries. A worker's report counts only while it holds the claim."""

    def claim(
        self, key: DeliveryKey, now: datetime, lease: timedelta
    ) -> Claim | NotNow | FinishedDelivery:
        """Claim the delivery for `lease`; exactly one of several concurrent workers succeeds.

        Another worker's expired claim becomes unknown first, so the new claim is uncertain.
        Raises NoSuchDeliveryError, TryAgainError.
        """
        token = secrets.token_hex(8)
        until = now + lease
        for _ in range(TRIES):
            row = self._table.get(keys.of_deal(key.deal), keys.delivery(key.day, key.id))
            if row is None:
                raise NoSuchDeliveryError(
                    f"there is no delivery {key.id} for {key.day}; it was removed. Drop the "
                    "message."
                )
            stored = read(row)
            if stored.is_final:
                return FinishedDelivery(stored.state, stored)
            if stored.state is State.CLAIMED:
                if row.text("token") == token:
                    # Our own claim: the client repeated the write because the response was lost.
                    return Claim(stored, token, until, *_uncertain_range(row))
                if row.instant("until") > now:
                    # Two queue messages for one delivery: the other worker has it.
                    return NotNow(row.instant("until"), held=True)
                self._expire(key, row)
                continue
            if stored.not_before is not None and stored.not_before > now:
                return NotNow(stored.not_before, held=False)
            route = self._table.get(keys.of_deal(key.deal), keys.route(row.text("route")))
            if route is not None and route.instant("free_at") > now:
                return NotNow(route.instant("free_at"), held=False)
            self._try(key, row, _claim_changes(row, token, now, until))
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
        """Archive what is about to be sent; if it raises ClaimLostError, nothing must be sent.

        The personal `links` of the message are stored with it, so that only sent links work. Alerts
        in `left_out` are omitted, because they are no longer true.

        This is the last check before sending: a worker delayed past its lease stops here. A lease
        must be longer than sending can take, including timeouts. A `repeat`, marked as a possible
        duplicate, is allowed once per delivery.
        """
        delivery = claim.delivery
        all_left_out = (*claim.stored.left_out, *left_out)
        alerts = replace(claim.stored, left_out=all_left_out).alerts
        dated = replace(
            rendition,
            as_of=rendition.as_of or delivery.alert.day,
            known_at=rendition.known_at or delivery.known_at,
        )
        message = ArchiveEntry(
            kind=archive.kind_of(delivery.route),
            to=str(delivery.route),
            deals=rendition.deals or (claim.key.deal,),
            rendition=dated,
            about=" ".join(dict.fromkeys(a.instance for a in alerts)),
        )
        key = keys.rendition(claim.key.day, claim.key.id, claim.token)
        item = archive.item(message, key, now)
        when = all_of(
            _CLAIMED,
            Equals("token", claim.token),
            More("until", now),
            ONLY_REPEAT if repeat else ALWAYS,
        )
        changes: Item = {
            **STORED_DELIVERY.changes(
                looked_to="",
                approved=rendition.approved,
                digest=rendition.digest,
                reply_to=reply_to,
            ),
            **(STORED_DELIVERY.changes(repeated=True) if repeat else {}),
            **(STORED_DELIVERY.changes(left_out=all_left_out) if left_out else {}),
            "rendition_sha256": archive.text_hash(rendition.text),
            "tried_until": claim.until,
        }
        writes: list[Write] = [_update(claim.key, changes, when), Put(item, NEW), *map(put, links)]
        if claim.delivery.route.kind == "email":
            writes.append(pointer(claim.key, now))
        writes += _withdraw_carried(claim, left_out)
        try:
            self._table.transact(writes)
        except ConditionFailedError:
            raise _claim_lost(claim) from None

    def mark_sent(self, claim: Claim, provider_id: str, now: datetime) -> None:
        """Record that it arrived, even after the lease; raises ClaimLostError after a takeover.

        One marked outdated meanwhile stays in the outbox until it is updated.
        """
        changes: Item = {
            **STORED_DELIVERY.changes(
                state=State.SENT, provider_id=provider_id, cause=None, not_before=None
            ),
            "told_at": now,
        }
        try:
            self._settle(
                claim, {**changes, **_LEAVE_OUTBOX}, all_of(_NOT_TAKEN_OVER, Absent("stale_since"))
            )
        except ClaimLostError:
            self._settle(claim, changes, all_of(_NOT_TAKEN_OVER, Exists("stale_since")))

    def mark_refused(
        self, claim: Claim, cause: str, now: datetime, *, hand_over: bool = False
    ) -> None:
        """Record that it will never arrive, even after the lease, unless another worker took over.

        With `hand_over` it stays in the outbox until other routes have taken over.
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
        """Record that it is no longer true, so it is never sent. Raises ClaimLostError.

        Alerts it carries are withdrawn with it, for the same cause unless `left_out` gives another.
        `digest` is what alerts said in place of a digest.
        """
        causes = {omitted.alert: omitted.cause for omitted in left_out}
        carried = [OmittedAlert(a.id, causes.get(a.id, cause)) for a in claim.stored.alerts]
        how = STORED_DELIVERY.changes(state=State.WITHDRAWN, cause=cause)
        content = STORED_DELIVERY.changes(digest=digest) if digest else {}
        self._end(claim, {**how, **content}, now, _withdraw_carried(claim, carried))

    def mark_handed_over(self, key: DeliveryKey) -> None:
        """Record that other routes took over from a failed one; idempotent."""
        over = STORED_DELIVERY.changes(to_hand_over=False)
        done: Item = {"handed_over": True, **over, **_LEAVE_OUTBOX}
        with suppress(ConditionFailedError):
            self._table.write(_update(key, done, Exists("to_hand_over")))

    def retry_at(
        self, claim: Claim, not_before: datetime, now: datetime, looked_to: str = ""
    ) -> None:
        """Try again, not before `not_before`: planned, or unknown if it was uncertain.

        A request to wait is not a failure, so `failures` stays; `looked_to` is how far back a
        lookup got. Raises ClaimLostError.
        """
        # This attempt did not arrive; the outcome of an earlier one is still unknown.
        certain = claim.uncertain_since is None
        changes: Item = {
            **STORED_DELIVERY.changes(
                state=State.PLANNED if certain else State.UNKNOWN,
                not_before=not_before,
                looked_to=looked_to,
            ),
            "told_at": now,
        }
        self._settle(claim, changes, _CLAIMED)

    def give_up(self, claim: Claim, cause: str, now: datetime, *, hand_over: bool = False) -> None:
        """Record that its outcome will never be known.

        With `hand_over` it stays in the outbox until other routes have taken over.
        """
        how = STORED_DELIVERY.changes(
            state=State.UNKNOWN, cause=cause, settled=True, to_hand_over=hand_over
        )
        self._end(claim, how, now)

    def mark_unknown(self, claim: Claim, cause: str, not_before: datetime, now: datetime) -> None:
        """Record that its outcome is unknown, which counts as a failure. Raises ClaimLostError.

        No worker claims it before `not_before`.
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
        self._settle(claim, changes, _CLAIMED)

    def _expire(self, key: DeliveryKey, row: StoredItem) -> None:
        """Mark an expired claim as unknown, not planned, because it may have been sent."""
        changes = STORED_DELIVERY.changes(
            state=State.UNKNOWN, cause="lease expired", failures=row.number("failures") + 1
        )
        self._try(key, row, changes)

    def _try(self, key: DeliveryKey, row: StoredItem, changes: Item) -> None:
        """Change the delivery if it still matches `row`; otherwise the caller reads it again."""
        unchanged = all_of(Equals("state", state(row)), Equals("token", row.text("token")))
        try:
            self._table.write(_update(key, changes, unchanged))
        except (ConditionFailedError, OvertakenError):
            # Another worker was faster, or the holder of the expired claim reported.
            return

    def _end(self, claim: Claim, how: Item, now: datetime, carried: Sequence[Write] = ()) -> None:
        leave_outbox = {} if how.get("to_hand_over") else _LEAVE_OUTBOX
        cleared = STORED_DELIVERY.changes(not_before=None, stale_since=None)
        changes: Item = {**how, "told_at": now, **cleared, **leave_outbox}
        self._settle(claim, changes, _NOT_TAKEN_OVER, carried)

    def _settle(
        self, claim: Claim, changes: Item, when: Condition, carried: Sequence[Write] = ()
    ) -> None:
        held = all_of(when, Equals("token", claim.token))
        own = _update(claim.key, changes, held)
        try:
            if carried:
                self._table.transact([own, *carried])
            else:
                self._table.write(own)
        except ConditionFailedError:
            key = claim.key
            row = self._table.get(keys.of_deal(key.deal), keys.delivery(key.day, key.id))
            if row and (row.text("token"), row.text("state")) == (claim.token, changes["state"]):
                return  # recorded before: the client or the worker repeated the write
            raise _claim_lost(claim) from None


def _claim_changes(row: StoredItem, token: str, now: datetime, until: datetime) -> Item:
    """The changes of a claim: uncertain if the delivery is unknown, since its first attempt."""
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


def _uncertain_range(row: StoredItem) -> tuple[datetime, datetime] | tuple[None, None]:
    if not row.flag("uncertain"):
        return None, None
    return row.instant("tried_since"), _tried_until(row)


def _update(key: DeliveryKey, changes: Item, when: Condition) -> Update:
    return Update(keys.of_deal(key.deal), keys.delivery(key.day, key.id), changes, when)


def _withdraw_carried(claim: Claim, left_out: Sequence[OmittedAlert]) -> list[Write]:
    """Updates that withdraw the carried alerts in `left_out`, each for its own cause."""
    causes = {omitted.alert: omitted.cause for omitted in left_out}
    delivery = claim.delivery
    return [
        _update(
            DeliveryKey.of_alert(alert, delivery.route),
            STORED_DELIVERY.changes(state=State.WITHDRAWN, cause=causes[alert.id]),
            PRESENT,
        )
        for alert in delivery.others
        if alert.id in causes
    ]


def _claim_lost(claim: Claim) -> ClaimLostError:
    return ClaimLostError(
        f"delivery {claim.key.id} no longer belongs to this worker: its lease expired and "
        "another worker claimed it, or it was removed. Do not send it."
    )
