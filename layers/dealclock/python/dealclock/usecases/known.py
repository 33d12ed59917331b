"""What is known of a deal at the moment: of a live one by now, of a rehearsal by its last run."""

from datetime import datetime

from dealclock.store import Store, StoredDeal


def known_now(deal: StoredDeal, planned: datetime, store: Store, now: datetime) -> datetime:
    """The instant up to which the deal is known; never before `planned`.

    A rehearsal has no wall time: what it knows is what the latest run of its day knew.
    """
    day = deal.meta.day
    if day is None:
        return max(planned, now)
    return max([planned, *(run.known_at for run in store.runs_of(deal.meta.id, day))])
