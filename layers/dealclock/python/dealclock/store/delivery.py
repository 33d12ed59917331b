"""A delivery in the table, and a worker's claim on it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import cache
from typing import get_args

from pydantic import TypeAdapter

from dealclock.alerts.alert import Alert, MissedMorning, MoveCause, Mover, SentAlert
from dealclock.alerts.delivery import Delivery, Route, delivery_id
from dealclock.alerts.digest import DigestPrint, SentDigest
from dealclock.alerts.outcome import OmittedAlert, State
from dealclock.correlation import CORRELATION
from dealclock.people.policy import Reason
from dealclock.records import record
from dealclock.store import keys
from dealclock.store.codec import Codec, Text, Texts
from dealclock.store.item import Item, StoredItem
from dealclock.store.write import Condition, Put, Update


@record
class DeliveryKey:
    """The key of a delivery."""

    deal: str
    day: date
    id: str

    @classmethod
    def of(cls, delivery: Delivery) -> "DeliveryKey":
        """The key of a delivery."""
        return cls.of_alert(delivery.alert, delivery.route)

    @classmethod
    def of_alert(cls, alert: Alert, route: Route) -> "DeliveryKey":
        """The key of the delivery that an alert heads, or of its own row if another carries it."""
        return cls(alert.deal, alert.day, delivery_id(alert, route))

    @property
    def at(self) -> tuple[str, str]:
        """Its partition and sort key in the table."""
        return keys.of_deal(self.deal), keys.delivery(self.day, self.id)

    def update(self, changes: Item, when: Condition) -> Update:
        """The write of changes to it."""
        return Update(*self.at, changes, when)


@record
class StoredDelivery:
    """A delivery and its status.

    `failures` counts unknown outcomes, never a 429; `not_before` is the instant before which it
    must not be tried; `provider_id` is the message's id in Slack or the mail system; `cause` is why
    it was refused or withdrawn, or is unknown.

    `repeated`: it was sent again, marked as a possible duplicate. `looked_to` is how far back a
    lookup got, as a Slack timestamp. `accepted` is SES's id of an email that SES sent, `delivered`
    whether the receiving server accepted it. `settled`: its outcome will never be known.
    `to_hand_over`: refused or lost, and other routes must still take over. `stale_since`: when the
    message in Slack became outdated. `shown` is the status line that an update added, "" if none.
    `approved` counts the deal's second approvals when it was last sent. `left_out` are the alerts
    that were no longer true when it was about to be sent. `reply_to` is the Slack id of the message
    in whose thread it goes, "" for none. `digest` is the content of a digest, to compare the next
    one with. `correlation` is the id of the check or request that planned it, "" if it had none.
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
    correlation: str = ""

    @property
    def alerts(self) -> tuple[Alert, ...]:
        """The alerts that it covers, without those left out; the first is its headline."""
        omitted = {alert.alert for alert in self.left_out}
        return tuple(a for a in self.delivery.alerts if a.id not in omitted)

    @property
    def carrier(self) -> DeliveryKey:
        """The key of the delivery that carries it, or its own."""
        carried_by = self.delivery.carried_by
        return replace(self.key, id=carried_by) if carried_by else self.key

    @property
    def is_final(self) -> bool:
        """Whether nothing more will be sent."""
        return self.state.is_final or self.settled

    @property
    def is_settled(self) -> bool:
        """Whether it is final, and no other route must take over."""
        return self.is_final and not self.to_hand_over

    @property
    def arrived(self) -> bool:
        """Whether it certainly arrived: for an email, whether the recipient's server has it."""
        return self.state is State.SENT and (self.delivered or self.delivery.route.in_slack)

    @property
    def key(self) -> DeliveryKey:
        """Its key."""
        return DeliveryKey.of(self.delivery)


@record
class Claim:
    """One worker's right to send a delivery, until `until`.

    `uncertain_since` is None if it was certainly never sent; otherwise the start of the first
    attempt with an unknown outcome: look it up first, from then until `uncertain_until`.
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
        """The delivery: what to send, and where."""
        return self.stored.delivery


@record
class NotNow:
    """Not to be tried before `until`: rate-limited, or `held` by another worker until then.

    A rate limit applies to one delivery or to its whole route.
    """

    until: datetime
    held: bool


@record
class FinishedDelivery:
    """Nothing more to send. Any remaining work is in `stored`."""

    state: State
    stored: StoredDelivery | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Rendition:
    """The exact text about to be sent, and its sources.

    `as_of` and `known_at` default to the day of the delivery's alert and to when it was planned,
    `deals` to the delivery's deal. `approved` counts the deal's second approvals. `digest` is the
    content of a digest.
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


