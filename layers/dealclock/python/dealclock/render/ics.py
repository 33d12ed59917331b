"""A due date as a calendar entry (RFC 5545): an all-day event with the code name and clause only.

The UID is the same for every announcement of one obligation, and SEQUENCE counts its moves, so that
a calendar replaces the earlier entry.
"""

import hashlib
from datetime import UTC, date, datetime, timedelta

_FOLD = 73  # octets a line; RFC 5545 allows 75


def entry(
    deal: str, instance: str, summary: str, due: date, revision: int, written: datetime
) -> bytes:
    """The calendar entry of a due date, written at an instant; CRLF line ends."""
    stamp = written.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    # Opaque: the entry travels through calendars whose readers are not all on the deal.
    uid = hashlib.sha256(f"{deal}\n{instance}".encode()).hexdigest()[:32]
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Dealclock//EN",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        f"UID:{uid}@dealclock",
        f"SEQUENCE:{revision}",
        f"DTSTAMP:{stamp}",
        f"LAST-MODIFIED:{stamp}",
        f"DTSTART;VALUE=DATE:{due:%Y%m%d}",
        f"DTEND;VALUE=DATE:{due + timedelta(days=1):%Y%m%d}",
        f"SUMMARY:{_text(summary)}",
        "CLASS:PRIVATE",
        "TRANSP:TRANSPARENT",
        "STATUS:CONFIRMED",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines).encode()


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
