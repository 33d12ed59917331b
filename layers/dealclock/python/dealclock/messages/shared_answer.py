"""An answer as a deal's channel is shown it, and what whoever shared it is told."""

from dataclasses import replace
from datetime import date

from dealclock.messages import words
from dealclock.messages.message import OF_NO_DEAL, REHEARSAL, Message, Section, cut

_LONGEST = 200  # characters of a command that are repeated


def shared(
    answer: Message, by: str, command: str, code_name: str, as_of: date, *, rehearsal: bool
) -> Message:
    """The answer with who shares it and what was asked, before all else.

    Before it is opened it shows the code name and the day, whatever the answer itself would show.
    """
    asked = Section(lines=(f"{by} shares: /deal {cut(command, _LONGEST)}",))
    told = replace(
        answer,
        preview=f"{code_name}, {words.day(as_of)}",
        headline=answer.headline.removeprefix(f"{REHEARSAL}: "),
        sections=(asked, *answer.sections),
    )
    return told.of_rehearsal() if rehearsal else told


def ended(code_name: str, says: str, then: tuple[str, ...], *, rehearsal: bool) -> Message:
    """Whether it is there now; where it is not, why, and what to do."""
    message = Message(
        preview=OF_NO_DEAL,
        headline=f"{code_name}: {says}",
        sections=(Section(lines=then),) if then else (),
    )
    return message.of_rehearsal() if rehearsal else message
