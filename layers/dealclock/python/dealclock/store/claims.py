"""A planned delivery is claimed by a worker, which then records the outcome.

Every step is one conditional update on the state and the token of the latest claim, so exactly one
of several concurrent workers succeeds. Slack and SES cannot guarantee sending only once, so an
uncertain outcome is recorded as such:

    worker A   claim ---- send ---- (stops responding) ........ sent?
    worker B                     lease expired: unknown -> claim -> look it up -> send or sent

A's late report is accepted until B claims. After that it is refused.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from dealclock.alerts.outcome import (
    TRANSITIONS,
    Later,
    Lost,
    OmittedAlert,
    Outcome,
    Sent,
    State,
    Unknown,
    Withdrawn,
)
from dealclock.errors import LostError, NotFoundError
from dealclock.store import archive, keys
from dealclock.store.archive import ArchiveEntry
from dealclock.store.delivery import (
    STORED_DELIVERY,
    Claim,
    DeliveryKey,
    FinishedDelivery,
    NotNow,
    Rendition,
    pointer,
    read,
    state,
)
from dealclock.store.item import Item, StoredItem
from dealclock.store.links import PersonalLink, put
from dealclock.store.table import TRIES, OnTable, OvertakenError
from dealclock.store.write import (
    ALWAYS,
    PRESENT,
    Absent,
    Append,
    Condition,
    Equals,
    Exists,
    More,
    OneOf,
    Write,
    all_of,
)

# Each of these is checked together with the token of the claim.
CLAIMED = Equals("state", State.CLAIMED)
# An expired claim keeps its token until the next claim: its holder may still report.
_NOT_TAKEN_OVER = OneOf("state", (State.CLAIMED, State.UNKNOWN))
LEAVE_OUTBOX: Item = {"GSI2PK": None, "GSI2SK": None}  # removes it from the outbox
# Prevents a second repeat without a known outcome.
ONLY_REPEAT: Condition = Absent("repeated")


class Claims(OnTable):
    """Claims on deliveries. A worker's report counts only while it holds the claim."""

    def claim(
        self, key: DeliveryKey, now: datetime, lease: timedelta, *, waits: bool = True
    ) -> Claim | NotNow | FinishedDelivery:
        """Claim the delivery for `lease`; exactly one of several concurrent workers succeeds.

        Another worker's expired claim becomes unknown first, so the new claim is uncertain. With
        `waits=False` it is claimed although it, or its route, has to wait: to be given up.
        Raises NotFoundError, TryAgainError.
        """
        token = secrets.token_hex(8)
        until = now + lease
        for _ in range(TRIES):
            row = self._table.get(*key.at)
            if row is None:
                raise NotFoundError(
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
            if waits and stored.not_before is not None and stored.not_before > now:
                return NotNow(stored.not_before, held=False)
            route = waits and self._table.get(keys.of_deal(key.deal), keys.route(row.text("route")))
            if route and route.instant("free_at") > now:
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
        """Archive what is about to be sent; if it raises LostError, nothing must be sent.

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
        when = all_of(
            CLAIMED,
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
                **({"repeated": True} if repeat else {}),
                **({"left_out": all_left_out} if left_out else {}),
            ),
            # As they are: what the item needs depends on them.
            "kind": delivery.alert.kind,
            "route": str(delivery.route),
            "rendition_sha256": archive.text_hash(rendition.text),
            "tried_until": claim.until,
        }
        writes: list[Write | Append] = [
            claim.key.update(changes, when),
            *archive.archived(message, key, now),
            *map(put, links),
        ]
        if claim.delivery.route.kind == "email":
            writes.append(pointer(claim.key, now))
        writes += _withdraw_carried(claim, {a.alert: a.cause for a in left_out})
        if not self._wrote(*writes):
            raise _claim_lost(claim)

    def settle(
        self,
        claim: Claim,
        outcome: Outcome,
        now: datetime,
        *,
        until: datetime | None = None,
        hand_over: bool = False,
    ) -> None:
        """Record how the attempt ended, as TRANSITIONS says; raises LostError.

        One that is to be tried again is claimed by no worker before `until`. With `hand_over` a
        final one stays in the outbox until other routes have taken over, and so does one that
        arrived and was marked outdated meanwhile, until it is updated. Alerts that a withdrawn one
        carries are withdrawn with it, for the same cause unless it gives another.
        """
        step = TRANSITIONS[type(outcome)]
        values = {name: getattr(outcome, name) for name in step.fields}
        fields = {name: value for name, value in values.items() if value is not None}
        fields |= {"state": step.state, "not_before": until}
        carried: Sequence[Write] = ()
        match outcome:
            case Sent():
                fields["cause"] = None
            case Withdrawn(cause=cause, left_out=left_out):
                causes = {alert.id: cause for alert in claim.stored.alerts}
                causes |= {omitted.alert: omitted.cause for omitted in left_out}
                carried = _withdraw_carried(claim, causes)
            case Later() if claim.uncertain_since is not None:
                # This attempt did not arrive; the outcome of an earlier one is still unknown.
                fields["state"] = State.UNKNOWN
            case Unknown():
                fields["failures"] = claim.stored.failures + 1
            case Lost():
                fields["settled"] = True
        if step.fails_over:
            fields["to_hand_over"] = hand_over
        changes: Item = {**STORED_DELIVERY.changes(**fields), "told_at": now}
        if not step.final:
            self._report(claim, changes, CLAIMED)
        elif step.state is State.SENT:
            current = all_of(_NOT_TAKEN_OVER, Absent("stale_since"))
            try:
                self._report(claim, {**changes, **LEAVE_OUTBOX}, current)
            except LostError:
                self._report(claim, changes, all_of(_NOT_TAKEN_OVER, Exists("stale_since")))
        else:
            changes = {**changes, **STORED_DELIVERY.changes(stale_since=None)}
            leave = {} if hand_over else LEAVE_OUTBOX
            self._report(claim, {**changes, **leave}, _NOT_TAKEN_OVER, carried)

    def mark_handed_over(self, key: DeliveryKey) -> None:
        """Record that other routes took over from a failed one; idempotent."""
        over = STORED_DELIVERY.changes(to_hand_over=False)
        done: Item = {"handed_over": True, **over, **LEAVE_OUTBOX}
        self._wrote(key.update(done, Exists("to_hand_over")))

    def _expire(self, key: DeliveryKey, row: StoredItem) -> None:
        """Mark an expired claim as unknown, not planned, because it may have been sent."""
        changes = STORED_DELIVERY.changes(
            state=State.UNKNOWN, cause="lease expired", failures=row.number("failures") + 1
        )
        self._try(key, row, changes)

    def _try(self, key: DeliveryKey, row: StoredItem, changes: Item) -> None:
        """Change the delivery if it still matches `row`; otherwise the caller reads it again."""
        unchanged = all_of(Equals("state", state(row)), Equals("token", row.text("token")))
        # If not, another worker was faster, or the holder of the expired claim reported.
        self._tried(key.update(changes, unchanged))

    def _report(
        self, claim: Claim, changes: Item, when: Condition, carried: Sequence[Write] = ()
    ) -> None:
        held = all_of(when, Equals("token", claim.token))
        if not self._wrote(claim.key.update(changes, held), *carried):
            row = self._table.get(*claim.key.at)
            # Else it was recorded before: the client or the worker repeated the write.
            if not row or (row.text("token"), row.text("state")) != (claim.token, changes["state"]):
                raise _claim_lost(claim)


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


def _withdraw_carried(claim: Claim, causes: Mapping[str, str]) -> list[Write]:
    """Updates that withdraw the carried alerts in `causes`, each for its own cause."""
    delivery = claim.delivery
    return [
        DeliveryKey.of_alert(alert, delivery.route).update(
            STORED_DELIVERY.changes(state=State.WITHDRAWN, cause=causes[alert.id]),
            PRESENT,
        )
        for alert in delivery.others
        if alert.id in causes
    ]


def _claim_lost(claim: Claim) -> LostError:
    return LostError(
        f"delivery {claim.key.id} no longer belongs to this worker: its lease expired and "
        "another worker claimed it, or it was removed. Do not send it."
    )
