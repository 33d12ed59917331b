"""A deal that the release now running cannot read, said to its lead: its code name, no more."""

from datetime import date

from dealclock.render import words
from dealclock.render.message import Message, Section, rows

KIND = "paused"
WHY = (
    "A newer release of Dealclock wrote this deal, and the release now running cannot read it. "
    "Guessing could give a wrong date, so it does not."
)
DO = "Ask the person who runs Dealclock to deploy the newer release again."
SORRY = f"This deal is paused. {WHY} No alert is sent for it until then. {DO}"
"""The same in one line, for someone who asks about the deal."""


def compose_message(code_name: str, day: date, rehearsal: bool) -> Message:
    """The notice; it is sent once a day while the deal is paused."""
    whole = Message(
        preview=f"{code_name}, {words.day(day)}",
        headline=f"{code_name} is paused: no alerts are sent for it",
        sections=(
            Section(
                rows=rows(
                    ("Why", WHY),
                    ("Meanwhile", "Watch its dates yourself. Your other deals go on."),
                    ("Do", DO),
                )
            ),
        ),
        footnotes=("Sent once a day until the deal can be read again.",),
    )
    return whole.of_rehearsal() if rehearsal else whole
