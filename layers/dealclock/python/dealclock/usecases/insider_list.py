"""Who had access to a deal, from every version of its team that the table holds."""

from dealclock.access.insiders import Insider, Lists, insiders
from dealclock.facts.log import day_of
from dealclock.store import StoredDeal
from dealclock.usecases.services import Services


def insider_list(deal: StoredDeal, services: Services, by: str) -> tuple[Insider, ...]:
    """Everybody who had access up to now; with an audit entry of who asked, written first.

    Whoever calls has checked that `by` may see it: a lead (SETTLE), or who runs the stack.
    """
    now = services.now()
    services.store.audit(deal.meta.id, "exported the insider list", by, now)
    versions = [
        Lists(version.stored_at, version.stored_by, version.team.access)
        for version in services.store.teams(deal.meta.id)
    ]
    zone = deal.log.zone
    return insiders(versions, services.store.broken(deal.meta.id), zone, day_of(now, zone))
