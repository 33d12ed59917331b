"""A deal's own day, what is known on it, and what people did about it: its approvals, the items
that still await a second person, and the responses to its alerts.
"""

from dataclasses import replace
from datetime import date, datetime
from functools import partial

from dealclock.engine.comparing.comparison import Comparison
from dealclock.engine.look import Look
from dealclock.facts.log import day_of, end_of
from dealclock.messages import notices, words
from dealclock.messages.view import DealView
from dealclock.people.acts import Act
from dealclock.people.approval import Subject, list_approvals_needed, unverified
from dealclock.store import Store, StoredDeal
from dealclock.store.verdicts import decompressed


def own_day(day: date | None, zone: str, now: datetime) -> date:
    """A rehearsal's own day (`day`), else the civil day it is in the deal's zone."""
    return day or day_of(now, zone)


def own_moment(day: date | None, zone: str, now: datetime) -> tuple[date, datetime]:
    """The deal's own day, and up to when events are known: the end of that day in a rehearsal, now
    in a live deal."""
    return own_day(day, zone, now), end_of(day, zone) if day else now


def deal_now(deal: StoredDeal, now: datetime) -> tuple[date, datetime]:
    """The deal's own day, and the instant up to which its events are known.

    A rehearsal does not know the later events of its file.
    """
    return own_moment(deal.meta.day, deal.terms.agreement.time_zone, now)


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
    approvals: tuple[Act, ...] | None,
    as_of: date | None = None,
    store: Store | None = None,
    *,
    to_lead: bool = False,
) -> DealView:
    """The deal as of a day, by default its own, on all events known by now. From the `store` it
    reads, where they are asked for, whether it was computed twice, and what its run compared.
    `to_lead`: only a lead reads it.
    """
    today, known_at = deal_now(deal, now)
    view = DealView(
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
    if store is None:
        return view
    compared = partial(_compared_by_run, deal, store)
    twice = partial(arithmetic_of, deal, store, to_lead=to_lead)
    return replace(view, arithmetic=twice, compared=compared)


def _compared_by_run(deal: StoredDeal, store: Store, look: Look) -> Comparison | None:
    """What the deal's latest run found by comparing with other readings, if a look is of the same
    terms, events, readings and day; else None.
    """
    own = look.terms is deal.terms and look.log is deal.log
    if not own or (look.readings, look.targets) != (deal.team.chosen, deal.team.targets):
        return None
    found = store.verdicts.figures(deal.meta.id)
    if found is None or not found.compared or found.of != deal.meta.version:
        return None
    then = replace(look, known_at=found.known_at)
    same = then.versions == look.versions and then.known.all == look.known.all
    return (
        Comparison.read(decompressed(found.compared))
        if same and found.as_of == look.as_of
        else None
    )


def known_now(deal: StoredDeal, planned: datetime, now: datetime) -> datetime:
    """The instant up to which the deal's events are known; never before `planned`.

    A rehearsal has no wall time: its events are known up to the latest run of its day.
    """
    if deal.meta.day is None:
        return max(planned, now)
    return max(planned, deal.meta.known_at or planned)


def approvals_of(deal: StoredDeal, store: Store) -> tuple[Act, ...]:
    """Every approval of the deal, without a read if it has none. A message shows the approvals at
    the time it is sent, also in a rehearsal with a day of its own: the people who approve are real.
    """
    return store.responses.approvals(deal.meta.id) if deal.meta.approved else ()


def arithmetic_of(deal: StoredDeal, store: Store, *, to_lead: bool = False) -> str:
    """Whether the deal's dates and amounts were computed twice and agree, and when; `to_lead`: only
    a lead reads it.
    """
    verdict, zone = store.verdicts.get(deal.meta.id), deal.terms.agreement.time_zone
    if verdict is not None and verdict.failing_since is not None:
        return notices.describe_not_computable(words.day(day_of(verdict.failing_since, zone)))
    if verdict is None or verdict.of != deal.meta.version:
        return notices.describe_not_computed_twice(is_changed=verdict is not None)
    at, differing = words.instant(verdict.at, zone), len(verdict.differences)
    return notices.describe_computed_twice(
        at, verdict.agreed, differing, verdict.left_out, to_lead=to_lead
    )


def awaited_of(deal: StoredDeal, known_at: datetime | None = None) -> tuple[Subject, ...]:
    """Every item of the deal that needs a second person, approved or not.

    With `known_at`, of its facts those known by then.
    """
    facts = (f for f in deal.log.facts if known_at is None or deal.log.recorded_at(f) <= known_at)
    return list_approvals_needed(deal.meta.terms_version, deal.team.signed, facts)


def waiting(
    deal: StoredDeal, store: Store, known_at: datetime | None = None
) -> tuple[Subject, ...]:
    """The items that no second person has approved yet."""
    return unverified(awaited_of(deal, known_at), approvals_of(deal, store))


def handled(deal: StoredDeal, known: datetime, store: Store) -> tuple[Act, ...]:
    """The responses to the deal's alerts by then."""
    if deal.meta.handled == 0:
        return ()
    return tuple(h for h in store.responses.of_deal(deal.meta.id) if h.at <= known)
