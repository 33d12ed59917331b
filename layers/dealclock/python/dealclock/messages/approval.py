"""The answer to `/deal approve`: what was approved, and what still waits."""

from collections.abc import Sequence

from dealclock.access.approval import Approval, ApprovalNeeded
from dealclock.messages import words
from dealclock.messages.message import OF_NO_DEAL, Message, Section
from dealclock.messages.view import LEGAL


def approved(
    code_name: str, done: Approval, waiting: Sequence[ApprovalNeeded], rehearsal: bool
) -> Message:
    """The approval first; then what of the deal waits for a second person."""
    left = words.listed([str(each.subject) for each in waiting] or ["nothing"])
    message = Message(
        preview=OF_NO_DEAL,
        headline=f"{code_name}: {done.of.subject.spoken} approved by {done.name}",
        sections=(Section(lines=(f"Awaiting second approval: {left}.",)),),
        footnotes=(LEGAL,),
    )
    return message.of_rehearsal() if rehearsal else message
