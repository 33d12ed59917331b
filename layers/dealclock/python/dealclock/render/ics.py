"""Due dates for calendars (RFC 5545): all-day events with a code name, and in a mail the clause.

The UID is the same for every announcement of one obligation, and SEQUENCE counts its moves, so that
a calendar replaces the earlier entry. An entry that went by mail and the one in a feed are two: a
calendar that has both would else take the one with the higher SEQUENCE for the newer.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

_FOLD = 73  # octets a line; RFC 5545 allows 75


def entry(
    deal: str, instance: str, summary: str, due: date, revision: int, written: datetime
) -> bytes:
    """The calendar entry of a due date, written at an instant; CRLF line ends."""
    # Opaque: the entry travels through calendars whose readers are not all on the deal.
    uid = _uid(deal, instance)
    return _calendar((), _event(FeedDate(uid, summary, due, revision, written)))


@dataclass(frozen=True, slots=True)
class FeedDate:
    """One date of a feed. `changed_at` is when calendars were first told of it as it is now."""

    uid: str
    summary: str
    due: date
    sequence: int
    changed_at: datetime
    cancelled: bool = False


def uid_in_feed(deal: str, instance: str) -> str:
    """The identity of an obligation in every feed that shows it."""
    return _uid(deal, instance, "feed")


def feed(dates: Iterable[FeedDate]) -> bytes:
    """A calendar to subscribe to; the same dates always make the same bytes."""
    every = (line for dated in dates for line in _event(dated))
    return _calendar(_SUBSCRIBED, every)


_SUBSCRIBED = (
    "NAME:Dealclock",
    "X-WR-CALNAME:Dealclock",
    "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
    "X-PUBLISHED-TTL:PT6H",
)


def _calendar(about: Iterable[str], events: Iterable[str]) -> bytes:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Dealclock//EN",
        "METHOD:PUBLISH",
        *about,
        *events,
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines).encode()


def _event(dated: FeedDate) -> list[str]:
    stamp = dated.changed_at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    return [
        "BEGIN:VEVENT",
        f"UID:{dated.uid}",
        f"SEQUENCE:{dated.sequence}",
        f"DTSTAMP:{stamp}",
        f"LAST-MODIFIED:{stamp}",
        f"DTSTART;VALUE=DATE:{dated.due:%Y%m%d}",
        f"DTEND;VALUE=DATE:{dated.due + timedelta(days=1):%Y%m%d}",
        f"SUMMARY:{_text(dated.summary)}",
        "CLASS:PRIVATE",
        "TRANSP:TRANSPARENT",
        f"STATUS:{'CANCELLED' if dated.cancelled else 'CONFIRMED'}",
        "END:VEVENT",
    ]


def _uid(*parts: str) -> str:
    return f"{hashlib.sha256(chr(10).join(parts).encode()).hexdigest()[:32]}@dealclock"


def _text(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return " ".join(escaped.split())


def _folded(line: str) -> str:
    """A long line continued on lines that begin with a space, never inside a character."""
    pieces, piece = [], ""
    for character in line:
        if len((piece + character).encode()) > _FOLD:
            pieces.append(piece)
            piece = ""
        piece += character
    return "\r\n ".join([*pieces, piece])
