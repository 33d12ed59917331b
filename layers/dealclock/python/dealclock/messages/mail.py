"""A message as an email: text and HTML with the same content, and a calendar entry where it has
one.

The subject is the preview: the code name, the action and date, the kind of thing and its
Section.
"""

import hashlib
import re
from datetime import date, datetime
from email.message import EmailMessage
from email.utils import format_datetime

from dealclock.alerts.alert import Alert
from dealclock.messages import ics, invitation, plain
from dealclock.messages import reply_ways as ways
from dealclock.messages.from_template import render_template
from dealclock.messages.message import POSSIBLY_REPEATED, QUIET, Message, flat
from dealclock.messages.reply_ways import ReplyWays
from dealclock.records import record

BACKUP = "backup"
"""What the subject of the backup's email adds to the code name."""


@record
class Envelope:
    """Sender and recipient, an opaque id, and the date."""

    id: str
    sender: str
    to: str
    dated: datetime


def render_email(
    message: Message,
    envelope: Envelope,
    alert: Alert,
    known_at: datetime,
    answering: ReplyWays | None = None,
    *,
    event: ics.CalendarEvent | None = None,
) -> EmailMessage:
    """The whole email, with a calendar entry when the alert has one.

    With an `event` it is an invitation to that event. An entry is dated `known_at`, so that the
    same alert always carries the same entry.
    """
    content = EmailMessage()
    content["From"] = f"Dealclock <{envelope.sender}>"
    content["To"] = envelope.to
    if answering and answering.replies_to:
        content["Reply-To"] = answering.replies_to
    subject = flat(message.preview)
    if answering and answering.role:
        subject = subject.replace("] ", f", {BACKUP}] ", 1)
    content["Subject"] = subject
    content["Date"] = format_datetime(envelope.dated)
    content["Message-ID"] = f"<{envelope.id}@dealclock.invalid>"
    content["Auto-Submitted"] = "auto-generated"
    content["X-Dealclock-Delivery"] = envelope.id
    if message.repeated:
        content["X-Dealclock-Repeated"] = "possibly"
    content.set_content(plain.as_mail_text(message, answering), cte="quoted-printable")
    content.add_alternative(render_html(message, answering), subtype="html", cte="quoted-printable")
    if alert.calendar and alert.due is not None:
        entry = ics.render_entry(
            alert.deal, alert.instance, _summary(message), alert.due, alert.revision, known_at
        )
        content.add_attachment(
            entry,
            maintype="text",
            subtype="calendar",
            filename=_file_name(_summary(message), alert.due),
            params={"method": "PUBLISH"},
        )
    if event is not None:
        invitation.attach(content, event, envelope.sender, envelope.to)
    _name_boundaries(content, envelope.id)
    return content


def render_html(message: Message, answering: ReplyWays | None = None) -> str:
    """The message as a page that loads nothing from outside."""
    return render_template(
        "alert.html",
        told=message,
        quiet=QUIET,
        repeated=POSSIBLY_REPEATED if message.repeated else "",
        role=answering.role if answering else "",
        buttons=answering.buttons if answering else (),
        about_link=ways.describe_ways(answering) if answering else "",
    )


def _summary(message: Message) -> str:
    """The preview without the requested action: "Granite: Trustee notice, Section 3(b)"."""
    deal, _, asks = flat(message.preview).removeprefix("[").partition("] ")
    return f"{deal}: {asks.partition(': ')[2]}"


def _file_name(summary: str, due: date) -> str:
    """A calendar file's name: code name, Section, date, without characters a file system
    refuses."""
    return f"{re.sub(r'[^A-Za-z0-9]+', '-', summary).strip('-')}-{due.isoformat()}.ics"


def _name_boundaries(content: EmailMessage, envelope_id: str) -> None:
    """Derive the boundaries from the delivery, not at random: the same email is identical."""
    stem = hashlib.sha256(envelope_id.encode()).hexdigest()[:24]
    for i, part in enumerate(p for p in content.walk() if p.is_multipart()):
        part.set_boundary(f"=_{stem}_{i}")
