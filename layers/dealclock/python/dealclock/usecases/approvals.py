"""What second persons approved of a deal and what waits for one, for whatever tells of it."""

from datetime import datetime

from dealclock.access.approval import Approval, ApprovalNeeded, list_approvals_needed, unverified
from dealclock.store import Store, StoredDeal
from dealclock.usecases.deal_day import known_by


def approvals_of(deal: StoredDeal, store: Store) -> tuple[Approval, ...]:
    """Every approval of the deal; a deal without any costs no look.

    A message says who approved as of when it is told: approvals are of the people who work, also
    where a rehearsal stands on a day of its own.
    """
    return store.responses.approvals(deal.meta.id) if deal.meta.approved else ()


def known_at_own_day(deal: StoredDeal, now: datetime) -> datetime:
    """Up to when the deal's facts are known to the approver: what a rehearsal's file holds for
    a future date is not there yet."""
    return known_by(deal.meta.day, deal.terms.agreement.time_zone, now)


def awaited_of(deal: StoredDeal, known_at: datetime | None = None) -> tuple[ApprovalNeeded, ...]:
    """Everything of the deal that needs a second person, approved or not.

    With `known_at`, of its facts those known by then.
    """
    facts = (f for f in deal.log.facts if known_at is None or deal.log.recorded_at(f) <= known_at)
    return list_approvals_needed(deal.meta.terms_version, deal.team.signed, facts)


def waiting(
    deal: StoredDeal, store: Store, known_at: datetime | None = None
) -> tuple[ApprovalNeeded, ...]:
    """What of it waits for a second person."""
    return unverified(awaited_of(deal, known_at), approvals_of(deal, store))
