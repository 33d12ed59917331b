"""A deal that a newer release wrote and this one must not read: notify its leads once a day.

Its leads are looked up in the directory, which holds people and no deal content. The notice is a
delivery to a person, like a digest, so sending it needs no deal content.

While a release is deployed, two run: what the newer one stored, the older refuses and leaves in its
queue, and the newer one takes it minutes later. So a notice waits as long as that may last, and is
withdrawn if the item can be read by then.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta

from dealclock.alerts.delivery import Delivery
from dealclock.alerts.outcome import Later, Refused, State, Withdrawn
from dealclock.alerts.slots import ZONE
from dealclock.errors import DealclockError, TooNewError
from dealclock.jobs.deliver.look_up_outcome import wait
from dealclock.jobs.deliver.send_digest import DigestLetter
from dealclock.jobs.plan.digest import identity
from dealclock.jobs.plan.plan_deliveries import delivery_to_person, plan_and_queue
from dealclock.jobs.services import Services
from dealclock.messages import notices
from dealclock.people.people import Action, Person, may
from dealclock.people.policy import Reason
from dealclock.store import DeliveryKey, DirectoryEntry, StoredDelivery

A_DEPLOYMENT = timedelta(minutes=25)
"""The longest that two releases run side by side: the canary's fifteen minutes, and what it takes
to begin and end the deployment of every function. A queue shows refused work five times by then.
"""


@contextmanager
def notifying_leads(deal: str, services: Services) -> Iterator[None]:
    """Notify the leads if the work on a deal ends because it is too new; TooNewError is raised
    again.
    """
    try:
        yield
    except TooNewError as error:
        notify_leads(deal, error.key, services.pinned())
        raise


def notify_leads(deal: str, item: tuple[str, ...], services: Services) -> int:
    """Plan the notice for each lead, by email and direct message; return how many are new.

    `item` are the keys of the item that only a newer release can read. They are recorded with the
    deal, so that the notice and the desk ask about that item and no other.
    """
    now = services.now()
    services.store.deals.pause(deal, item)
    entry = _open_entry(deal, services)
    if entry is None:
        return 0
    notices_now = (d for lead in _leads(entry) for d in _notices(lead, entry, now))
    deliveries = [_first_not_withdrawn(each, services) for each in notices_now]
    return plan_and_queue(deliveries, entry.rehearsal, services)[0]


def _first_not_withdrawn(notice: Delivery, services: Services) -> Delivery:
    """The day's notice, or the next one, if the deal could be read again in between."""
    stored = services.store.outbox.get(DeliveryKey.of(notice))
    while stored is not None and stored.state is State.WITHDRAWN:
        again = replace(notice.alert, revision=notice.alert.revision + 1)
        notice = replace(notice, alert=again)
        stored = services.store.outbox.get(DeliveryKey.of(notice))
    return notice


def current_notice(
    stored: StoredDelivery, services: Services
) -> DigestLetter | Later | Refused | Withdrawn:
    """The notice as it is now; withdrawn once the deal can be read again, later while that may only
    be a deployment.
    """
    delivery, now = stored.delivery, services.now()
    (deal,) = delivery.deals
    entry = _open_entry(deal, services)
    leads = _leads(entry) if entry else []
    reader = next((p for p in leads if p.slack == delivery.route.to), None)
    if entry is None or reader is None or _instance(reader, deal) != delivery.alert.instance:
        return Refused("recipient_removed")
    kind = ""
    with suppress(DealclockError):  # a different error; it is reported elsewhere
        kind = pausing_item(deal, services)
    if not kind:
        return Withdrawn("superseded")
    if now < (until := stored.planned_at + A_DEPLOYMENT):
        return wait(until, now)
    message = notices.render_paused_deal(entry.code_name, kind, delivery.alert.day, entry.rehearsal)
    return DigestLetter(message, reader, delivery.deals)


def pausing_item(deal: str, services: Services) -> str:
    """The kind of the newer release's item that pauses the deal, "" if it is not paused."""
    try:
        stored = services.store.deals.get(deal)
    except TooNewError as error:
        return error.kind
    return services.store.deals.pausing_item(stored.meta) if stored else ""


def _open_entry(deal: str, services: Services) -> DirectoryEntry | None:
    """The deal's directory entry; None for a closed deal, or if the entry cannot be read."""
    line = services.store.deals.line(deal)
    return line.at(services.now()) if line and not line.closed else None


def _leads(entry: DirectoryEntry) -> list[Person]:
    people = entry.people
    return [p for p in people.people if p.role == "lead" and may(p, Action.RECEIVE, people)]


def _instance(person: Person, deal: str) -> str:
    return f"{notices.PAUSED}/{identity(person)}/{deal}"


def _notices(lead: Person, entry: DirectoryEntry, now: datetime) -> Iterator[Delivery]:
    day, instance = now.astimezone(ZONE).date(), _instance(lead, entry.id)
    for route in ("email", "dm"):
        yield delivery_to_person(
            lead, route, instance, notices.PAUSED, Reason.ROUTE_FAILED, day, now, entry.id
        )
