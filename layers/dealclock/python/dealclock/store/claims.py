"""The life of a delivery after it was planned: claimed, then settled by whoever holds the claim.

Every step is one conditional update on the state and on the token of the latest claim, so of any
number of workers at once one succeeds. Slack and SES cannot be asked to send a thing only once;
what cannot be made certain is made known instead:

    worker A   claim ---- send ---- (falls silent) ............ sent?
    worker B                          lease over: unknown -> claim -> look it up -> send or sent

A's late word counts as long as B has not claimed: it is the truth. After that it is refused.
"""

import secrets
from dataclasses import replace
from datetime import datetime, timedelta

from dealclock.alerts.delivery import State
from dealclock.store import keys, renditions
from dealclock.store.delivery import Claim, DeliveryKey, NotNow, Rendition, Settled, read, state
from dealclock.store.errors import ClaimLost, NoSuchDelivery, Overtaken
from dealclock.store.item import Item, Row
from dealclock.store.table import TRIES, ConditionFailed, OnTable
from dealclock.store.write import NEW, Put, Update, When

_HELD = When("#state = :claimed AND #token = :token", {"claimed": State.CLAIMED})
# The token stays when a claim expires, until the next claim: whoever held it may still know.
_NOT_TAKEN_OVER = When(
    "(#state = :claimed OR #state = :unknown) AND #token = :token",
    {"claimed": State.CLAIMED, "unknown": State.UNKNOWN},
)
_IN_TIME = When("#state = :claimed AND #token = :token AND #until > :now", _HELD.values)


