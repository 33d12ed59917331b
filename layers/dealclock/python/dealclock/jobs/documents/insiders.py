"""The list of everyone who has had access to a deal."""

from dealclock.facts.log import day_of
from dealclock.jobs.services import Services
from dealclock.people.insiders import Insider, Lists, list_insiders
from dealclock.store import StoredDeal


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
