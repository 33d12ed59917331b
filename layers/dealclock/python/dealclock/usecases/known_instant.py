"""What is known of a deal at the moment: of a live one by now, of a rehearsal as far as played."""

from datetime import datetime

from dealclock.store import StoredDeal


def known_now(deal: StoredDeal, planned: datetime, now: datetime) -> datetime:
    """The instant up to which the deal is known; never before `planned`.

    A rehearsal has no wall time: what it knows is what the latest run of its day knows.
    """
    if deal.meta.day is None:
        return max(planned, now)
    return max(planned, deal.meta.known_at or planned)
