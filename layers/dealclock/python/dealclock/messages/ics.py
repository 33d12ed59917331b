"""Dates for calendars: what iCalendar (RFC 5545) and iTIP (RFC 5546) require, and nothing else.

    invitation   REQUEST or CANCEL, for one person's own calendar; updates by itself
    feed         PUBLISH, to subscribe to
    entry        PUBLISH, a file to open by hand, of a rehearsal

An obligation keeps one opaque UID in every feed and invitation. SEQUENCE counts its date changes,
so that a calendar knows which of two entries is newer. Titles are safe: see safe_title.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from dealclock.messages.safe_title import with_section

_FOLD = 73  # octets a line; RFC 5545 allows 75
_SHOWN = timedelta(minutes=15)  # the length of a timed entry in a calendar
_REMIND_OF_DAY = "-PT15H"  # 9 a.m. of the day before an all-day event
_REMIND_OF_TIME = "-P1D"
_DAY = timedelta(days=1)
_NO_ANSWER_WANTED = "CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=FALSE"


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """One date: all day on `due`, or, with `act_by`, at that moment in `zone`.

    `written` is when this version was first sent to calendars.
    """

    uid: str
    summary: str
    due: date
    sequence: int
    written: datetime
    cancelled: bool = False
    act_by: datetime | None = None
    zone: str = "UTC"

    @property
    def method(self) -> str:
        """The iTIP method of an invitation: "REQUEST" or "CANCEL"."""
        return "CANCEL" if self.cancelled else "REQUEST"


def uid(deal: str, instance: str) -> str:
    """The identity of an obligation in every invitation and every feed."""
    return _uid(deal, instance, "feed")


def render_title(code_name: str, name: str, clause: str, *, rehearsal: bool = False) -> str:
    """What calendars show: "Granite: Trustee notice, Section 3(b)"; `name` must be a safe one."""
    marked = f"{code_name}, rehearsal" if rehearsal else code_name
    return ": ".join(part for part in (marked, with_section(name, clause)) if part)


def render_invitation(event: CalendarEvent, organizer: str, attendee: str) -> bytes:
    """An invitation, its update or its cancellation, from one address to another.

    NEEDS-ACTION and RSVP=FALSE: it is shown on the calendar, and no reply is requested (RFC
    5546, Section 3.2.2). A cancellation has no alarm (Section 3.2.5).
    """
    people = (
        f"ORGANIZER;CN=Dealclock:mailto:{organizer}",
        f"ATTENDEE;{_NO_ANSWER_WANTED}:mailto:{attendee}",
    )
    alarm = () if event.cancelled else _alarm(event)
    return _calendar(event.method, (), [event], (*people, *alarm))


def render_feed(events: Sequence[CalendarEvent]) -> bytes:
    """A calendar to subscribe to; the same dates always make the same bytes."""
    return _calendar("PUBLISH", _SUBSCRIBED, events)


def render_entry(
    deal: str, instance: str, summary: str, due: date, revision: int, written: datetime
) -> bytes:
    """The file of a due date, to be opened by hand; a rehearsal's emails carry it."""
    event = CalendarEvent(_uid(deal, instance), summary, due, revision, written)
    return _calendar("PUBLISH", (), [event])


_SUBSCRIBED = (
    "NAME:Dealclock",
    "X-WR-CALNAME:Dealclock",
    "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
    "X-PUBLISHED-TTL:PT6H",
)


def _calendar(
    method: str,
    header: Iterable[str],
    events: Sequence[CalendarEvent],
    more: Iterable[str] = (),
) -> bytes:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Dealclock//EN",
        f"METHOD:{method}",
        *header,
        *_time_zones(events),
        *(line for event in events for line in _event(event, more)),
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines).encode()


def _event(event: CalendarEvent, more: Iterable[str]) -> list[str]:
    stamp = _utc(event.written)
    return [
        "BEGIN:VEVENT",
        f"UID:{event.uid}",
        f"SEQUENCE:{event.sequence}",
        f"DTSTAMP:{stamp}",
        f"LAST-MODIFIED:{stamp}",
        *_when(event),
        f"SUMMARY:{_text(event.summary)}",
        # Outlook hides the title from people who share the calendar only for PRIVATE.
        "CLASS:PRIVATE",
        "TRANSP:TRANSPARENT",
        f"STATUS:{'CANCELLED' if event.cancelled else 'CONFIRMED'}",
        *more,
        "END:VEVENT",
    ]


def _when(event: CalendarEvent) -> tuple[str, str]:
    if event.act_by is None:
        return (
            f"DTSTART;VALUE=DATE:{event.due:%Y%m%d}",
            f"DTEND;VALUE=DATE:{event.due + _DAY:%Y%m%d}",
        )
    begins, ends = (
        at.astimezone(ZoneInfo(event.zone)) for at in (event.act_by, _later(event.act_by))
    )
    return (
        f"DTSTART;TZID={event.zone}:{begins:%Y%m%dT%H%M%S}",
        f"DTEND;TZID={event.zone}:{ends:%Y%m%dT%H%M%S}",
    )


