"""A deal that the release now running cannot read, said to its lead: its code name, no more."""

from datetime import date

from dealclock.messages import words
from dealclock.messages.message import Message, Section, rows

KIND = "paused"
WHY = "A newer release of Dealclock saved this deal, and the current release cannot read it safely."
DO = "Ask your Dealclock administrator to deploy the newer release again."
SORRY = f"This deal is paused. {WHY} No alerts are sent for it. {DO}"
"""The same in one line, for someone who asks about the deal."""


def compose_message(code_name: str, day: date, rehearsal: bool) -> Message:
    """The notice; it is sent once a day while the deal is paused."""
    whole = Message(
        preview=f"[{code_name}] Paused, {words.day(day)}",
        headline=f"{code_name} is paused: no alerts are being sent for it",
        sections=(
            Section(
                rows=rows(
                    ("Why", WHY),
                    (
                        "Meanwhile",
                        (
                            "Track its dates yourself until it resumes. Your other deals are not "
                            "affected."
                        ),
                    ),
                    ("Do", DO),
                )
            ),
        ),
        footnotes=("Sent once a day until the deal can be read again.",),
    )
    return whole.of_rehearsal() if rehearsal else whole
