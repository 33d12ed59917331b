"""Planning people's digests: as a deal's morning run ends, for whoever has something to be told.

The first deal of a person's morning plans the digest, and names every deal the person is on; the
others meet it. It is told some minutes later, when the other deals' mornings are over, and of all
of them, on what is known then: see `usecases/telling_digests`.
"""

import hashlib
from collections.abc import Iterator
from datetime import datetime

from dealclock.access.people import Action, Person, may
from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route, State
from dealclock.alerts.digest import digest
from dealclock.alerts.policy import Reason
from dealclock.alerts.slots import SCHEDULED
from dealclock.engine.assessment import Assessment
from dealclock.render.digest import KIND
from dealclock.store import DeliveryKey, Store, StoredDeal
from dealclock.store.keys import person as holder
from dealclock.usecases.assess_deal import Also, Assessed, closed_days
from dealclock.usecases.messages import AssessDeal, Deliver, DeliveryQueue

AFTER = 300  # seconds for the other deals of the morning; a rehearsal waits for none


def digests(message: AssessDeal, store: Store, queue: DeliveryQueue, now: datetime) -> Also:
    """What plans the deal's part in people's digests, once it is assessed."""

    def plan(deal: StoredDeal, assessment: Assessment) -> Assessed:
        if not _is_morning(message, deal, store):
            return Assessed(0, 0)
        days = closed_days(deal)
        told = [
            _plan(person, message, deal, store, queue, now)
            for person in deal.team.people
            if digest(assessment, deal.team, person, days).speaks
        ]
        return Assessed(sum(t.planned for t in told), sum(t.already for t in told))

    return plan


def identity(person: Person) -> str:
    """Whom a digest is for, opaque: the same Slack user under another address is another reader.

    So no deal's content goes to an address that only another deal's team has given.
    """
    return hashlib.sha256(f"{person.slack}\n{person.email.lower()}".encode()).hexdigest()[:16]


def _is_morning(message: AssessDeal, deal: StoredDeal, store: Store) -> bool:
    """The morning run; or a later one of a day on which no morning was swept."""
    if message.slot == "morning":
        return True
    if message.slot not in SCHEDULED:
        return False
    return "morning" not in store.sweeps(deal.meta.rehearsal, message.as_of)


def _plan(
    person: Person,
    message: AssessDeal,
    deal: StoredDeal,
    store: Store,
    queue: DeliveryQueue,
    now: datetime,
) -> Assessed:
    rehearsal = deal.meta.rehearsal
    deals: tuple[str, ...] | None = None
    planned = already = 0
    for bare in _deliveries(person, message, deal):
        there = store.delivery(DeliveryKey.of(bare))
        if there is None:
            deals = deals or _deals_of(person, deal, store)
            each = Delivery(bare.alert, bare.route, bare.slot, bare.known_at, 0, 0, deals=deals)
            if store.plan(each, rehearsal, now):
                _send(each, queue, 0 if rehearsal else AFTER)
                planned += 1
                continue
            there = store.delivery(DeliveryKey.of(each))
        already += 1
        if rehearsal and there is not None and there.state is State.PLANNED:
            # Written by an earlier try that ended before it could queue it. A live one is found by
            # the watchdog: were it queued here, every deal of the person would queue it once more.
            _send(bare, queue, 0)
    return Assessed(planned, already)


def _deliveries(person: Person, message: AssessDeal, deal: StoredDeal) -> Iterator[Delivery]:
    """The digest by mail and as a direct message. A rehearsal's is of that rehearsal alone."""
    of = f"/{deal.meta.id}" if deal.meta.rehearsal else ""
    alert = Alert(
        deal=holder(person.slack),
        instance=f"{KIND}/{identity(person)}{of}",
        kind=KIND,
        clause="",
        title="",
        reasons=(Reason.DIGEST,),
        day=message.as_of,
        due=None,
    )
    for kind in ("email", "dm"):
        yield Delivery(
            alert=alert,
            route=Route(kind, person.slack),
            slot="morning",
            known_at=message.known_at,
            terms_version=0,
            team_version=0,
        )


def _deals_of(person: Person, deal: StoredDeal, store: Store) -> tuple[str, ...]:
    """The deals the digest is to tell of: every live one of the person's; of a rehearsal, it."""
    if deal.meta.rehearsal:
        return (deal.meta.id,)
    found = [deal.meta.id]
    for listed in store.directory():
        reader = listed.people.of_slack(person.slack)
        if listed.rehearsal or reader is None or identity(reader) != identity(person):
            continue
        if may(reader, Action.RECEIVE, listed.people) and listed.id not in found:
            found.append(listed.id)
    return tuple(found)


def _send(delivery: Delivery, queue: DeliveryQueue, delay: int) -> None:
    alert = delivery.alert
    queue.send(Deliver(deal=alert.deal, day=alert.day, delivery=delivery.id), delay=delay)
