"""The answer to `/deal ack`, `snooze` and `done`: what was done, and what follows."""

from collections.abc import Iterable

from dealclock.messages.message import OF_NO_DEAL, Message, Section
from dealclock.messages.view import LEGAL


def acted(code_name: str, follows: Iterable[str], *, rehearsal: bool) -> Message:
    """What was done with what first; then what that stops, and when it is spoken of again."""
    first, *rest = follows
    message = Message(
        preview=OF_NO_DEAL,
        headline=f"{code_name}: {first}",
        sections=(Section(lines=tuple(rest)),),
        footnotes=(LEGAL,),
        more="/deal history OBLIGATION",
    )
    return message.of_rehearsal() if rehearsal else message
