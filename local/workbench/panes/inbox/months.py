"""Calendar entries as a month shows them."""

from __future__ import annotations

from calendar import SUNDAY, Calendar
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from icalendar import Calendar as Entries

from dealclock.errors import LostError

WEEKDAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")


@dataclass(frozen=True)
class Entry:
    """One event: its days, both included, and whether it was cancelled.

    `uid` names it for all calendars, `sequence` counts its moves; `mail` is the number of the email
    it came in, None for any other source.
    """

    uid: str
    says: str
    first: date
    last: date
    sequence: int
    cancelled: bool
    mail: int | None = None


@dataclass(frozen=True)
class Day:
    """A square of the grid; `outside` is a day of the month before or after."""

    day: date
    outside: bool
    entries: Sequence[Entry]


@dataclass(frozen=True)
class Month:
    """A month as a grid of whole weeks, Sunday first, and where its neighbours begin.

    `before` and `after` are the nearest months that have an entry, None if none has.
    """

    first: date
    weeks: Sequence[Sequence[Day]]
    previous: date
    following: date
    before: date | None
    after: date | None


def read(content: bytes, mail: int | None = None) -> Sequence[Entry]:
    """The events of an .ics file. Raises LostError."""
    try:
        return [
            _entry(event, mail)
            for calendar in Entries.from_ical(content, multiple=True)
            for event in calendar.walk("VEVENT")
        ]
    except (ValueError, KeyError, TypeError, AttributeError) as problem:
        raise LostError(f"the calendar entry cannot be read: {problem}") from problem


def _entry(event: object, mail: int | None) -> Entry:
    given = dict(event.items())  # type: ignore[attr-defined]
    first = _day(given["DTSTART"].dt)
    end = _day(given["DTEND"].dt) if "DTEND" in given else first + timedelta(days=1)
    whole_days = not isinstance(given["DTSTART"].dt, datetime)
    last = end - timedelta(days=1) if whole_days else end
    return Entry(
        uid=str(given.get("UID", "")),
        says=str(given.get("SUMMARY", "")),
        first=first,
        last=max(first, last),
        sequence=int(given.get("SEQUENCE", 0)),
        cancelled=str(given.get("STATUS", "")).upper() == "CANCELLED",
        mail=mail,
    )


def _day(instant: date) -> date:
    return instant.date() if isinstance(instant, datetime) else instant


def latest(entries: Iterable[Entry]) -> Sequence[Entry]:
    """Each event as a calendar would show it after all of them: the highest sequence counts.

    Of several with the same sequence the last one counts. Sorted by day.
    """
    kept: dict[str, Entry] = {}
    for entry in entries:
        there = kept.get(entry.uid)
        if there is None or entry.sequence >= there.sequence:
            kept[entry.uid] = entry
    return sorted(kept.values(), key=lambda entry: (entry.first, entry.says))


def month(of: date, entries: Sequence[Entry]) -> Month:
    """The month of a day, with the entries on their days."""
    first = of.replace(day=1)
    previous = (first - timedelta(days=1)).replace(day=1)
    following = (first + timedelta(days=31)).replace(day=1)
    weeks = [
        [
            Day(day, day.month != first.month, [e for e in entries if e.first <= day <= e.last])
            for day in week
        ]
        for week in Calendar(SUNDAY).monthdatescalendar(first.year, first.month)
    ]
    begun = sorted({entry.first.replace(day=1) for entry in entries})
    before = [each for each in begun if each < first]
    after = [each for each in begun if each > first]
    return Month(
        first,
        weeks,
        previous,
        following,
        before[-1] if before else None,
        after[0] if after else None,
    )
