"""What a person wrote in reply to an alert by email, for the owner of what it is about.

Releases that received email filed such notes. None is filed any more (docs/decisions/0072); a
message about one that was planned before an upgrade is still sent.
"""

from dataclasses import dataclass
from datetime import date

from dealclock.messages import words
from dealclock.messages.message import Message, Section, cut, rows

KIND = "note"
MOST = 2_000  # characters shown; the whole is in the archive


@dataclass(frozen=True, slots=True)
class WrittenNote:
    """A note as it is told: who wrote it, on which day, about which clause."""

    writer: str
    text: str
    clause: str
    instance: str
    attachments: int


def compose_message(written: WrittenNote, code_name: str, on: date, rehearsal: bool) -> Message:
    """The note for the owner of what it is about."""
    clause = words.clause(written.clause) if written.clause else ""
    about = ", ".join(part for part in ("Reply", clause, words.day(on)) if part)
    came = words.number(written.attachments, "attachment") if written.attachments else ""
    shown = cut(written.text, MOST)
    whole = Message(
        preview=f"[{code_name}] {about}",
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


def gone(code_name: str, on: date, rehearsal: bool) -> Message:
    """In place of a note that is no longer in the table."""
    whole = Message(
        preview=f"[{code_name}] Reply, {words.day(on)}",
        headline="Someone replied by mail, and the note is not in the table any more",
    )
    return whole.of_rehearsal() if rehearsal else whole