class Claims(OnTable):
    """Claims on deliveries. What a worker says of one counts only while the claim is its own."""

    def claim(self, key: DeliveryKey, now: datetime, lease: timedelta) -> Claim | NotNow | Settled:
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
                    f"there is no delivery {key.id} for {key.day}; it was removed, so drop the "
                    "message."
                )
            stored = read(row)
            if stored.state.is_final:
                return Settled(stored.state)
            if stored.state is State.CLAIMED:
                if row.text("token") == token:
                    # Ours after all: the client repeated the write because its answer was lost.
                    return Claim(stored, token, until, _uncertain_since(row))
                if row.instant("until") > now:
                    # Two messages for one delivery: the other worker has it.
                    return NotNow(row.instant("until"), held=True)
                self._expire(key, row)
                continue
            if stored.not_before is not None and stored.not_before > now:
                return NotNow(stored.not_before, held=False)
            self._try(key, row, _taken(row, token, now, until))
        raise Overtaken("the delivery kept changing hands; try again")

    def keep_rendition(self, claim: Claim, rendition: Rendition, now: datetime) -> None:
        """Archive what is about to be sent; raises ClaimLost, and then nothing must be sent.

        The last look before sending: a worker that was held up past its lease stops here. A lease
        must be longer than the sending can take, time limits included.
        """
        delivery = claim.delivery
        made_from = replace(
            rendition,
            as_of=rendition.as_of or delivery.alert.day,
            known_at=rendition.known_at or delivery.known_at,
        )
        place: Item = {
            "PK": keys.of_deal(claim.key.deal),
            "SK": keys.rendition(claim.key.day, claim.key.id, claim.token),
            "kind": renditions.kind_of(delivery.route),
            "to": str(delivery.route),
            "about": delivery.alert.instance,
            "deals": (claim.key.deal,),
        }
        kept = renditions.item(place, made_from, now)
        digest = renditions.of_words(rendition.text)
        when = When(
            _IN_TIME.expression,
            {**_IN_TIME.values, "token": claim.token, "now": now},
        )
        mark = _update(claim.key, {"rendition_sha256": digest}, when)
        try:
            self._table.transact([mark, Put(kept, NEW)])
        except ConditionFailed:
            raise _lost(claim) from None

    def sent(self, claim: Claim, provider_id: str, now: datetime) -> None:
        """It arrived. Counts even after the lease, unless another took over: then ClaimLost."""
        self._end(claim, State.SENT, {"provider_id": provider_id, "cause": None}, now)

    def refused(self, claim: Claim, cause: str, now: datetime) -> None:
        """It will never arrive. Counts even after the lease, unless another took over."""
        self._end(claim, State.REFUSED, {"cause": cause}, now)

    def later(self, claim: Claim, not_before: datetime, now: datetime) -> None:
        """Not yet: planned again (an uncertain one unknown again), not before `not_before`.

        Told to wait is no failure, so `failures` stays. Raises ClaimLost.
        """
        # "Later" says that this attempt did not arrive; of the earlier one still nobody knows.
        certain = claim.uncertain_since is None
        changes: Item = {
            "state": State.PLANNED if certain else State.UNKNOWN,
            "not_before": not_before,
            "told_at": now,
        }
        self._settle(claim, changes, _HELD)

    def never_known(self, claim: Claim, cause: str, now: datetime) -> None:
        """Nobody will ever say whether it arrived: unknown for good, and out of the outbox."""
        self._end(claim, State.UNKNOWN, {"cause": cause}, now)

    def unknown(self, claim: Claim, cause: str, now: datetime) -> None:
        """Nobody can say whether it arrived; counts as a failure. Raises ClaimLost."""
        changes: Item = {
            "state": State.UNKNOWN,
            "cause": cause,
            "failures": claim.stored.failures + 1,
            "told_at": now,
        }
        self._settle(claim, changes, _HELD)

    def _expire(self, key: DeliveryKey, row: Row) -> None:
        """A claim that ran out: unknown, never planned, for it may have been sent."""
        changes: Item = {
            "state": State.UNKNOWN,
            "cause": "lease expired",
            "failures": row.number("failures") + 1,
        }
        self._try(key, row, changes)

    def _try(self, key: DeliveryKey, row: Row, changes: Item) -> None:
        """Change the delivery if it still is as `row` shows it; if not, it is read again."""
        seen = When(
            "#state = :state AND #token = :token",
            {"state": state(row), "token": row.text("token")},
        )
        try:
            self._table.write(_update(key, changes, seen))
        except (ConditionFailed, Overtaken):
            # Another worker was faster, or the one we thought gone has spoken.
            return

    def _end(self, claim: Claim, end: State, how: Item, now: datetime) -> None:
        out = {"GSI2PK": None, "GSI2SK": None, "not_before": None}  # of the outbox
        changes: Item = {"state": end, "told_at": now, **how, **out}
        self._settle(claim, changes, _NOT_TAKEN_OVER)

    def _settle(self, claim: Claim, changes: Item, when: When) -> None:
        held = When(when.expression, {**when.values, "token": claim.token})
        try:
            self._table.write(_update(claim.key, changes, held))
        except ConditionFailed:
            key = claim.key
            row = self._table.get(keys.of_deal(key.deal), keys.delivery(key.day, key.id))
            if row and (row.text("token"), row.text("state")) == (claim.token, changes["state"]):
                return  # said before: the client repeated the write, or the worker did
            raise _lost(claim) from None


def _taken(row: Row, token: str, now: datetime, until: datetime) -> Item:
    """A claim: certain for a planned delivery; after an unknown one, uncertain since its start."""
    uncertain = state(row) is State.UNKNOWN
    return {
        "state": State.CLAIMED,
        "token": token,
        "until": until,
        "tried_since": row.text("tried_since") if uncertain else now,
        "uncertain": uncertain,
        "not_before": None,
    }


def _uncertain_since(row: Row) -> datetime | None:
    return row.instant("tried_since") if row.flag("uncertain") else None


def _update(key: DeliveryKey, changes: Item, when: When) -> Update:
    return Update(keys.of_deal(key.deal), keys.delivery(key.day, key.id), changes, when)


def _lost(claim: Claim) -> ClaimLost:
    return ClaimLost(
        f"delivery {claim.key.id} is no longer this worker's: its lease ran out and another took "
        "over, or it was removed. Send nothing, and leave it."
    )