def _move_cause(text: str) -> MoveCause:
    by, _, name = text.partition(":")
    mover: Mover | None = next((kind for kind in get_args(Mover) if kind == by), None)
    if mover is None:
        raise ValueError("unknown cause of a moved date")
    return MoveCause(mover, name)


def _missed_morning(text: str) -> MissedMorning:
    day, _, reasons = text.partition(":")
    return MissedMorning(date.fromisoformat(day), tuple(map(Reason, reasons.split(","))))


def _omitted_alert(text: str) -> OmittedAlert:
    alert, _, cause = text.partition(":")
    return OmittedAlert(alert, cause)


@cache
def _alert_json() -> TypeAdapter[Alert]:
    return TypeAdapter(Alert)


def sent_digest(text: str) -> SentDigest:
    """The content of a sent digest, from its attribute; raises ValueError."""
    data = json.loads(text)
    deals = {deal: DigestPrint(*parts) for deal, parts in data["deals"].items()}
    line_on = data.get("line_on")
    return SentDigest(deals, date.fromisoformat(line_on) if line_on else None)


def _digest_text(digest: SentDigest) -> str:
    deals = {deal: [part.items, part.outlook] for deal, part in digest.deals.items()}
    line_on = {"line_on": digest.line_on.isoformat()} if digest.line_on else {}
    return json.dumps({"deals": deals, **line_on}, sort_keys=True)


_ALERT_TEXTS: Texts = {
    MoveCause: Text(lambda cause: f"{cause.by}:{cause.id}", _move_cause),
    MissedMorning: Text(
        lambda day: f"{day.day.isoformat()}:{','.join(day.reasons)}", _missed_morning
    ),
}
_IN_EACH = ("revision", "calendar")
ALERT = Codec(Alert, required=_IN_EACH, texts=_ALERT_TEXTS)
SENT_ALERT = Codec(
    SentAlert,
    apart=("taken_back",),
    required=(*_IN_EACH, "terms_version", "team_version"),
    texts=_ALERT_TEXTS,
)
DELIVERY = Codec(
    Delivery,
    parts={"alert": ALERT},
    texts={
        Route: Text(str, Route.parse),
        Alert: Text(
            lambda alert: _alert_json().dump_json(alert, exclude_defaults=True).decode(),
            lambda text: _alert_json().validate_json(text),
        ),
    },
)
STORED_DELIVERY = Codec(
    StoredDelivery,
    parts={"delivery": DELIVERY},
    texts={
        OmittedAlert: Text(lambda omitted: f"{omitted.alert}:{omitted.cause}", _omitted_alert),
        SentDigest: Text(_digest_text, sent_digest),
    },
)
RENDITION = Codec(Rendition, apart=("deals", "approved", "digest"))


def written(delivery: Delivery, rehearsal: bool, planned_at: datetime) -> Item:
    """The item of a new delivery: planned, and in the outbox."""
    in_outbox = keys.outbox_entry(rehearsal, planned_at, delivery.id)
    return {**in_outbox, **_new(delivery, State.PLANNED, planned_at)}


def carried(delivery: Delivery, planned_at: datetime) -> Iterator[Item]:
    """One item per carried alert, so that each is planned once; not in the outbox."""
    for alert in delivery.others:
        own = replace(delivery, alert=alert, others=(), carried_by=delivery.id)
        yield _new(own, State.CARRIED, planned_at)


def _new(delivery: Delivery, state: State, planned_at: datetime) -> Item:
    cause = CORRELATION.get()
    stored = StoredDelivery(delivery, state, planned_at, 0, None, None, None, correlation=cause)
    pk, sk = stored.key.at
    alert = {"alert": delivery.alert.id, "token": "none"}
    return {"PK": pk, "SK": sk, **STORED_DELIVERY.item(stored), **alert}


def read(row: StoredItem) -> StoredDelivery:
    """The delivery in a DELIVERY item."""
    return STORED_DELIVERY.read(row)


def left_out_in(row: StoredItem) -> dict[str, str]:
    """Why alerts were left out of a delivery, by alert id."""
    omitted = map(_omitted_alert, row.texts("left_out")) if "left_out" in row else ()
    return {alert.alert: alert.cause for alert in omitted}


def state(row: StoredItem) -> State:
    """The state in a DELIVERY item."""
    return row.parsed("state", State, row.text("state"))


DELIVERY_KEY = Codec(DeliveryKey, names={"id": "delivery"})

EMAIL_REMEMBERED = timedelta(days=60)  # a complaint may come weeks later


def pointer(key: DeliveryKey, now: datetime) -> Put:
    """The item that maps an email's id to its delivery."""
    expires = {"expires_at": int((now + EMAIL_REMEMBERED).timestamp())}
    return Put.at(keys.mail(key.id), keys.DELIVERY, {**DELIVERY_KEY.item(key), **expires})
