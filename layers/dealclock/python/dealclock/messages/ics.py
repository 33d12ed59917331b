"""Dates for calendars: what iCalendar (RFC 5545) and iTIP (RFC 5546) require, and nothing else.

    invitation   REQUEST or CANCEL, for one person's own calendar; updates by itself
    feed         PUBLISH, to subscribe to
    entry        PUBLISH, a file to open by hand, of a rehearsal

An obligation keeps one opaque UID in every feed and invitation. SEQUENCE counts its date changes,
so that a calendar knows which of two entries is newer. Titles are safe: see safe_title.

`icalendar` writes them; it is slow to import, so it is imported when the first is written.
"""

import hashlib
from bisect import bisect_left
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from dealclock.messages.safe_title import with_section
from dealclock.records import record

if TYPE_CHECKING:
    from icalendar import Component

_DAY, _MINUTE = timedelta(days=1), timedelta(minutes=1)
_SHOWN = 15 * _MINUTE  # the length of a timed entry in a calendar
_REMIND_OF_DAY = timedelta(hours=-15)  # 9 a.m. of the day before an all-day event
_NO_ANSWER_WANTED = {
    "CUTYPE": "INDIVIDUAL",
    "ROLE": "REQ-PARTICIPANT",
    "PARTSTAT": "NEEDS-ACTION",
    "RSVP": "FALSE",
}


@record
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
    return _calendar(event.method, [event], between=(organizer, attendee))


def render_feed(events: Sequence[CalendarEvent]) -> bytes:
    """A calendar to subscribe to; the same dates always make the same bytes."""
    return _calendar("PUBLISH", events, subscribed=True)


def render_entry(
    deal: str, instance: str, summary: str, due: date, revision: int, written: datetime
) -> bytes:
    """The file of a due date, to be opened by hand; a rehearsal's emails carry it."""
    event = CalendarEvent(_uid(deal, instance), summary, due, revision, written)
    return _calendar("PUBLISH", [event])


def _calendar(
    method: str,
    events: Sequence[CalendarEvent],
    *,
    between: tuple[str, str] | None = None,
    subscribed: bool = False,
) -> bytes:
    from icalendar import Calendar  # noqa: PLC0415 - slow to import, and few emails carry one

    whole = Calendar()
    _fill(whole, VERSION="2.0", PRODID="-//Dealclock//EN", METHOD=method)
    if subscribed:
        _fill(whole, NAME="Dealclock", X_WR_CALNAME="Dealclock")
        whole.add("REFRESH-INTERVAL", timedelta(hours=6), {"VALUE": "DURATION"})
        whole.add("X-PUBLISHED-TTL", "PT6H")
    timed = [(event.zone, event.act_by) for event in events if event.act_by is not None]
    for zone in sorted({name for name, _ in timed}):
        moments = [at for name, at in timed if name == zone]
        whole.add_component(_time_zone(zone, min(moments), max(moments)))
    for event in events:
        whole.add_component(_event(event, between))
    written: bytes = whole.to_ical(sorted=False)
    return written


def _event(event: CalendarEvent, between: tuple[str, str] | None) -> "Component":
    from icalendar import Alarm, Event  # noqa: PLC0415

    begins, ends = event.due, event.due + _DAY
    if event.act_by is not None:
        # Later in elapsed time: wall-clock time differs on the day of a clock change.
        later = event.act_by.astimezone(UTC) + _SHOWN
        begins, ends = (at.astimezone(ZoneInfo(event.zone)) for at in (event.act_by, later))
    summary = " ".join(event.summary.split())
    entry = Event()
    _fill(
        entry,
        UID=event.uid,
        SEQUENCE=event.sequence,
        DTSTAMP=event.written,
        LAST_MODIFIED=event.written,
        DTSTART=begins,
        DTEND=ends,
        SUMMARY=summary,
        # Outlook hides the title from people who share the calendar only for PRIVATE.
        CLASS="PRIVATE",
        TRANSP="TRANSPARENT",
        STATUS="CANCELLED" if event.cancelled else "CONFIRMED",
    )
    if between is not None:
        organizer, attendee = between
        entry.add("ORGANIZER", f"mailto:{organizer}", {"CN": "Dealclock"})
        entry.add("ATTENDEE", f"mailto:{attendee}", _NO_ANSWER_WANTED)
        if not event.cancelled:
            before, alarm = _REMIND_OF_DAY if event.act_by is None else -_DAY, Alarm()
            _fill(alarm, ACTION="DISPLAY", DESCRIPTION=summary, TRIGGER=before)
            entry.add_component(alarm)
    return entry


def _time_zone(name: str, first: datetime, last: datetime) -> "Component":
    """A zone, exact for every moment from the first to the last.

    Its offset changes from the last before the first moment to the first after the last. Without a
    change in the year before the first moment, the offset is dated from 1970. The last of each kind
    repeats: Outlook reads no RDATE, which the library's own zones consist of, but yearly rules
    ([MS-STANOICAL] 2.2.47).
    """
    from icalendar import Timezone, TimezoneDaylight, TimezoneStandard  # noqa: PLC0415

    zone, zero = ZoneInfo(name), timedelta(0)
    changes = _changes(zone, first, last)
    since = max((at for at in changes if at <= first), default=datetime(1970, 1, 1, tzinfo=UTC))
    until = min((at for at in changes if at > last), default=last)
    onsets = [since, *(at for at in changes if since < at <= until)]
    whole = Timezone()
    whole.add("TZID", name)
    summers = [bool(at.astimezone(zone).dst()) for at in onsets]
    for i, (at, is_summer) in enumerate(zip(onsets, summers, strict=True)):
        before, after = (at - _MINUTE).astimezone(zone), at.astimezone(zone)
        offset = before.utcoffset() or zero
        local = (at + offset).replace(tzinfo=None)  # on the clock before the change
        observed = (TimezoneDaylight if is_summer else TimezoneStandard)()
        observed.add("DTSTART", local)
        if len(onsets) > 1 and is_summer not in summers[i + 1 :]:
            week = -1 if (local + 7 * _DAY).month != local.month else (local.day - 1) // 7 + 1
            on = f"{week}{_WEEKDAYS[local.weekday()]}"
            observed.add("RRULE", {"FREQ": "YEARLY", "BYMONTH": local.month, "BYDAY": on})
        observed.add("TZOFFSETFROM", offset)
        observed.add("TZOFFSETTO", after.utcoffset() or zero)
        observed.add("TZNAME", after.tzname() or "")
        whole.add_component(observed)
    return whole


def _changes(zone: ZoneInfo, first: datetime, last: datetime) -> list[datetime]:
    """The minutes at which the offset changes, from a year before the first to one after the last.

    In order, in UTC.
    """
    start = first.astimezone(UTC).replace(second=0, microsecond=0) - 366 * _DAY
    found = []
    for day in (start + n * _DAY for n in range((last - first).days + 2 * 366 + 2)):

        def is_later(minutes: int, since: datetime = day) -> bool:
            at = (since + minutes * _MINUTE).astimezone(zone)
            return at.utcoffset() != since.astimezone(zone).utcoffset()

        if is_later(24 * 60):
            found.append(day + bisect_left(range(24 * 60), True, key=is_later) * _MINUTE)
    return found


_WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


def _fill(component: "Component", **properties: str | int | date | timedelta) -> None:
    for name, value in properties.items():
        component.add(name.replace("_", "-"), value)


def _uid(*parts: str) -> str:
    # Opaque: entries travel through calendars whose readers are not all on the deal.
    return f"{hashlib.sha256(chr(10).join(parts).encode()).hexdigest()[:32]}@dealclock"
