"""The form that asks until which day an alert is snoozed."""

from datetime import date

from dealclock.media import plain as plain_text
from dealclock.media.slack_views import parts
from dealclock.media.slack_views.parts import Block
from dealclock.messages import words
from dealclock.messages.message import Message

NAME = "alert:snooze"
UNTIL = "until"
_TITLE = "Snooze"


def form(code_name: str, title: str, due: date | None, ref: str) -> Block:
    """The form; `ref` is the delivery it was asked from."""
    bound = f"Due {words.day(due)}; a snooze cannot go past that." if due else ""
    blocks = [
        parts.strong(f"{code_name}: {title}"),
        parts.field(UNTIL, "Snooze until", parts.day(None), hint=f"A Business Day. {bound}"),
    ]
    return parts.modal(NAME, _TITLE, blocks, submit="Snooze", metadata=ref)


def wrong(says: str) -> Block:
    """What is wrong, at the field."""
    return parts.errors(**{UNTIL: says})


def done(message: Message) -> Block:
    """What was done, in place of the form."""
    return parts.modal(
        NAME,
        _TITLE,
        [parts.lines(line for line in plain_text.as_text(message).splitlines() if line)],
    )
