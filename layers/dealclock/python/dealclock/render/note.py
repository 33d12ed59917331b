"""What someone wrote in reply to an alert, told to its owner; and the answers to mails not filed.

What was typed is shown to people of the deal only. An answer to a mail says what to do and quotes
nothing: whoever reads it need not be on any deal.
"""

from dataclasses import dataclass
from datetime import date, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Literal

from dealclock.access.links import redacted
from dealclock.render import words
from dealclock.render.told import Section, Told, cut, flat, rows

KIND = "note"
MOST = 2_000  # characters shown; the whole is in the archive

Cause = Literal["unknown", "another sender", "not verified", "nothing to file", "too long", "filed"]


@dataclass(frozen=True, slots=True)
class Written:
    """A note as it is told: who wrote it, on which day, about which clause."""

    writer: str
    text: str
    clause: str
    instance: str
    attachments: int


def told(written: Written, code_name: str, on: date, rehearsal: bool) -> Told:
    """The note for the owner of what it is about."""
    clause = words.clause(written.clause) if written.clause else ""
    about = ", ".join(part for part in (code_name, clause, words.day(on)) if part)
    came = words.number(written.attachments, "attachment") if written.attachments else ""
    shown = cut(written.text, MOST)
    whole = Told(
        preview=about,
        headline=f"{written.writer} replied by mail",
        sections=(
            Section(
                rows=rows(
                    ("About", f"{written.instance} ({clause})" if clause else written.instance),
                    ("Not kept", came),
                )
            ),
            Section(title="What was written", lines=tuple(shown.splitlines())),
        ),
        footnotes=("Filed with the deal. A note changes no date: record the fact that is meant.",),
    )
    return whole.of_rehearsal() if rehearsal else whole


def gone(code_name: str, on: date, rehearsal: bool) -> Told:
    """In place of a note that is no longer in the table."""
    whole = Told(
        preview=f"{code_name}, {words.day(on)}",
        headline="Someone replied by mail, and the note is not in the table any more",
    )
    return whole.of_rehearsal() if rehearsal else whole


_SAYS: dict[Cause, str] = {
    "unknown": "The address it was sent to takes no replies, or takes them no longer.",
    "another sender": "It came from another address than the one the alert was sent to.",
    "not verified": "Your mail system did not prove that it came from you (SPF, DKIM and DMARC).",
    "nothing to file": "There was no text in it.",
    "too long": "It is larger than can be read.",
    "filed": "Its text was filed with the deal. What was attached was not: mails are filed as "
    "text alone.",
}
_DO = (
    "Reply to the newest alert from the address it came to, as text, without attachments;",
    "or use /deal in Slack, where what was done can be recorded with its evidence;",
    "or speak to the owner of the matter.",
)


def answer(
    cause: Cause, sender: str, to: str, in_reply_to: str, dated: datetime, mail_id: str
) -> EmailMessage:
    """The one mail that says why something was not filed, and what to do. It quotes nothing.

    Marked as automatic in every way there is, so that no machine answers it.
    """
    content = EmailMessage()
    filed = cause == "filed"
    content["From"] = f"Dealclock <{sender}>"
    content["To"] = to
    content["Subject"] = "Your reply was filed, without attachments" if filed else _NOT_FILED
    content["Date"] = format_datetime(dated)
    content["Message-ID"] = f"<{mail_id}@dealclock.invalid>"
    if in_reply_to:
        content["In-Reply-To"] = in_reply_to
        content["References"] = in_reply_to
    content["Auto-Submitted"] = "auto-replied"
    content["Precedence"] = "bulk"
    content["X-Auto-Response-Suppress"] = "All"
    first = _SAYS[cause] if filed else f"Your mail to Dealclock was not filed. {_SAYS[cause]}"
    lines = (first, "", "What to do:", *(f"- {line}" for line in _DO), "")
    content.set_content("\n".join(lines), cte="quoted-printable")
    return content


_NOT_FILED = "Your reply was not filed"


def kept_text(text: str, most: int) -> str:
    """A mail's own words as they are filed: without personal links, cut visibly, quotations left.

    Lines that quote the alert (`>`) are left out; a line keeps its words and loses what cannot be
    printed.
    """
    own = [line for line in text.splitlines() if not line.lstrip().startswith(">")]
    lines = [flat(line) for line in redacted("\n".join(own)).splitlines()]
    found: list[str] = []
    for line in lines:
        if line.strip() or (found and found[-1]):
            found.append(line if line.strip() else "")
    return cut("\n".join(found).strip(), most)
