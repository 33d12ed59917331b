"""A deal that a newer release wrote and this one must not read: its leads are told, once a day.

Who leads it is asked of the directory, which names people and nothing of the deal. The notice is a
delivery of the person's own, like a digest, so that sending it needs nothing of the deal.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from dealclock.access.people import Action, Person, may
from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route
from dealclock.alerts.slots import ZONE
from dealclock.channels import Refused
from dealclock.messages import notices
from dealclock.store import DirectoryEntry
from dealclock.store.errors import StoreError, TooNew
from dealclock.store.keys import person as holder
from dealclock.team.policy import Reason
from dealclock.usecases.deliver.record_outcome import WithdrawnOutcome
from dealclock.usecases.deliver.send_digest import DigestLetter
from dealclock.usecases.plan.digest import identity
from dealclock.usecases.plan.plan_deliveries import plan_and_queue
from dealclock.usecases.services import Services


@contextmanager
def leads_told(deal: str, services: Services) -> Iterator[None]:
    """Tell the leads when the work on a deal ends because it is too new; TooNew is raised on."""
    try:
        yield
    except TooNew:
        tell_leads(deal, services.pinned())
        raise


def tell_leads(deal: str, services: Services) -> int:
    """Plan the notice for each lead, by mail and as a direct message; how many are new."""
    now = services.now()
    listed = _listed(deal, services)
    if listed is None:
        return 0
    each = (d for lead in _leads(listed) for d in _notices(lead, listed, now))
    return plan_and_queue(each, listed.rehearsal, services)[0]


def current_notice(
    delivery: Delivery, services: Services
) -> DigestLetter | Refused | WithdrawnOutcome:
    """The notice as it is now; withdrawn once the deal can be read again."""
    (deal,) = delivery.deals
    listed = _listed(deal, services)
    leads = _leads(listed) if listed else []
    reader = next((p for p in leads if p.slack == delivery.route.to), None)
    if listed is None or reader is None or _of(reader, deal) != delivery.alert.instance:
        return Refused("recipient_removed")
    try:
        services.store.deals.get(deal)
    except TooNew:
        message = notices.render_paused_deal(listed.code_name, delivery.alert.day, listed.rehearsal)
        return DigestLetter(message, reader, delivery.deals)
    except StoreError:
        pass  # another fault than this; it is reported elsewhere
    return WithdrawnOutcome("superseded")


def _listed(deal: str, services: Services) -> DirectoryEntry | None:
    """The deal's line; None for a closed deal, and where the line itself cannot be read."""
    line = services.store.deals.line(deal)
    return line.at(services.now()) if line and not line.closed else None


def _leads(listed: DirectoryEntry) -> list[Person]:
    people = listed.people
    return [p for p in people.people if p.role == "lead" and may(p, Action.RECEIVE, people)]


def _of(person: Person, deal: str) -> str:
    return f"{notices.PAUSED}/{identity(person)}/{deal}"


def _notices(lead: Person, listed: DirectoryEntry, now: datetime) -> Iterator[Delivery]:
    alert = Alert(
        deal=holder(lead.slack),
        instance=_of(lead, listed.id),
        kind=notices.PAUSED,
        clause="",
        title="",
        reasons=(Reason.ROUTE_FAILED,),
        day=now.astimezone(ZONE).date(),
        due=None,
    )
    for kind in ("email", "dm"):
        yield Delivery(
            alert=alert,
            route=Route(kind, lead.slack),
            slot="morning",
            known_at=now,
            terms_version=0,
            team_version=0,
            deals=(listed.id,),
        )
