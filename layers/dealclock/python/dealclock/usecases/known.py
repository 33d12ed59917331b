"""What is known of a deal at the moment: of a live one by now, of a rehearsal by its last run."""

from datetime import datetime
from typing import get_args

from dealclock.alerts.plan import Slot
from dealclock.store import Store, StoredDeal
from dealclock.usecases.rehearse import HOURS
from dealclock.usecases.sweep import ZONE


def known_now(deal: StoredDeal, planned: datetime, store: Store, now: datetime) -> datetime:
    """The instant up to which the deal is known; never before `planned`.

    A rehearsal has no wall time: what it knows is what its latest run knew.
    """
    if deal.meta.day is None:
        return max(planned, now)
    runs = [
        datetime.combine(deal.meta.day, HOURS[slot], ZONE)
        for slot in get_args(Slot)
        if slot in HOURS and store.run(deal.meta.id, deal.meta.day, slot)
    ]
    return max([planned, *runs])
