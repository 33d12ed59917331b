"""`/deal usable`: whether a Holder may sell under the shelf on a day."""

from dataclasses import dataclass

from dealclock.answers.usable import QUESTION
from dealclock.answers.usable.result import UsableQuery
from dealclock.usecases.desk.typed_day import DayWords
from dealclock.usecases.desk.unreadable_command import UnreadableCommandError
from dealclock.usecases.desk.verb import DeskRequest, Of, Reply, TypedWords, Verb
from dealclock.usecases.desk.words import day_of, holder_of, parted


@dataclass(frozen=True, slots=True)
class Usable:
    """The day of the sale, and the Holder by the name the facts give it."""

    on: DayWords | None
    holder: str | None


def _read(typed: TypedWords) -> Usable:
    parts = parted(typed, "on", "holder")
    holder = holder_of(parts.get("holder", ()))
    if "holder" in parts and holder is None:
        raise UnreadableCommandError("Name the Holder as recorded: usable holder NAME.")
    return Usable(day_of(parts, "on", typed), holder)


def _answer(ask: DeskRequest) -> Reply:
    given: Usable = ask.given
    read = (ask.read(given.on),) if given.on else ()
    as_of = read[0].day if read else None
    return Reply(ask.answer(QUESTION, UsableQuery(given.holder), as_of), as_of=as_of, read=read)


VERB = Verb(
    "usable",
    "usable [DEAL] [on DATE] [holder NAME]",
    "whether a Holder may sell under the shelf: effective, not suspended, Questionnaire "
    "returned, notice given",
    Of.DEAL,
    _read,
    _answer,
    shareable=True,
    examples=("usable", "usable on 2005-02-01 holder fund-a"),
)
