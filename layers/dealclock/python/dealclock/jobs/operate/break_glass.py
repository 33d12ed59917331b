"""Emergency access to a deal: the lead is notified first, then an administrator may read.

The list of everyone who has had access to a deal includes it.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route
from dealclock.errors import DealclockError, RefusedError
from dealclock.facts.log import day_of
from dealclock.jobs.deal_day import deal_now
from dealclock.jobs.find_deal import find_deal
from dealclock.jobs.plan.plan_deliveries import delivery_now, plan_and_queue
from dealclock.jobs.services import Services
from dealclock.messages import notices
from dealclock.people.insiders import Insider, Lists, list_insiders
from dealclock.people.people import LONGEST, SHORTEST_REASON, Action, Glass, Person, may, who_may
from dealclock.people.policy import Reason
from dealclock.store import StoredDeal
from dealclock.store.keys import instant


def break_glass(
    named: str, person: str, minutes: int, why: str, services: Services, by: str
) -> tuple[StoredDeal, Glass, tuple[str, ...]]:
    """Notify the deal's lead, then let the administrator read for the requested time.

    Returns the deal, the access granted, and the names of those notified.

    `person` is the administrator's id in the deal's team, `why` the reason, and `by` the asker for
    the archive, which keeps refusals too. If no one could be notified, access is refused. Raises
    NotFoundError or RefusedError.
    """
    now = services.now()
    deal = find_deal(named, services.store).at(now)
    try:
        glass, leads = _glass(person, minutes, why, deal, now), _leads(deal)
    except DealclockError:
        detail = {"person": person[:80]}
        services.store.archive.audit(deal.meta.id, "refused break-glass", by, now, detail)
        raise
    plan_and_queue(_notices(glass, leads, deal, now), deal.meta.rehearsal, services)
    services.store.responses.grant_emergency_access(glass, by)
    return deal, glass, tuple(p.name for p in leads)


def _glass(named: str, minutes: int, why: str, deal: StoredDeal, now: datetime) -> Glass:
    people, name = deal.team.access, deal.meta.code_name
    person = people.person(named)
    if person is None or not may(person, Action.BREAK, people):
        raise RefusedError(
            f"{named!r} cannot have emergency access to {name}. Only an administrator "
            "on its team who is not denied can."
        )
    most = int(LONGEST / timedelta(minutes=1))
    if not 1 <= minutes <= most:
        raise RefusedError(f"{minutes} minutes is not valid; give from 1 to {most}.")
    why = " ".join(why.split())
    if len(why) < SHORTEST_REASON:
        raise RefusedError(
            f"{why!r} is too short a reason; give {SHORTEST_REASON} characters or more, such "
            "as a ticket number."
        )
    until = now + timedelta(minutes=minutes)
    return Glass(deal.meta.id, person.id, person.name, person.slack, now, until, why[:300])


def _leads(deal: StoredDeal) -> list[Person]:
    """The deal's leads, or the company's owners if it has none."""
    people = deal.team.access
    reachable = who_may(Action.RECEIVE, people)
    leads = [p for p in reachable if p.role == "lead"]
    notified = leads or [p for p in deal.team.owner_of("company") if p in reachable]
    if not notified:
        raise RefusedError(
            f"no one on {deal.meta.code_name} could be notified, so access was refused. Give "
            "it a lead who can receive messages."
        )
    return notified


def _notices(
    glass: Glass, leads: list[Person], deal: StoredDeal, now: datetime
) -> Iterator[Delivery]:
    """A direct message and an email to each lead, in case one route fails."""
    zone, (today, known_at) = deal.log.zone, deal_now(deal, now)
    alert = Alert(
        deal=deal.meta.id,
        instance=f"{notices.EMERGENCY_ACCESS}/{glass.person}/{instant(glass.since)}",
        kind=notices.EMERGENCY_ACCESS,
        clause="",
        title=notices.title_emergency_access(glass, zone),
        reasons=(Reason.GLASS_BROKEN,),
        day=today,
        due=None,
    )
    for person in leads:
        for kind in ("dm", "email"):
            yield delivery_now(deal, alert, Route(kind, person.id), known_at)


def insider_list(deal: StoredDeal, services: Services, by: str) -> tuple[Insider, ...]:
    """Everyone who has had access so far; an audit entry of the asker is written first.

    The caller has checked that `by` may see it: a lead (SETTLE), or the stack's operator.
    """
    now = services.now()
    services.store.archive.audit(deal.meta.id, "exported the insider list", by, now)
    versions = [
        Lists(version.stored_at, version.stored_by, version.team.access)
        for version in services.store.deals.team_versions(deal.meta.id)
    ]
    zone = deal.log.zone
    return list_insiders(
        versions,
        services.store.responses.emergency_access_to(deal.meta.id),
        zone,
        day_of(now, zone),
    )
