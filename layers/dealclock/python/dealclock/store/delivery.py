"""A delivery as it stands in the table, and a worker's claim on it."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import get_args

from dealclock.alerts.alert import Alert, MovedBy, Mover, Passed
from dealclock.alerts.delivery import Delivery, Route, State
from dealclock.alerts.policy import Reason
from dealclock.alerts.slots import Slot
from dealclock.store import keys
from dealclock.store.item import Item, Row


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


@dataclass(frozen=True, slots=True)
class StoredDelivery:
    """A delivery and how far it has come.

    `failures` counts outcomes nobody could tell, never a 429; `not_before` is an instant before
    which it is not to be tried; `provider_id` what Slack or the mail system calls the message;
    `cause` why it was refused, withdrawn or is unknown.

    `repeated`: it was sent once more, marked as possibly a repetition. `looked_to` is how far back
    a look-up has come, in Slack's own time. `accepted` is SES's id of a mail it says it sent,
    `delivered` whether the receiving server took it. `settled`: unknown for good. `to_hand_over`:
    refused or lost, and other routes are still to take over. `stale_since`: what stands in Slack
    is to be brought up to date, since then. `shown` is the line of the present state that an
    update added, "" without one. `approved` is how much of the deal was approved by a second person
    when it was last told.
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
class Settled:
    """Nothing more to send. What may be left to do is in `stored`."""

    state: State
    stored: StoredDelivery | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Rendition:
    """What is about to be sent, word for word, and what it was made from.

    `as_of` and `known_at` are left out for a delivery told as of its alert's own day, on what was
    known when it was planned; `deals` for what tells of the delivery's own deal. `approved` counts
    what second persons had approved of the deal.
    """

    text: str
    terms_version: int
    team_version: int
    engine: str
    as_of: date | None = None
    known_at: datetime | None = None
    deals: tuple[str, ...] = ()
    approved: int = 0


def written(delivery: Delivery, rehearsal: bool, planned_at: datetime) -> Item:
    """A delivery as it is first written: planned, and in the outbox."""
    alert = delivery.alert
    return {
        "PK": keys.of_deal(alert.deal),
        "SK": keys.delivery(alert.day, delivery.id),
        "GSI2PK": keys.outbox(rehearsal),
        "GSI2SK": f"{keys.instant(planned_at)}#{delivery.id}",
        "alert": alert.id,
        "deal": alert.deal,
        "instance": alert.instance,
        "kind": alert.kind,
        "clause": alert.clause,
        "title": alert.title,
        "reasons": tuple(alert.reasons),
        "day": alert.day,
        "due": alert.due,
        "revision": alert.revision,
        "moved_from": alert.moved_from,
        "ended_on": alert.ended_on,
        "calendar": alert.calendar,
        "step": alert.step or None,
        "since": alert.since,
        "moved_by": tuple(f"{each.by}:{each.id}" for each in alert.moved_by) or None,
        "passed": tuple(f"{p.day.isoformat()}:{','.join(p.reasons)}" for p in alert.passed) or None,
        "looked_from": alert.looked_from,
        "thread": alert.thread or None,
        "route": str(delivery.route),
        "slot": delivery.slot,
        "known_at": delivery.known_at,
        "terms_version": delivery.terms_version,
        "team_version": delivery.team_version,
        "stands_in_for": delivery.stands_in_for or None,
        "deals": delivery.deals or None,
        "state": State.PLANNED,
        "token": "none",
        "planned_at": planned_at,
        "failures": 0,
    }


def read(row: Row) -> StoredDelivery:
    """The delivery in a DELIVERY item."""
    alert = Alert(
        deal=row.text("deal"),
        instance=row.text("instance"),
        kind=row.text("kind"),
        clause=row.text("clause"),
        title=row.text("title"),
        reasons=reasons(row),
        day=row.day("day"),
        due=row.day("due") if "due" in row else None,
        revision=row.number("revision"),
        moved_from=row.day("moved_from") if "moved_from" in row else None,
        calendar=row.flag("calendar"),
        step=row.text("step") if "step" in row else "",
        since=row.instant("since") if "since" in row else None,
        moved_by=_moved_by(row),
        passed=_passed(row),
        looked_from=row.day("looked_from") if "looked_from" in row else None,
        thread=row.text("thread") if "thread" in row else "",
        ended_on=row.day("ended_on") if "ended_on" in row else None,
    )
    delivery = Delivery(
        alert=alert,
        route=Route.parse(row.text("route")),
        slot=slot_of(row, row.text("slot")),
        known_at=row.instant("known_at"),
        terms_version=row.number("terms_version"),
        team_version=row.number("team_version"),
        stands_in_for=row.text("stands_in_for") if "stands_in_for" in row else "",
        deals=row.texts("deals") if "deals" in row else (),
    )
    return StoredDelivery(
        delivery=delivery,
        state=state(row),
        planned_at=row.instant("planned_at"),
        failures=row.number("failures"),
        not_before=row.instant("not_before") if "not_before" in row else None,
        provider_id=row.text("provider_id") if "provider_id" in row else None,
        cause=row.text("cause") if "cause" in row else None,
        repeated="repeated" in row,
        looked_to=row.text("looked_to") if "looked_to" in row else "",
        accepted=row.text("accepted") if "accepted" in row else None,
        delivered="delivered" in row,
        settled="settled" in row,
        to_hand_over="to_hand_over" in row,
        stale_since=row.instant("stale_since") if "stale_since" in row else None,
        approved=row.number("approved") if "approved" in row else 0,
        shown=row.text("shown") if "shown" in row else "",
    )


def reasons(row: Row) -> tuple[Reason, ...]:
    """The reasons of a DELIVERY item's alert."""
    try:
        return tuple(Reason(each) for each in row.texts("reasons"))
    except ValueError:
        raise row.unreadable("reasons") from None


def _moved_by(row: Row) -> tuple[MovedBy, ...]:
    found = []
    for each in row.texts("moved_by") if "moved_by" in row else ():
        by, _, name = each.partition(":")
        known: Mover | None = next((kind for kind in get_args(Mover) if kind == by), None)
        if known is None:
            raise row.unreadable("moved_by")
        found.append(MovedBy(known, name))
    return tuple(found)


def _passed(row: Row) -> tuple[Passed, ...]:
    try:
        return tuple(
            Passed(date.fromisoformat(day), tuple(map(Reason, said.split(","))))
            for day, _, said in (
                each.partition(":") for each in (row.texts("passed") if "passed" in row else ())
            )
        )
    except ValueError:
        raise row.unreadable("passed") from None


def state(row: Row) -> State:
    """The state in a DELIVERY item."""
    try:
        return State(row.text("state"))
    except ValueError:
        raise row.unreadable("state") from None


def slot_of(row: Row, named: str) -> Slot:
    """The slot an item names; raises Unreadable for one there is not."""
    for slot in get_args(Slot):
        if named == slot:
            found: Slot = slot
            return found
    raise row.unreadable("slot")
