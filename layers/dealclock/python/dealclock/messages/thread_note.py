"""A person's response to an alert, as a line in the thread of its message: who, what, when.

The message itself shows only the latest; the thread keeps them all.
"""

from collections.abc import Mapping
from zoneinfo import ZoneInfo

from dealclock.access.people import People
from dealclock.alerts.alert import Alert
from dealclock.alerts.responses import AlertResponse, ResponseKind
from dealclock.messages import words
from dealclock.messages.message import Message

KIND = "thread"


def line(handled: AlertResponse, people: People, zone: str) -> str:
    """The line: "Maria Lopez acknowledged, Thu, Oct 28, 9:30 a.m. ET"."""
    person = people.person(handled.by)
    by = person.name if person else "Someone no longer on the team"
    today = handled.at.astimezone(ZoneInfo(zone)).date()
    until = f" until {words.near_day(handled.until, today)}" if handled.until else ""
    did = _DID[handled.action] + (until if handled.action == "snoozed" else "")
    if handled.note:
        wrote = f"wrote: {handled.note}"
        did = wrote if handled.action == "seen" else f"{did} and {wrote}"
    return f"{by} {did}, {words.near_instant(handled.at, zone, today)}"


def compose_message(alert: Alert, code_name: str, rehearsal: bool) -> Message:
    """The note; `alert.title` is its line."""
    clause = f"{words.clause(alert.clause)}, " if alert.clause else ""
    preview = f"{code_name}, {clause}{words.day(alert.day)}"
    # Once is enough in a line that stands under a whole message.
    return Message(f"REHEARSAL {preview}" if rehearsal else preview, headline=f"{alert.title}.")


_DID: Mapping[ResponseKind, str] = {
    "acknowledged": "acknowledged",
    "seen": "saw it; escalation continues",
    "snoozed": "snoozed it",
    "done": "reported it done",
}
