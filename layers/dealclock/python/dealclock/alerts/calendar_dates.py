"""The dates of a deal as calendars are told of them: what is ahead, what moved, what is gone.

A calendar knows a date by its obligation instance. A higher sequence replaces what it has; one that
is met or gone is cancelled, and told so for a while, before it is left out.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from dealclock.alerts.policy import Policy
from dealclock.alerts.topics import topics
from dealclock.days.calendars import calendar
from dealclock.engine.assessment import Assessment

TOLD_FOR = timedelta(days=60)  # how long a calendar is told that a date is gone
KEPT_FOR = timedelta(days=400)  # longer than any feed lives, so that a sequence never falls
MOST = 500  # dates of one deal that a feed holds
_NO_DUTY = frozenset({"rate schedule"})


@dataclass(frozen=True, slots=True)
class CalendarEntry:
    """A date as calendars were last told of it, and since when they are told so."""

    instance: str
    due: date
    sequence: int
    cancelled: bool
    changed_at: datetime


def open_dates(assessment: Assessment) -> dict[str, date]:
    """Each date still owed or still open, by its instance; late ones too."""
    days = calendar(assessment.readings["business-day"])
    return {
        topic.instance: topic.due
        for topic in topics(assessment, Policy(), days)
        if topic.state == "open" and topic.due is not None and topic.kind not in _NO_DUTY
    }


def advanced(
    before: Mapping[str, CalendarEntry], dates: Mapping[str, date], at: datetime
) -> Mapping[str, CalendarEntry]:
    """What calendars are to be told now, given what they were told; done twice, it is the same."""
    found = {name: _next(before.get(name), name, due, at) for name, due in dates.items()}
    for name, entry in before.items():
        if name in found or (entry.cancelled and at - entry.changed_at > KEPT_FOR):
            continue
        found[name] = entry if entry.cancelled else _changed(entry, at, cancelled=True)
    return found


def shown(
    entries: Iterable[CalendarEntry], today: date, now: datetime
) -> tuple[CalendarEntry, ...]:
    """The entries a feed holds, by date: at most MOST, those nearest to `today`."""
    told = [e for e in entries if not e.cancelled or now - e.changed_at <= TOLD_FOR]
    nearest = sorted(told, key=lambda e: (abs(e.due - today), e.instance))[:MOST]
    return tuple(sorted(nearest, key=lambda e: (e.due, e.instance)))


def _next(before: CalendarEntry | None, instance: str, due: date, at: datetime) -> CalendarEntry:
    if before is None:
        return CalendarEntry(instance, due, 0, cancelled=False, changed_at=at)
    if before.due == due and not before.cancelled:
        return before
    return _changed(replace(before, due=due), at, cancelled=False)


def _changed(entry: CalendarEntry, at: datetime, *, cancelled: bool) -> CalendarEntry:
    return replace(entry, sequence=entry.sequence + 1, cancelled=cancelled, changed_at=at)
