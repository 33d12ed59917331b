"""The day a deal stands on, and what is known on it."""

from datetime import date, datetime

from dealclock.facts.log import day_of, end_of
from dealclock.store import StoredDeal


def own_day(day: date | None, zone: str, now: datetime) -> date:
    """A rehearsal's own day (`day`), else the civil day it is in the deal's zone."""
    return day or day_of(now, zone)


def known_by(day: date | None, zone: str, now: datetime) -> datetime:
    """What is known of a rehearsal is what was by the end of its day; of a live deal, by now."""
    return end_of(day, zone) if day else now


def deal_now(deal: StoredDeal, now: datetime) -> tuple[date, datetime]:
    """The day the deal stands on, and the instant up to which it is known."""
    zone = deal.terms.agreement.time_zone
    return own_day(deal.meta.day, zone, now), known_by(deal.meta.day, zone, now)


def known_now(deal: StoredDeal, planned: datetime, now: datetime) -> datetime:
    """The instant up to which the deal is known; never before `planned`.

    A rehearsal has no wall time: what it knows is what the latest run of its day knows.
    """
    if deal.meta.day is None:
        return max(planned, now)
    return max(planned, deal.meta.known_at or planned)
