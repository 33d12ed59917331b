"""What second persons approved of a deal, for whatever tells of it."""

from dealclock.access.approval import Approval
from dealclock.store import Store, StoredDeal


def approvals_of(deal: StoredDeal, store: Store) -> tuple[Approval, ...]:
    """Every approval of the deal; a deal without any costs no look.

    A message says who approved as of when it is told: approvals are of the people who work, also
    where a rehearsal stands on a day of its own.
    """
    return store.approvals(deal.meta.id) if deal.meta.approved else ()
