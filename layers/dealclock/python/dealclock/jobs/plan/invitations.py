"""The calendar entries of a deal: stored once for feeds and invitations, and sent to people.

    dates now --> entries on calendars (one row) --> invitations planned, in one transaction

Every run of a live deal updates them; so does reading a feed, which invites no one. Nothing is sent
for a rehearsal: its dates would be on real calendars. A person whose `invitations` are off gets
cancellations of future entries, and then nothing.
"""

import json
from collections.abc import Mapping
from datetime import date, datetime

from dealclock.alerts.alert import Alert
from dealclock.alerts.calendar_dates import (
    CalendarEntry,
    advanced,
    earliest_day,
    invitations,
    open_dates,
)
from dealclock.alerts.delivery import Delivery, Route
from dealclock.jobs.deal_day import deal_now
from dealclock.jobs.plan.assess_deal import assess_as_of
from dealclock.jobs.plan.plan_deliveries import delivery_now, plan_and_queue
from dealclock.jobs.services import Services
from dealclock.messages.safe_title import safe_name
from dealclock.people.people import Action, may
from dealclock.people.policy import FIELDS
from dealclock.store import Store, StoredDeal
from dealclock.store.table import TRIES, OvertakenError

AT_ONCE = 80  # invitations planned in one transaction; an entry may add a few more
_BATCHES = 10


def note_dates(deal: str, services: Services) -> Mapping[str, CalendarEntry]:
    """The deal's calendar entries now, stored if they have changed, elsewhere if this function may
    not; no one is invited.

    Raises what an assessment raises, and OvertakenError.
    """
    for _ in range(TRIES):
        before, changes = services.store.links.calendar(deal)
        # Read after the row: a faster worker with later events will have changed it meanwhile.
        stored = services.store.deals.get(deal)
        dates = _dates(stored, services.now(), services)[0] if stored else {}
        entries = advanced(before, dates, _at(services))
        if entries == before:
            return entries
        if services.elsewhere:
            services.elsewhere(json.dumps({"dates": deal}))
            return services.store.links.calendar(deal)[0]
        if services.store.links.put_calendar(deal, entries, changes):
            return entries
    raise OvertakenError("others kept reading the deal's calendar as it changed; try again")


def invite(deal: str, known_at: datetime, services: Services) -> int:
    """Plan and queue invitations for a live deal's owners and backups; return how many are new.

    On what is known by now, or by `known_at` if this clock is behind. Done twice, nothing
    is new. Raises what an assessment raises, and OvertakenError.
    """
    planned = 0
    for _ in range(TRIES + _BATCHES):
        before, changes = services.store.links.calendar(deal)
        stored = services.store.deals.get(deal)  # after the row, as above
        if stored is None or stored.meta.rehearsal:
            return planned
        entries, new = _planned(before, stored, max(known_at, services.now()), services)
        if entries == before:
            return planned
        now = services.now()
        sent = [delivery_now(stored, alert, Route("email", who), now) for who, alert in new]
        if services.store.links.put_calendar(deal, entries, changes, sent, now):
            # Stored by now: one that is not queued here is found in the outbox.
            plan_and_queue(sent, False, services)
            planned += len(sent)
    raise OvertakenError("others kept changing the deal's calendar; the next run tries again")


def is_superseded(delivery: Delivery, store: Store) -> bool:
    """Whether a newer invitation to the same date is planned for the same person."""
    entry = _entry(delivery, store)
    last = entry.people.get(delivery.route.to) if entry else None
    return last is not None and last.sequence > delivery.alert.revision


def act_by(delivery: Delivery, store: Store) -> datetime | None:
    """The time of an invitation's calendar entry; None for a whole day."""
    entry = _entry(delivery, store)
    return entry.act_by if entry and entry.due == delivery.alert.due else None


def _entry(delivery: Delivery, store: Store) -> CalendarEntry | None:
    entries, _ = store.links.calendar(delivery.alert.deal)
    return entries.get(delivery.alert.instance.partition("/")[2])


def _planned(
    before: Mapping[str, CalendarEntry], deal: StoredDeal, known: datetime, services: Services
) -> tuple[Mapping[str, CalendarEntry], list[tuple[str, Alert]]]:
    """The new row and the invitations planned with it, about AT_ONCE at most."""
    (dates, holders), at = _dates(deal, known, services), _at(services)
    team = deal.at(services.now()).team
    recipients = {p.id for p in team.people if may(p, Action.RECEIVE, team.access)}
    entries: dict[str, CalendarEntry] = {}
    new: list[tuple[str, Alert]] = []
    for name, entry in advanced(before, dates, at).items():
        entries[name] = entry
        if len(new) < AT_ONCE:
            invited, today = holders.get(name, ()), _today(deal, services)
            about = (deal.meta.id, entry, invited, recipients, today, at)
            entries[name], to_send = invitations(*about)
            new += to_send
    return entries, new


def _dates(
    deal: StoredDeal, known: datetime, services: Services
) -> tuple[dict[str, CalendarEntry], dict[str, set[str]]]:
    """The open dates of the deal as of now, and whom to invite to each; none for a closed deal."""
    if deal.meta.closed:
        return {}, {}
    assessment = assess_as_of(deal, _today(deal, services), deal_now(deal, known)[1])
    dates, holders, team = {}, {}, deal.at(services.now()).team
    for name, part in open_dates(assessment).items():
        due, moment = earliest_day(part)
        # Dates without alerts are in feeds only.
        invited = team.owner_of(part.owed_by, name) if part.kind in FIELDS else ()
        holders[name] = {person.id for person in invited if person.invitations}
        title = safe_name(part.kind, part.title, deal.terms)
        at = _at(services)
        dates[name] = CalendarEntry(name, due, 0, False, at, moment, title, part.clause)
    return dates, holders


def _today(deal: StoredDeal, services: Services) -> date:
    return deal_now(deal, services.now())[0]


def _at(services: Services) -> datetime:
    return services.now().replace(microsecond=0)
