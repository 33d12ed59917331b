"""What calendars are sent about a deal: noted once for feeds and invitations, and sent to people.

    dates now --> what calendars were told (one row) --> invitations planned, in one transaction

Every run of a live deal looks; so does a feed that is read, which invites no one. Nothing is sent
of a rehearsal: its dates would land on real calendars. A person whose `invitations` are off is sent
a cancellation of what is ahead, and then nothing.
"""

from collections.abc import Mapping
from datetime import date, datetime

from dealclock.access.people import Action, may
from dealclock.alerts.alert import INVITATION, Alert
from dealclock.alerts.calendar_dates import (
    CalendarDate,
    CalendarEntry,
    Invitation,
    advanced,
    earliest_day,
    invitations,
    open_dates,
)
from dealclock.alerts.delivery import Delivery, Route
from dealclock.messages.safe_title import safe_name
from dealclock.store import Store, StoredDeal
from dealclock.store.errors import OvertakenError
from dealclock.store.table import TRIES
from dealclock.team.policy import FIELDS, Reason
from dealclock.usecases.deal_day import known_by, own_day
from dealclock.usecases.plan.assess_deal import assess_as_of
from dealclock.usecases.plan.plan_deliveries import plan_and_queue
from dealclock.usecases.services import Services

AT_ONCE = 80  # invitations planned in one transaction; an entry may add a few more
_BATCHES = 10


def note_dates(deal: str, services: Services) -> Mapping[str, CalendarEntry]:
    """What calendars are sent about a deal now, noted where it has changed; no one is invited.

    Raises what an assessment raises, and OvertakenError.
    """
    for _ in range(TRIES):
        before, changes = services.store.links.calendar(deal)
        # Read after the row: a worker that knows more and was faster has changed it meanwhile.
        stored = services.store.deals.get(deal)
        dates = _dates(stored, services.now(), services) if stored else {}
        entries = advanced(before, dates, _at(services))
        if entries == before or services.store.links.put_calendar(deal, entries, changes):
            return entries
    raise OvertakenError("others kept reading the deal's calendar as it changed; try again")


def invite(deal: str, known_at: datetime, services: Services) -> int:
    """Plan and queue what the owners and backups of a live deal are to be sent; how many are new.

    With all that is known by now, and by `known_at` where this clock is behind. Done twice, nothing
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
        sent = [_delivery(each, stored, services) for each in new]
        if services.store.links.put_calendar(deal, entries, changes, sent, services.now()):
            # Planned by now: one that is not queued here is found in the outbox.
            plan_and_queue(sent, False, services)
            planned += len(sent)
    raise OvertakenError("others kept changing the deal's calendar; the next run tries again")


def is_superseded(delivery: Delivery, store: Store) -> bool:
    """Whether something newer about the same date is planned for the same person."""
    entry = _entry(delivery, store)
    last = entry.people.get(delivery.route.to) if entry else None
    return last is not None and last.sequence > delivery.alert.revision


def act_by(delivery: Delivery, store: Store) -> datetime | None:
    """The moment that an invitation puts on the calendar; None for a whole day."""
    entry = _entry(delivery, store)
    return entry.act_by if entry and entry.due == delivery.alert.due else None


def _entry(delivery: Delivery, store: Store) -> CalendarEntry | None:
    entries, _ = store.links.calendar(delivery.alert.deal)
    return entries.get(delivery.alert.instance.partition("/")[2])


def _planned(
    before: Mapping[str, CalendarEntry], deal: StoredDeal, known: datetime, services: Services
) -> tuple[Mapping[str, CalendarEntry], list[Invitation]]:
    """The row as it is to be, and what is planned with it: what is over AT_ONCE comes next."""
    dates, at, team = _dates(deal, known, services), _at(services), deal.at(services.now()).team
    reached = {p.id for p in team.people if may(p, Action.RECEIVE, team.access)}
    entries: dict[str, CalendarEntry] = {}
    new: list[Invitation] = []
    for name, entry in advanced(before, dates, at).items():
        entries[name] = entry
        if len(new) < AT_ONCE:
            holders = dates[name].holders if name in dates else frozenset()
            today = _today(deal, services)
            entries[name], found = invitations(entry, holders, reached, today, at)
            new += found
    return entries, new


def _dates(deal: StoredDeal, known: datetime, services: Services) -> dict[str, CalendarDate]:
    """Each open date of the deal as of now; of a closed deal none is ahead any more."""
    if deal.meta.closed:
        return {}
    by = known_by(deal.meta.day, deal.terms.agreement.time_zone, known)
    assessment = assess_as_of(deal, _today(deal, services), by)
    found, team = {}, deal.at(services.now()).team
    for name, part in open_dates(assessment).items():
        due, moment = earliest_day(part)
        # What alerts never speak of stays in feeds.
        invited = team.owner_of(part.owed_by) if part.kind in FIELDS else ()
        holders = frozenset(person.id for person in invited if person.invitations)
        title = safe_name(part.kind, part.title, deal.terms)
        found[name] = CalendarDate(due, moment, title, part.clause, holders)
    return found


def _delivery(invitation: Invitation, deal: StoredDeal, services: Services) -> Delivery:
    """Its identity is (deal, instance, sequence, person), and the day."""
    entry = invitation.entry
    reason = Reason.MOVED if invitation.moves else Reason.FIRST
    alert = Alert(
        deal=deal.meta.id,
        instance=f"{INVITATION}/{entry.instance}",
        kind=INVITATION,
        clause=entry.clause,
        title=entry.name,
        reasons=(Reason.CLOSED if invitation.cancelled else reason,),
        day=_today(deal, services),
        due=entry.due,
        revision=entry.sequence,
    )
    return Delivery(
        alert=alert,
        route=Route("email", invitation.person),
        slot="at once",
        known_at=services.now(),
        terms_version=deal.meta.terms_version,
        team_version=deal.meta.team_version,
    )


def _today(deal: StoredDeal, services: Services) -> date:
    return own_day(deal.meta.day, deal.terms.agreement.time_zone, services.now())


def _at(services: Services) -> datetime:
    return services.now().replace(microsecond=0)
