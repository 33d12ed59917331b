"""What a person did with an alert, as a line in the thread of its message: who, what, when.

The message itself always shows the latest of these alone; the thread keeps them all.
"""

from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from dealclock.access.people import People
from dealclock.alerts.alert import Alert
from dealclock.alerts.responses import AlertResponse, ResponseKind
from dealclock.render import words
from dealclock.render.message import Message

KIND = "thread"


def line(handled: AlertResponse, people: People, zone: str) -> str:
    """The line: "Maria Lopez acknowledged, Thu Oct 28, 2004 09:30"."""
    person = people.person(handled.by)
    by = person.name if person else "Someone no longer of the team"
    until = f" until {words.day(handled.until)}" if handled.until else ""
    did = _DID[handled.action] + (until if handled.action == "snoozed" else "")
    if handled.note:
        wrote = f"wrote: {handled.note}"
        did = wrote if handled.action == "seen" else f"{did} and {wrote}"
    return f"{by} {did}, {_when(handled.at, zone)}"


def compose_message(alert: Alert, code_name: str, rehearsal: bool) -> Message:
    """The note; `alert.title` is its line."""
    clause = f"{words.clause(alert.clause)}, " if alert.clause else ""
    preview = f"{code_name}, {clause}{words.day(alert.day)}"
    # Once is enough in a line that stands under a whole message.
    return Message(f"REHEARSAL {preview}" if rehearsal else preview, headline=f"{alert.title}.")


def _when(at: datetime, zone: str) -> str:
    local = at.astimezone(ZoneInfo(zone))
    return f"{words.day(local.date())} {local:%H:%M}"


_DID: Mapping[ResponseKind, str] = {
    "acknowledged": "acknowledged",
    "seen": "has seen it, which stops nothing",
    "snoozed": "snoozed it",
    "done": "said that it is done",
}
