"""Access to documents for people inside the deal only: drafts, proof packs and exports."""

from dealclock.errors import RefusedError
from dealclock.facts.log import day_of
from dealclock.jobs.services import Services
from dealclock.people.insiders import Insider, Lists, list_insiders
from dealclock.people.people import Action, Person, may
from dealclock.store import StoredDeal


def require_insider(
    person: Person | None, deal: StoredDeal, what: str, services: Services, by: str
) -> Person:
    """The person, if they may have it; otherwise the refusal is archived, by ids only.

    Raises RefusedError. `by` is the asker, as the archive names them.
    """
    now = services.now()
    today = day_of(now, deal.terms.agreement.time_zone)
    if person is not None and may(person, Action.READ, deal.team.access, today):
        return person
    detail = {"person": person.id} if person else {}
    services.store.archive.audit(deal.meta.id, f"refused {what}", by, now, detail)
    raise RefusedError(
        f"{what} is for people inside the deal. Ask its lead to add you to the list."
    )


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
