"""What people did about a deal: its approvals, the items that still await a second person, and the
responses to its alerts.
"""

from datetime import datetime

from dealclock.alerts.responses import AlertResponse
from dealclock.jobs.deal_day import deal_now
from dealclock.people.approval import Approval, ApprovalNeeded, list_approvals_needed, unverified
from dealclock.store import Store, StoredDeal


def approvals_of(deal: StoredDeal, store: Store) -> tuple[Approval, ...]:
    """Every approval of the deal, without a read if it has none. A message shows the approvals at
    the time it is sent, also in a rehearsal with a day of its own: the people who approve are real.
    """
    return store.responses.approvals(deal.meta.id) if deal.meta.approved else ()


def known_at_own_day(deal: StoredDeal, now: datetime) -> datetime:
    """Up to when the deal's facts are known to the approver: what a rehearsal's file holds for
    a future date is not there yet."""
    return deal_now(deal, now)[1]


def awaited_of(deal: StoredDeal, known_at: datetime | None = None) -> tuple[ApprovalNeeded, ...]:
    """Every item of the deal that needs a second person, approved or not.

    With `known_at`, of its facts those known by then.
    """
    facts = (f for f in deal.log.facts if known_at is None or deal.log.recorded_at(f) <= known_at)
    return list_approvals_needed(deal.meta.terms_version, deal.team.signed, facts)


def waiting(
    deal: StoredDeal, store: Store, known_at: datetime | None = None
) -> tuple[ApprovalNeeded, ...]:
    """The items that no second person has approved yet."""
    return unverified(awaited_of(deal, known_at), approvals_of(deal, store))


def handled(deal: StoredDeal, known: datetime, store: Store) -> tuple[AlertResponse, ...]:
    """The responses to the deal's alerts by then."""
    if deal.meta.handled == 0:
        return ()
    return tuple(h for h in store.responses.of_deal(deal.meta.id) if h.at <= known)
