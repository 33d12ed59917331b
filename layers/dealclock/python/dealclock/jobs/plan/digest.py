"""Planning digests: at the end of a deal's morning run, for each person with news.

The first deal of a person's morning plans the digest; the others find it planned. It is sent some
minutes later, after the other deals' morning runs, and covers all of them, on what is known then:
see `jobs/deliver/send_digest`. Planning reads and writes items keyed by the deal or the person.

A deal's first check of a week plans a digest for every reader, for the weekly line.

If a deal cannot be assessed, so that its morning run does not end, the watchdog plans its people's
digests, which name the deal as not assessed.
"""

import hashlib
from collections.abc import Sequence
from datetime import date, datetime
from itertools import takewhile

from dealclock.alerts.delivery import Delivery
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
from dealclock.errors import TooNewError
from dealclock.jobs.plan.assess_deal import PlanResult, closed_days
from dealclock.jobs.plan.plan_deliveries import delivery_to_person, plan_and_queue
from dealclock.jobs.queues import AssessDeal
from dealclock.jobs.services import Services
from dealclock.messages.digest import KIND
from dealclock.people.people import Person
from dealclock.people.policy import Reason
from dealclock.store import Store, StoredDeal

AFTER = 300  # seconds for the other deals of the morning; a rehearsal waits for none


def plan_digests(
    message: AssessDeal, services: Services, deal: StoredDeal, assessment: Assessment
) -> PlanResult:
    """Plan the digests of the deal's people, once it is assessed."""
    if not _is_morning(message, deal, services.store):
        return PlanResult(0, 0)
    people = deal.team.people
    if _opens_week(message, deal, services.store):
        readers = [p for p in people if gets_weekly_part(p, deal.team, message.as_of)]
    else:
        readers = [p for p in people if _has_news(p, deal, assessment, services.store)]
    meta, known_at = deal.meta, message.known_at
    return _plan(readers, meta.id, meta.rehearsal, message.as_of, known_at, services)


def digests_of_failed(services: Services) -> int:
    """Plan the digests of the people of each live deal whose morning run has not ended by now.

    Only from half an hour after the morning's slot, when retries are over, to noon; not on a bank
    holiday. Returns how many were planned; a digest that another deal planned does not count.
    """
    now = services.now()
    today = now.astimezone(ZONE).date()
    known_at = instant(today, "morning")
    if not known_at + GRACE <= now < instant(today, "midday"):
        return 0
    if not FEDERAL_RESERVE.is_open(today):
        return 0
    planned = 0
    lines = map(services.store.deals.line, unassessed_this_morning(services))
    for entry in (line.at(now) for line in lines if line is not None):
        people = entry.people
        readers = [p for p in people.people if is_reader(p, people)]
        planned += _plan(readers, entry.id, False, today, known_at, services).planned
    return planned


def unassessed_this_morning(services: Services) -> list[str]:
    """The live deals due by today whose run of today's morning has not ended."""
    today = services.now().astimezone(ZONE).date()
    due = services.store.runs.waking(False, today)
    return [deal for deal in due if not _was_swept(deal, today, services.store)]


def identity(person: Person) -> str:
    """An opaque id of a digest's reader: the same Slack user at another address is another reader.

    So no deal's content goes to an address that only another deal's team has given.
    """
    return hashlib.sha256(f"{person.slack}\n{person.email.lower()}".encode()).hexdigest()[:16]


def reader_id(person: Person) -> str:
    """The id of a digest's reader and of the route by which the deal's team sends it.

    So a deal has one route, and no deal's part goes by two.
    """
    return identity(person) + ("" if person.digest_by == "slack" else f"-{person.digest_by}")


def of_rehearsal(delivery: Delivery) -> bool:
    """Whether it is a rehearsal's digest, which covers only that rehearsal."""
    return delivery.alert.instance.count("/") > 1


def _is_morning(message: AssessDeal, deal: StoredDeal, store: Store) -> bool:
    """Whether it is the morning run, or a later one of a day on which no morning was swept."""
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


def _has_news(person: Person, deal: StoredDeal, assessment: Assessment, store: Store) -> bool:
    """Whether the deal has news for the person since the last digest; or any content, if the weekly
    line is due."""
    team, days, today = deal.team, closed_days(deal), assessment.as_of
    content = compose_digest(assessment, team, person, days)
    if not content.speaks:
        return False
    instance = _instance(person, deal.meta.id if deal.meta.rehearsal else "")
    last = store.digests.last_sent(person.slack, instance, today) or SentDigest()
    weekly_line_due = not (deal.meta.rehearsal or last.had_line(today))
    return weekly_line_due or bool(
        list_news(content, assessment, team, days, last.of(deal.meta.id))
    )


def _instance(person: Person, rehearsal: str) -> str:
    """The instance of a person's digests; `rehearsal` is the id of a rehearsal, or ""."""
    return f"{KIND}/{reader_id(person)}" + (f"/{rehearsal}" if rehearsal else "")


def _was_swept(deal: str, day: date, store: Store) -> bool:
    try:
        return any(run.slot in SCHEDULED for run in store.runs.of_day(deal, day))
    except TooNewError:
        return False  # its digests name it as not assessed; other deals' digests go on


def _plan(
    readers: Sequence[Person],
    deal: str,
    rehearsal: bool,
    day: date,
    known_at: datetime,
    services: Services,
) -> PlanResult:
    """Plan the readers' digests at the end of the deal's morning, each by its reader's route.

    The deals that a digest covers are determined when it is sent.
    """
    digests = []
    for person in readers:
        if not rehearsal:
            services.store.digests.add_deal(person.slack, deal)
        instance = _instance(person, deal if rehearsal else "")
        route = "dm" if person.digest_by == "slack" else "email"
        about = (instance, KIND, Reason.DIGEST, day, known_at, deal)
        digests.append(delivery_to_person(person, route, *about))
    delay = 0 if rehearsal else AFTER
    return PlanResult(*plan_and_queue(digests, rehearsal, services, delay))
