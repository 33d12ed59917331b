"""The answer to `/deal ack`, `snooze` and `done`: what was done, and what follows."""

from collections.abc import Sequence

from dealclock.alerts.responses import AlertResponse
from dealclock.render.action_reply import follows
from dealclock.render.message import OF_NO_DEAL, Message, Section
from dealclock.render.view import LEGAL


def acted(
    code_name: str,
    done: AlertResponse,
    title: str,
    by: str,
    answering: Sequence[str],
    met_by: str,
    *,
    already: bool,
    rehearsal: bool,
) -> Message:
    """What was done with what first; then what that stops, and when it is spoken of again."""
    first, *rest = follows(
        done, title, by, answering, met_by, already=already, by_command="/deal record"
    )
    message = Message(
        preview=OF_NO_DEAL,
        headline=f"{code_name}: {first}",
        sections=(Section(lines=tuple(rest)),),
        footnotes=(LEGAL,),
        more="/deal history OBLIGATION",
    )
    return message.of_rehearsal() if rehearsal else message