def _later(moment: datetime) -> datetime:
    """Later in elapsed time: wall-clock time differs on the day of a clock change."""
    return moment.astimezone(UTC) + _SHOWN


def _alarm(event: CalendarEvent) -> tuple[str, ...]:
    before = _REMIND_OF_DAY if event.act_by is None else _REMIND_OF_TIME
    return (
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        f"DESCRIPTION:{_text(event.summary)}",
        f"TRIGGER:{before}",
        "END:VALARM",
    )


@dataclass(frozen=True, slots=True)
class _Onset:
    """A moment at which a zone's offset changes. `local` is that moment on the clock before it."""

    at: datetime
    local: datetime
    before: timedelta
    after: timedelta
    name: str
    is_summer: bool


def _time_zones(events: Sequence[CalendarEvent]) -> Iterator[str]:
    """The zones that timed events name, exact for every moment from the first to the last."""
    timed = [(event.zone, event.act_by) for event in events if event.act_by is not None]
    for zone in sorted({name for name, _ in timed}):
        moments = [at for name, at in timed if name == zone]
        yield from ("BEGIN:VTIMEZONE", f"TZID:{zone}")
        onsets = _onsets(ZoneInfo(zone), min(moments), max(moments))
        for i, onset in enumerate(onsets):
            last = all(later.is_summer != onset.is_summer for later in onsets[i + 1 :])
            yield from _observance(onset, repeats=last and len(onsets) > 1)
        yield "END:VTIMEZONE"


def _onsets(zone: ZoneInfo, first: datetime, last: datetime) -> list[_Onset]:
    """The offset changes from the last before the first moment to the first after the last.

    Without a change in the year before the first moment, the offset is dated from 1970.
    """
    day, end = first.astimezone(UTC) - 366 * _DAY, last.astimezone(UTC) + 366 * _DAY
    found: list[_Onset] = []
    while day < end:
        if day.astimezone(zone).utcoffset() != (day + _DAY).astimezone(zone).utcoffset():
            found.append(_onset(zone, _change(zone, day, day + _DAY)))
        day += _DAY
    before = [each for each in found if each.at <= first][-1:]
    after = [each for each in found if each.at > last][:1]
    inside = [each for each in found if first < each.at <= last]
    since = [] if before else [_onset(zone, datetime(1970, 1, 1, tzinfo=UTC))]
    return [*since, *before, *inside, *after]


def _change(zone: ZoneInfo, low: datetime, high: datetime) -> datetime:
    """The minute at which the offset changes from that of `low` to that of `high`."""
    while high - low > timedelta(minutes=1):
        middle = low + (high - low) / 2
        changed = middle.astimezone(zone).utcoffset() == high.astimezone(zone).utcoffset()
        low, high = (low, middle) if changed else (middle, high)
    return (low + timedelta(minutes=1)).replace(second=0, microsecond=0)


def _onset(zone: ZoneInfo, at: datetime) -> _Onset:
    after, before = at.astimezone(zone), (at - timedelta(minutes=1)).astimezone(zone)
    zero = timedelta(0)
    local = (at + (before.utcoffset() or zero)).replace(tzinfo=None)
    return _Onset(
        at,
        local,
        before.utcoffset() or zero,
        after.utcoffset() or zero,
        after.tzname() or "",
        bool(after.dst()),
    )


def _observance(onset: _Onset, *, repeats: bool) -> Iterator[str]:
    """One offset of a zone; the last of each kind repeats, for readers limited to yearly rules."""
    kind = "DAYLIGHT" if onset.is_summer else "STANDARD"
    yield f"BEGIN:{kind}"
    yield f"DTSTART:{onset.local:%Y%m%dT%H%M%S}"
    if repeats:
        day = onset.local
        ends = (day + 7 * _DAY).month != day.month
        week = -1 if ends else (day.day - 1) // 7 + 1
        yield f"RRULE:FREQ=YEARLY;BYMONTH={day.month};BYDAY={week}{_WEEKDAYS[day.weekday()]}"
    yield f"TZOFFSETFROM:{_offset(onset.before)}"
    yield f"TZOFFSETTO:{_offset(onset.after)}"
    yield f"TZNAME:{_text(onset.name)}"
    yield f"END:{kind}"


_WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


def _offset(offset: timedelta) -> str:
    minutes = round(abs(offset).total_seconds() / 60)
    return f"{'-' if offset < timedelta(0) else '+'}{minutes // 60:02}{minutes % 60:02}"


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _uid(*parts: str) -> str:
    # Opaque: entries travel through calendars whose readers are not all on the deal.
    return f"{hashlib.sha256(chr(10).join(parts).encode()).hexdigest()[:32]}@dealclock"


def _text(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return " ".join(escaped.split())


def _folded(line: str) -> str:
    """A long line folded into lines that begin with a space, never inside a character."""
    pieces, piece = [], ""
    for character in line:
        if len((piece + character).encode()) > _FOLD:
            pieces.append(piece)
            piece = ""
        piece += character
    return "\r\n ".join([*pieces, piece])
