"""The email that adds an invitation to a person's calendar: safe words and nothing else.

Outlook makes the email's text the text of the calendar entry, and calendars are shared. So an
invitation is always an email of its own, never attached to an alert (docs/decisions/documents.md).
"""

from datetime import datetime
from email.message import EmailMessage

from dealclock.alerts.alert import INVITATION as KIND
from dealclock.alerts.alert import Alert
from dealclock.messages import ics, words
from dealclock.messages.message import Message, Section, rows
from dealclock.messages.safe_title import with_section
from dealclock.people.policy import Reason

__all__ = ["KIND", "attach", "compose_event", "compose_message"]


def compose_message(alert: Alert, act_by: datetime | None, code_name: str, zone: str) -> Message:
    """What the reader of the email sees; the calendar part is `compose_event`."""
    about = with_section(alert.title, alert.clause)
    said = _CANCELED if is_cancellation(alert) else _MOVED if _moves(alert) else _NEW
    due = alert.due or alert.day
    day = words.instant(act_by, zone) if act_by else words.day(due)
    return Message(
        preview=f"[{code_name}] {said}: {about}, {words.near_day(due, alert.day)}",
        headline=f"{said}: {about}",
        sections=(Section(rows=rows(("Date", day), ("Do", _DO[said]))),),
        footnotes=(_FOOTNOTE,),
    )


def compose_event(
    alert: Alert, act_by: datetime | None, code_name: str, zone: str, written: datetime
) -> ics.CalendarEvent:
    """The date, as the calendar part shows it."""
    return ics.CalendarEvent(
        uid=ics.uid(alert.deal, alert.instance.partition("/")[2]),
        summary=ics.render_title(code_name, alert.title, alert.clause),
        due=alert.due or alert.day,
        sequence=alert.revision,
        written=written,
        cancelled=is_cancellation(alert),
        act_by=act_by,
        zone=zone,
    )


def attach(content: EmailMessage, invited: ics.CalendarEvent, sender: str, to: str) -> None:
    """Add the invitation to an email that has its text and its HTML.

    As the last alternative, where Outlook and Gmail look for it ([MS-STANOICAL] V0343), and as a
    file for programs that only look for attachments.
    """
    entry = ics.render_invitation(invited, sender, to)
    given = {"method": invited.method, "charset": "utf-8"}
    content.add_alternative(entry, maintype="text", subtype="calendar", params=given)
    content.add_attachment(entry, maintype="application", subtype="ics", filename="invitation.ics")


def is_cancellation(alert: Alert) -> bool:
    """Whether it removes the date from the calendar."""
    return alert.reason is Reason.CLOSED


def _moves(alert: Alert) -> bool:
    return alert.reason is Reason.MOVED


_FOOTNOTE = (
    "Sent to the owner and the backup. It is the earliest date under every open interpretation."
)
_NEW, _MOVED, _CANCELED = "Calendar", "Calendar, moved", "Calendar, canceled"
_DO = {
    _NEW: "Nothing. If the date moves, the entry moves by itself. No answer is needed.",
    _MOVED: "Nothing. The entry on your calendar moves by itself. No answer is needed.",
    _CANCELED: "Nothing. The entry on your calendar goes by itself, or asks you to remove it.",
}
