"""A delivery in the table, and a worker's claim on it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import cache
from typing import get_args

from pydantic import TypeAdapter

from dealclock.alerts.alert import Alert, MissedMorning, MoveCause, Mover
from dealclock.alerts.delivery import Delivery, Route, State, delivery_id
from dealclock.alerts.digest import DigestPrint, SentDigest
from dealclock.store import keys
from dealclock.store.codec import Codec, Text
from dealclock.store.item import Item, StoredItem
from dealclock.store.write import Put
from dealclock.team.policy import Reason


@dataclass(frozen=True, slots=True)
class DeliveryKey:
    """Where a delivery is found."""

    deal: str
    day: date
    id: str

    @classmethod
    def of(cls, delivery: Delivery) -> "DeliveryKey":
        """The key of a delivery."""
        return cls(delivery.alert.deal, delivery.alert.day, delivery.id)

    @classmethod
    def of_alert(cls, alert: Alert, route: Route) -> "DeliveryKey":
        """The key of the delivery that an alert heads, or of its row where it goes along."""
        return cls(alert.deal, alert.day, delivery_id(alert, route))


@dataclass(frozen=True, slots=True)
class OmittedAlert:
    """An alert, by its id, that was no longer true when its delivery was about to go, and why."""

    alert: str
    cause: str


@dataclass(frozen=True, slots=True)
class StoredDelivery:
    """A delivery and how far it has come.

    `failures` counts outcomes nobody could tell, never a 429; `not_before` is an instant before
    which it is not to be tried; `provider_id` what Slack or the mail system calls the message;
    `cause` why it was refused, withdrawn or is unknown.

    `repeated`: it was sent once more, marked as possibly a repetition. `looked_to` is how far back
    a look-up has come, in Slack's own time. `accepted` is SES's id of a mail it says it sent,
    `delivered` whether the receiving server took it. `settled`: unknown for good. `to_hand_over`:
    refused or lost, and other routes are still to take over. `stale_since`: what is in Slack
    is to be brought up to date, since then. `shown` is the line of the present state that an
    update added, "" without one. `approved` is how much of the deal was approved by a second person
    when it was last told. `left_out` are the alerts, by id, that were no longer true when it was
    about to be sent. `reply_to` is the message, as Slack calls it, in whose thread it was to go, ""
    for one that stands by itself. `digest` is what a digest said, for the next one to be compared
    with.
    """

    delivery: Delivery
    state: State
    planned_at: datetime
    failures: int
    not_before: datetime | None
    provider_id: str | None
    cause: str | None
    repeated: bool = False
    looked_to: str = ""
    accepted: str | None = None
    delivered: bool = False
    settled: bool = False
    to_hand_over: bool = False
    stale_since: datetime | None = None
    shown: str = ""
    approved: int = 0
    left_out: tuple[OmittedAlert, ...] = ()
    reply_to: str = ""
    digest: SentDigest | None = None

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """What it says, or will say: without what was left out. The first is its headline."""
        gone = {each.alert for each in self.left_out}
        return tuple(a for a in self.delivery.alerts if a.id not in gone)

    @property
    def carrier(self) -> DeliveryKey:
        """Where the delivery is found that carries it, or itself."""
        carried_by = self.delivery.carried_by
        return replace(self.key, id=carried_by) if carried_by else self.key

    @property
    def is_final(self) -> bool:
        """Whether nothing more is to be sent."""
        return self.state.is_final or self.settled

    @property
    def key(self) -> DeliveryKey:
        """Where it is found."""
        return DeliveryKey.of(self.delivery)


@dataclass(frozen=True, slots=True)
class Claim:
    """One worker's right to send a delivery, until `until`.

    `uncertain_since` is None when it was certainly never sent; else the start of the first attempt
    of which nobody knows how it ended: look it up first, from then until `uncertain_until`.
    """

    stored: StoredDelivery
    token: str
    until: datetime
    uncertain_since: datetime | None
    uncertain_until: datetime | None = None

    @property
    def key(self) -> DeliveryKey:
        """The delivery claimed."""
        return self.stored.key

    @property
    def delivery(self) -> Delivery:
        """What is to be sent, and where."""
        return self.stored.delivery


@dataclass(frozen=True, slots=True)
class NotNow:
    """Not to be tried before `until`: asked to wait, or `held` by another worker until then.

    Asked to wait is a delivery by itself, or everything on its route.
    """

    until: datetime
    held: bool


@dataclass(frozen=True, slots=True)
class FinishedDelivery:
    """Nothing more to send. What may be left to do is in `stored`."""

    state: State
    stored: StoredDelivery | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Rendition:
    """What is about to be sent, word for word, and what it was made from.

    `as_of` and `known_at` are left out for a delivery told as of its alert's own day, on what was
    known when it was planned; `deals` for what tells of the delivery's own deal. `approved` counts
    what second persons had approved of the deal. `digest` is the substance of a digest.
    """

    text: str
    terms_version: int
    team_version: int
    engine: str
    as_of: date | None = None
    known_at: datetime | None = None
    deals: tuple[str, ...] = ()
    approved: int = 0
    digest: SentDigest | None = None


def _mover(text: str) -> MoveCause:
    by, _, name = text.partition(":")
    known: Mover | None = next((kind for kind in get_args(Mover) if kind == by), None)
    if known is None:
        raise ValueError("nothing that moves a date")
    return MoveCause(known, name)


def _passed(text: str) -> MissedMorning:
    day, _, said = text.partition(":")
    return MissedMorning(date.fromisoformat(day), tuple(map(Reason, said.split(","))))


def _left_out(text: str) -> OmittedAlert:
    alert, _, cause = text.partition(":")
    return OmittedAlert(alert, cause)


@cache
def _alert_json() -> TypeAdapter[Alert]:
    return TypeAdapter(Alert)


def sent_digest(text: str) -> SentDigest:
    """What a digest said, from its attribute; raises ValueError."""
    kept = json.loads(text)
    deals = {deal: DigestPrint(*each) for deal, each in kept["deals"].items()}
    line_on = kept.get("line_on")
    return SentDigest(deals, date.fromisoformat(line_on) if line_on else None)


def _digest_text(each: SentDigest) -> str:
    deals = {deal: [part.items, part.outlook] for deal, part in each.deals.items()}
    line_on = {"line_on": each.line_on.isoformat()} if each.line_on else {}
    return json.dumps({"deals": deals, **line_on}, sort_keys=True)


ALERT = Codec(
    Alert,
    required=("revision", "calendar"),
    texts={
        MoveCause: Text(lambda each: f"{each.by}:{each.id}", _mover),
        MissedMorning: Text(
            lambda each: f"{each.day.isoformat()}:{','.join(each.reasons)}", _passed
        ),
    },
)
DELIVERY = Codec(
    Delivery,
    parts={"alert": ALERT},
    texts={
        Route: Text(str, Route.parse),
        Alert: Text(
            lambda each: _alert_json().dump_json(each, exclude_defaults=True).decode(),
            lambda text: _alert_json().validate_json(text),
        ),
    },
)
STORED_DELIVERY = Codec(
    StoredDelivery,
    parts={"delivery": DELIVERY},
    texts={
        OmittedAlert: Text(lambda each: f"{each.alert}:{each.cause}", _left_out),
        SentDigest: Text(_digest_text, sent_digest),
    },
)
RENDITION = Codec(Rendition, apart=("deals", "approved", "digest"))


def written(delivery: Delivery, rehearsal: bool, planned_at: datetime) -> Item:
    """A delivery as it is first written: planned, and in the outbox."""
    alert = delivery.alert
    planned = StoredDelivery(delivery, State.PLANNED, planned_at, 0, None, None, None)
    return {
        "PK": keys.of_deal(alert.deal),
        "SK": keys.delivery(alert.day, delivery.id),
        **keys.waiting(rehearsal, planned_at, delivery.id),
        **STORED_DELIVERY.item(planned),
        "alert": alert.id,
        "token": "none",
    }


def carried(delivery: Delivery, planned_at: datetime) -> Iterator[Item]:
    """A row for each alert that goes along, so that it is planned once; in no outbox."""
    for alert in delivery.others:
        own = replace(delivery, alert=alert, others=(), carried_by=delivery.id)
        kept = StoredDelivery(own, State.CARRIED, planned_at, 0, None, None, None)
        yield {
            "PK": keys.of_deal(alert.deal),
            "SK": keys.delivery(alert.day, own.id),
            **STORED_DELIVERY.item(kept),
            "alert": alert.id,
            "token": "none",
        }


def read(row: StoredItem) -> StoredDelivery:
    """The delivery in a DELIVERY item."""
    return STORED_DELIVERY.read(row)


def left_out_in(row: StoredItem) -> dict[str, str]:
    """Why alerts were left out of a DELIVERY item, by their ids."""
    found = map(_left_out, row.texts("left_out")) if "left_out" in row else ()
    return {each.alert: each.cause for each in found}


def state(row: StoredItem) -> State:
    """The state in a DELIVERY item."""
    try:
        return State(row.text("state"))
    except ValueError:
        raise row.unreadable("state") from None


DELIVERY_KEY = Codec(DeliveryKey, names={"id": "delivery"})

EMAIL_REMEMBERED = timedelta(days=60)  # a complaint may come weeks after its mail


def pointer(key: DeliveryKey, now: datetime) -> Put:
    """The item by which a mail's id leads to its delivery."""
    return Put(
        {
            "PK": keys.mail(key.id),
            "SK": keys.DELIVERY,
            **DELIVERY_KEY.item(key),
            "expires_at": int((now + EMAIL_REMEMBERED).timestamp()),
        }
    )
