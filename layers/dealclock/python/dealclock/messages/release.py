"""The answer to `/deal release`: what is released to whom, and what it waits for."""

from collections.abc import Iterator, Sequence

from dealclock.access.outside import Recipient
from dealclock.facts.fact import ReleasedConclusion
from dealclock.messages import words
from dealclock.messages.message import OF_NO_DEAL, Message, Section
from dealclock.messages.outside import conclusion, recipient
from dealclock.messages.view import LEGAL


def released(
    code_name: str,
    instance: str,
    to: Recipient,
    facts: Sequence[str],
    was: ReleasedConclusion | None,
    *,
    already: bool,
    rehearsal: bool,
) -> Message:
    """That it is released or, with nothing in `was`, withdrawn, by the ids of the events."""
    verb = "withdrawn from" if was is None else "released to"
    message = Message(
        preview=OF_NO_DEAL,
        headline=f"{code_name}: {instance} is {verb} {recipient(to)} ({words.listed(facts)})",
        sections=(Section(lines=tuple(_lines(facts, was, already=already))),),
        footnotes=(LEGAL,),
    )
    return message.of_rehearsal() if rehearsal else message


def _lines(facts: Sequence[str], was: ReleasedConclusion | None, *, already: bool) -> Iterator[str]:
    if was is None:
        yield "It is shown no more from now on. What was seen before stays in the archive."
        return
    if already:
        yield "It was released just so before; nothing was recorded."
    yield f"Shown as: {conclusion(was)}. A later change needs a release of its own."
    yield f"It is shown once a second person approves it: /deal approve fact:{facts[0]}"
