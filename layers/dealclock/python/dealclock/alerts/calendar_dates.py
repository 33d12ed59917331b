"""A deal's calendar dates: which are ahead, moved or canceled, and who is invited.

A calendar identifies a date by its obligation instance. A higher sequence replaces the entry. The
owner and the backup of an obligation are invited to it; everyone else may subscribe to a feed.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import field, replace
from datetime import date, datetime, timedelta

from dealclock.alerts.adverse import adverse_end
from dealclock.alerts.alert import INVITATION, Alert
from dealclock.alerts.gravity import gravest_first
from dealclock.alerts.topics import list_topics
from dealclock.days.calendars import calendar
from dealclock.engine.assessment import Assessment
from dealclock.engine.conclusions import Obligation, Window
from dealclock.people.policy import Policy, Reason
from dealclock.records import record

TOLD_FOR = timedelta(days=60)  # how long a feed shows that a date is gone
KEPT_FOR = timedelta(days=400)  # longer than any feed lives, so that a sequence never falls
MOST = 500  # dates of one deal that a feed holds


@record
class SentInvitation:
    """What one person was last sent about a date: the sequence and the day, "" for a
    cancellation."""

    sequence: int
    when: str


@record
class CalendarEntry:
    """A date as last sent to calendars, and since when: the earliest over all open readings.

    `act_by` is the last practicable moment, None for a whole day. `name` is shown to anyone, so it
    must be a safe one. `people` is what each person was sent about it, by id.
    """

    instance: str
    due: date
    sequence: int
    cancelled: bool
    changed_at: datetime
    act_by: datetime | None = None
    name: str = ""
    clause: str = ""
    people: Mapping[str, SentInvitation] = field(default_factory=dict)

    @property
    def when(self) -> str:
        """The date's day, and the time of day if it has one."""
        moment = f" {self.act_by.isoformat()}" if self.act_by else ""
        return f"{self.due.isoformat()}{moment}"


def open_dates(assessment: Assessment) -> dict[str, Obligation | Window]:
    """The open obligations and windows that have a day, by instance, the gravest first; overdue
    ones too.

    Without those whose clock a Suspension Period has stopped, since their day moves every day, and
    without undated duties, whose target is set by the team and not by the agreement.
    """
    days = calendar(assessment.readings["business-day"])
    every: tuple[Obligation | Window, ...] = (*assessment.obligations, *assessment.windows)
    parts = {part.instance: part for part in every}
    found = (
        parts[topic.instance]
        for topic in list_topics(assessment, Policy(), days)
        if topic.state == "open" and topic.instance in parts
    )
    dated = (p for p in found if isinstance(p, Window) or p.stopped_since is None)
    return {part.instance: part for part in gravest_first(dated)}


def earliest_day(part: Obligation | Window) -> tuple[date, datetime | None]:
    """The earliest day over all readings, and the moment to act by if it is on that day."""
    day = adverse_end(part)
    if isinstance(part, Obligation) and day == part.due:
        return day, part.act_by
    return day, None


def advanced(
    before: Mapping[str, CalendarEntry], dates: Mapping[str, CalendarEntry], at: datetime
) -> dict[str, CalendarEntry]:
    """The entries that calendars should have now, given the last ones and new ones. Idempotent."""
    found = {name: _next_entry(before.get(name), entry, at) for name, entry in dates.items()}
    for name, entry in before.items():
        forgotten = entry.cancelled and not entry.people and at - entry.changed_at > KEPT_FOR
        if name in found or forgotten:
            continue
        found[name] = entry if entry.cancelled else _changed(entry, at, cancelled=True)
    return found


def invitations(
    deal: str,
    entry: CalendarEntry,
    holders: Collection[str],
    reached: Collection[str],
    today: date,
    at: datetime,
) -> tuple[CalendarEntry, tuple[tuple[str, Alert], ...]]:
    """What to send about an entry, each with its person, and the entry once that is planned.

    That the date is as it is now, that it moved, or that it is canceled (CLOSED). No one is
    invited to a past date, and an item that ends after its day keeps its entry. Only those in
    `reached`, who may receive the deal's messages, are sent anything. Each person's sequence is
    higher than the last one that person was sent (RFC 5546, Section 2.1.4).
    """
    to_send = []
    for person in sorted({*holders, *entry.people} & {*reached}):
        had = entry.people[person].when if person in entry.people else ""
        wanted = entry.when if person in holders and not entry.cancelled else ""
        is_past = entry.due < today if not had else date.fromisoformat(had[:10]) < today
        if wanted != had and not (is_past and not (had and wanted)):
            to_send.append((person, had, wanted))
    if any(
        person in entry.people and entry.people[person].sequence >= entry.sequence
        for person, _, _ in to_send
    ):
        entry = replace(entry, sequence=entry.sequence + 1, changed_at=at)
    sent = {person: SentInvitation(entry.sequence, wanted) for person, _, wanted in to_send}
    entry = replace(entry, people={**entry.people, **sent}) if sent else entry
    return entry, tuple(
        (
            person,
            Alert(
                deal=deal,
                instance=f"{INVITATION}/{entry.instance}",
                kind=INVITATION,
                clause=entry.clause,
                title=entry.name,
                reasons=((Reason.MOVED if had else Reason.FIRST) if wanted else Reason.CLOSED,),
                day=today,
                due=entry.due,
                revision=entry.sequence,
            ),
        )
        for person, had, wanted in to_send
    )


def select_for_feed(
    entries: Iterable[CalendarEntry], today: date, now: datetime
) -> tuple[CalendarEntry, ...]:
    """The entries a feed holds, by date: at most MOST, those nearest to `today`."""
    sent = [e for e in entries if not e.cancelled or now - e.changed_at <= TOLD_FOR]
    nearest = sorted(sent, key=lambda e: (abs(e.due - today), e.instance))[:MOST]
    return tuple(sorted(nearest, key=lambda e: (e.due, e.instance)))


def _next_entry(before: CalendarEntry | None, entry: CalendarEntry, at: datetime) -> CalendarEntry:
    if before is None:
        return entry
    entry = replace(
        entry, sequence=before.sequence, changed_at=before.changed_at, people=before.people
    )
    if before.when == entry.when and not before.cancelled:
        return entry
    return _changed(entry, at, cancelled=False)


def _changed(entry: CalendarEntry, at: datetime, *, cancelled: bool) -> CalendarEntry:
    return replace(entry, sequence=entry.sequence + 1, cancelled=cancelled, changed_at=at)
