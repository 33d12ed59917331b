"""A deal's own day, and what is known on it."""

from datetime import date, datetime

from dealclock.engine.look import Look
from dealclock.facts.log import day_of, end_of
from dealclock.messages.view import DealView
from dealclock.people.approval import Approval
from dealclock.store import StoredDeal


def own_day(day: date | None, zone: str, now: datetime) -> date:
    """A rehearsal's own day (`day`), else the civil day it is in the deal's zone."""
    return day or day_of(now, zone)


def known_by(day: date | None, zone: str, now: datetime) -> datetime:
    """Up to when events are known: the end of its day for a rehearsal, now for a live deal."""
    return end_of(day, zone) if day else now


def deal_now(deal: StoredDeal, now: datetime) -> tuple[date, datetime]:
    """The deal's own day, and the instant up to which its events are known."""
    zone = deal.terms.agreement.time_zone
    return own_day(deal.meta.day, zone, now), known_by(deal.meta.day, zone, now)


def own_look(
    deal: StoredDeal, now: datetime, as_of: date | None = None, known_at: datetime | None = None
) -> Look:
    """The deal as of a day, on the events known by an instant: by default its own day, and all
    that is known now.
    """
    today, known = deal_now(deal, now)
    chosen, targets = deal.team.chosen, deal.team.targets
    return Look(deal.terms, deal.log, as_of or today, known_at or known, chosen, targets)


def look_at(
    deal: StoredDeal,
    now: datetime,
    approvals: tuple[Approval, ...] | None,
    as_of: date | None = None,
) -> DealView:
    """The deal as of a day, by default its own, on all events known by now."""
    today, known_at = deal_now(deal, now)
    return DealView(
        terms=deal.terms,
        log=deal.log,
        as_of=as_of or today,
        known_at=known_at,
        readings=deal.team.chosen,
        targets=deal.team.targets,
        terms_version=deal.meta.terms_version,
        team=deal.team,
        rehearsal=deal.meta.rehearsal,
        today=today,
        approvals=approvals,
        closing=deal.meta.closing,
    )


def known_now(deal: StoredDeal, planned: datetime, now: datetime) -> datetime:
    """The instant up to which the deal's events are known; never before `planned`.

    A rehearsal has no wall time: its events are known up to the latest run of its day.
    """
    if deal.meta.day is None:
        return max(planned, now)
    return max(planned, deal.meta.known_at or planned)
