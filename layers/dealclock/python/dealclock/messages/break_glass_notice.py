"""That somebody who runs the stack broke the glass of a deal, as the deal's lead is told."""

from dealclock.access.glass import Glass
from dealclock.alerts.alert import Alert
from dealclock.messages import words
from dealclock.messages.message import Message, Section, rows

KIND = "glass"


def title(glass: Glass, zone: str) -> str:
    """Who reads, and until when: what an alert of it carries, with the reason after it."""
    return f"{glass.name}, until {words.instant(glass.until, zone)}: {glass.why}"


def compose_message(alert: Alert, code_name: str, rehearsal: bool) -> Message:
    """The notice; `alert.title` says who, until when and why."""
    who, _, why = alert.title.partition(": ")
    whole = Message(
        preview=f"[{code_name}] Emergency access, {words.day(alert.day)}",
        headline="An administrator has emergency access to this deal",
        sections=(
            Section(
                rows=rows(
                    ("Reads", who),
                    ("Because", why),
                    ("May", "Can read the whole deal; cannot change anything."),
                    (
                        "Do",
                        (
                            "If you did not expect this, ask them. The deny list blocks access at "
                            "once."
                        ),
                    ),
                )
            ),
        ),
        footnotes=("The deal's archive records every question they ask.",),
    )
    return whole.of_rehearsal() if rehearsal else whole
