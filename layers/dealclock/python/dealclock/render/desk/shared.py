"""An answer as a deal's channel is shown it, and what whoever shared it is told."""

from dataclasses import replace
from datetime import date, timedelta

from dealclock.channels import Later, Outcome, Refused, Sent
from dealclock.render import trouble, words
from dealclock.render.told import OF_NO_DEAL, REHEARSAL, Section, Told, cut

_LONGEST = 200  # characters of a command that are repeated


def shared(
    answer: Told, by: str, command: str, code_name: str, as_of: date, *, rehearsal: bool
) -> Told:
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


def outcome(ended: Outcome, code_name: str, channel: str, *, rehearsal: bool) -> Told:
    """Whether it is there now; where it is not, why, and what to do."""
    headline, lines = _ended(ended, channel)
    told = Told(
        preview=OF_NO_DEAL,
        headline=f"{code_name}: {headline}",
        sections=(Section(lines=lines),) if lines else (),
    )
    return told.of_rehearsal() if rehearsal else told


def _ended(ended: Outcome, channel: str) -> tuple[str, tuple[str, ...]]:
    match ended:
        case Sent():
            return f"shared in #{channel}, with your name", ()
        case Refused(cause=cause):
            says, do = trouble.why(cause)
            return "not shared", (words.sentence(f"#{channel}: {says}"), do)
        case Later(after=after):
            wait = words.number(max(1, round(timedelta(seconds=after).total_seconds())), "second")
            return "not shared", (f"Slack asks to wait. Try again in {wait}.",)
        case _:
            look = f"Look in #{channel} before you share it again."
            return "nobody can say whether it was shared", (look,)
