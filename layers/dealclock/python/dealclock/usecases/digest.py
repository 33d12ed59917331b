"""Planning people's digests: as a deal's morning run ends, for whoever has something to be told.

The first deal of a person's morning plans the digest, and names every deal the person is on; the
others meet it. It is told some minutes later, when the other deals' mornings are over, and of all
of them, on what is known then: see `usecases/send_digest`.

Where a deal's morning does not end, for it cannot be assessed, the watchdog plans what its people
would have had: a digest that names the deal as not assessed.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from dealclock.access.people import Action, Person, may
from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route
from dealclock.alerts.digest import digest
from dealclock.alerts.health_findings import GRACE
from dealclock.alerts.policy import Reason
from dealclock.alerts.slots import SCHEDULED, ZONE, instant
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.engine.assessment import Assessment
from dealclock.render.digest import KIND
from dealclock.store import DirectoryEntry, Store, StoredDeal
from dealclock.store.errors import TooNew
from dealclock.store.keys import person as holder
from dealclock.usecases.assess_deal import Also, PlanResult, closed_days
from dealclock.usecases.messages import AssessDeal
from dealclock.usecases.plan_deliveries import plan_and_queue
from dealclock.usecases.services import Services

AFTER = 300  # seconds for the other deals of the morning; a rehearsal waits for none


def digests(message: AssessDeal, services: Services) -> Also:
    """What plans the deal's part in people's digests, once it is assessed."""

    def plan(deal: StoredDeal, assessment: Assessment) -> PlanResult:
        if not _is_morning(message, deal, services.store):
            return PlanResult(0, 0)
        days, team = closed_days(deal), deal.team
        readers = [p for p in team.people if digest(assessment, team, p, days).speaks]
        morning = _Morning(deal.meta.id, deal.meta.rehearsal, message.as_of, message.known_at)
        return _plan(readers, morning, services)

    return plan


def digests_of_failed(services: Services) -> int:
    """Plan the digests of the people of each live deal whose morning has not ended by now.

    Between half an hour after the morning's slot, when it has been tried again and again, and noon;
    not on a bank holiday. How many were planned: none for whom another deal planned one.
    """
    now = services.now()
    today = now.astimezone(ZONE).date()
    known_at = instant(today, "morning")
    if not known_at + GRACE <= now < instant(today, "midday"):
        return 0
    if not FEDERAL_RESERVE.is_open(today):
        return 0
    due, planned = frozenset(services.store.runs.waking(False, today)), 0
    for listed in (each.at(now) for each in services.store.deals.directory()):
        if listed.id not in due or listed.rehearsal or _was_swept(listed.id, today, services.store):
            continue
        people = listed.people
        readers = [
            p for p in people.people if p.digest != "none" and may(p, Action.RECEIVE, people)
        ]
        morning = _Morning(listed.id, False, today, known_at)
        planned += _plan(readers, morning, services).planned
    return planned


def identity(person: Person) -> str:
    """Whom a digest is for, opaque: the same Slack user under another address is another reader.

    So no deal's content goes to an address that only another deal's team has given.
    """
    return hashlib.sha256(f"{person.slack}\n{person.email.lower()}".encode()).hexdigest()[:16]


def _is_morning(message: AssessDeal, deal: StoredDeal, store: Store) -> bool:
    """The morning run; or a later one of a day on which no morning was swept."""
    if message.slot == "morning":
        return True
    if message.slot not in SCHEDULED:
        return False
    return "morning" not in store.runs.sweeps(deal.meta.rehearsal, message.as_of)


@dataclass(frozen=True, slots=True)
class _Morning:
    """The morning of one deal, by whose end digests are planned."""

    deal: str
    rehearsal: bool
    day: date
    known_at: datetime


def _was_swept(deal: str, day: date, store: Store) -> bool:
    try:
        return any(run.slot in SCHEDULED for run in store.runs.of_day(deal, day))
    except TooNew:
        return False  # its people hear that it was not assessed; the others' digests go on


def _plan(readers: Sequence[Person], of: _Morning, services: Services) -> PlanResult:
    now = services.now()
    if not readers:
        return PlanResult(0, 0)
    directory = () if of.rehearsal else [each.at(now) for each in services.store.deals.directory()]
    # Whose people the directory does not tell may be the reader's too: its own list is asked later.
    unlisted = () if of.rehearsal else services.store.deals.unlisted()
    each = (
        delivery
        for person in readers
        for delivery in _deliveries(person, of, _deals_of(person, of, directory, unlisted))
    )
    delay = 0 if of.rehearsal else AFTER
    return PlanResult(*plan_and_queue(each, of.rehearsal, services, delay))


def _deliveries(person: Person, of: _Morning, deals: tuple[str, ...]) -> Iterator[Delivery]:
    """The digest by mail and as a direct message. A rehearsal's is of that rehearsal alone."""
    alone = f"/{of.deal}" if of.rehearsal else ""
    alert = Alert(
        deal=holder(person.slack),
        instance=f"{KIND}/{identity(person)}{alone}",
        kind=KIND,
        clause="",
        title="",
        reasons=(Reason.DIGEST,),
        day=of.day,
        due=None,
    )
    for kind in ("email", "dm"):
        yield Delivery(
            alert=alert,
            route=Route(kind, person.slack),
            slot="morning",
            known_at=of.known_at,
            terms_version=0,
            team_version=0,
            deals=deals,
        )


def _deals_of(
    person: Person, of: _Morning, directory: Sequence[DirectoryEntry], unlisted: Sequence[str]
) -> tuple[str, ...]:
    """The deals the digest is to tell of: every live one of the person's; of a rehearsal, it.

    And those `unlisted`, of which it is told only where the deal's own list has the person.
    """
    found = [of.deal]
    for listed in directory:
        reader = listed.people.of_slack(person.slack)
        if listed.rehearsal or reader is None or identity(reader) != identity(person):
            continue
        if may(reader, Action.RECEIVE, listed.people) and listed.id not in found:
            found.append(listed.id)
    return tuple(dict.fromkeys((*found, *unlisted)))
