"""Planning people's digests: as a deal's morning run ends, for everyone with news.

The first deal of a person's morning plans the digest; the others find it there. It is sent some
minutes later, when the other deals' mornings are over, and covers all of them, on what is known
then: see `usecases/send_digest`. Planning reads and writes what is keyed by the deal or the person.

As a deal is looked at first in a week its every reader has one planned, for the weekly line.

Where a deal's morning does not end, for it cannot be assessed, the watchdog plans what its people
would have had: a digest that names the deal as not assessed.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import takewhile

from dealclock.access.people import Person
from dealclock.alerts.alert import Alert
from dealclock.alerts.delivery import Delivery, Route
from dealclock.alerts.digest import (
    SentDigest,
    compose_digest,
    gets_weekly_part,
    is_reader,
    list_news,
    monday,
)
from dealclock.alerts.health_findings import GRACE
from dealclock.alerts.slots import SCHEDULED, ZONE, instant
from dealclock.days.calendars import FEDERAL_RESERVE
from dealclock.engine.assessment import Assessment
from dealclock.messages.digest import KIND
from dealclock.store import Store, StoredDeal
from dealclock.store.errors import TooNew
from dealclock.store.keys import person as holder
from dealclock.team.policy import Reason
from dealclock.usecases.plan.assess_deal import Also, PlanResult, closed_days
from dealclock.usecases.plan.plan_deliveries import plan_and_queue
from dealclock.usecases.queues import AssessDeal
from dealclock.usecases.services import Services

AFTER = 300  # seconds for the other deals of the morning; a rehearsal waits for none


def digests(message: AssessDeal, services: Services) -> Also:
    """What plans the deal's part in people's digests, once it is assessed."""

    def plan(deal: StoredDeal, assessment: Assessment) -> PlanResult:
        if not _is_morning(message, deal, services.store):
            return PlanResult(0, 0)
        people = deal.team.people
        if _opens_week(message, deal, services.store):
            readers = [p for p in people if gets_weekly_part(p, deal.team, message.as_of)]
        else:
            readers = [p for p in people if _is_told(p, deal, assessment, services.store)]
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
    failed = [
        deal
        for deal in services.store.runs.waking(False, today)
        if not _was_swept(deal, today, services.store)
    ]
    planned = 0
    lines = map(services.store.deals.line, failed)
    for listed in (each.at(now) for each in lines if each is not None):
        people = listed.people
        readers = [p for p in people.people if is_reader(p, people)]
        morning = _Morning(listed.id, False, today, known_at)
        planned += _plan(readers, morning, services).planned
    return planned


def identity(person: Person) -> str:
    """Whom a digest is for, opaque: the same Slack user under another address is another reader.

    So no deal's content goes to an address that only another deal's team has given.
    """
    return hashlib.sha256(f"{person.slack}\n{person.email.lower()}".encode()).hexdigest()[:16]


def reader_id(person: Person) -> str:
    """Whose digest it is: the person, and by which route the deal's team sends it.

    So a deal has one route, and no deal's part goes by two.
    """
    return identity(person) + ("" if person.digest_by == "slack" else f"-{person.digest_by}")


def of_rehearsal(delivery: Delivery) -> bool:
    """Whether it is the digest of a rehearsal, which covers that rehearsal alone."""
    return delivery.alert.instance.count("/") > 1


def _is_morning(message: AssessDeal, deal: StoredDeal, store: Store) -> bool:
    """The morning run; or a later one of a day on which no morning was swept."""
    if message.slot == "morning":
        return True
    if message.slot not in SCHEDULED:
        return False
    return "morning" not in store.runs.sweeps(deal.meta.rehearsal, message.as_of)


def _opens_week(message: AssessDeal, deal: StoredDeal, store: Store) -> bool:
    """Whether it is the first check of the week of a live deal, on a Business Day.

    A rehearsal has no schedule, so no week of checks to report.
    """
    days = closed_days(deal)
    if deal.meta.rehearsal or not days.is_open(message.as_of):
        return False
    first = monday(message.as_of)
    runs = store.runs.before(message.deal, message.as_of)
    this_week = takewhile(lambda run: run.as_of >= first, runs)
    return not any(run.slot in SCHEDULED and days.is_open(run.as_of) for run in this_week)


def _is_told(person: Person, deal: StoredDeal, assessment: Assessment, store: Store) -> bool:
    """Whether the deal has something for the person that the last digest did not say; or the week
    owes its line, and there is anything to say with it."""
    team, days, today = deal.team, closed_days(deal), assessment.as_of
    found = compose_digest(assessment, team, person, days)
    if not found.speaks:
        return False
    instance = _instance(person, deal.meta.id if deal.meta.rehearsal else "")
    last = store.digests.last_sent(person.slack, instance, today) or SentDigest()
    owed = not (deal.meta.rehearsal or last.had_line(today))
    return owed or bool(list_news(found, assessment, team, days, last.of(deal.meta.id)))


def _instance(person: Person, rehearsal: str) -> str:
    """What a person's digests have in common; `rehearsal` is the id of the one it is of."""
    return f"{KIND}/{reader_id(person)}" + (f"/{rehearsal}" if rehearsal else "")


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
    if not of.rehearsal:
        for person in readers:
            services.store.digests.add_deal(person.slack, of.deal)
    each = (_delivery(person, of) for person in readers)
    delay = 0 if of.rehearsal else AFTER
    return PlanResult(*plan_and_queue(each, of.rehearsal, services, delay))


def _delivery(person: Person, of: _Morning) -> Delivery:
    """The digest by the reader's route. Which deals it covers is found when it is sent."""
    alert = Alert(
        deal=holder(person.slack),
        instance=_instance(person, of.deal if of.rehearsal else ""),
        kind=KIND,
        clause="",
        title="",
        reasons=(Reason.DIGEST,),
        day=of.day,
        due=None,
    )
    return Delivery(
        alert=alert,
        route=Route("dm" if person.digest_by == "slack" else "email", person.slack),
        slot="morning",
        known_at=of.known_at,
        terms_version=0,
        team_version=0,
        deals=(of.deal,),
    )
