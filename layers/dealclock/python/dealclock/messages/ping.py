"""A test of a deal's routes, as it is read: the code name, and that nothing is to be done."""

from dealclock.alerts.alert import Alert
from dealclock.messages import words
from dealclock.messages.message import Message, Section, rows

KIND = "ping"


def compose_message(alert: Alert, code_name: str, rehearsal: bool) -> Message:
    """The message; `alert.title` says who asked for it."""
    whole = Message(
        preview=f"[{code_name}] Test, {words.day(alert.day)}",
        headline=f"TEST: {code_name} can reach you by this route",
        sections=(
            Section(
                rows=rows(
                    ("Do", "No action needed. This is a test with no deal information."),
                    ("Asked by", alert.title),
                )
            ),
        ),
        footnotes=("Sent by dealclock ping, by the route this deal's alerts use.",),
    )
    return whole.of_rehearsal() if rehearsal else whole
