"""`/deal usable`: whether a Holder may sell under the shelf on a day."""

from dataclasses import dataclass

from dealclock.answers.usable import QUESTION
from dealclock.answers.usable.result import UsableQuery
from dealclock.days.typed_day import DayWords
from dealclock.usecases.desk.unreadable_command import UnreadableCommandError
from dealclock.usecases.desk.verb import DeskRequest, Reply, Scope, TypedWords, Verb
from dealclock.usecases.desk.words import day_of, holder_of, parted


@dataclass(frozen=True, slots=True)
class UsableArguments:
    """The day of the sale, and the Holder by the name the facts give it."""

    on: DayWords | None
    holder: str | None


def _read(typed: TypedWords) -> UsableArguments:
    parts = parted(typed, "on", "holder")
    holder = holder_of(parts.get("holder", ()))
    if "holder" in parts and holder is None:
        raise UnreadableCommandError("Name the Holder as recorded: usable holder NAME.")
    return UsableArguments(day_of(parts, "on", typed), holder)


def _answer(request: DeskRequest) -> Reply:
    arguments: UsableArguments = request.given
    days = (request.read(arguments.on),) if arguments.on else ()
    as_of = days[0].day if days else None
    return Reply(
        request.answer(QUESTION, UsableQuery(arguments.holder), as_of), as_of=as_of, read=days
    )


VERB = Verb(
    "usable",
    "usable [DEAL] [on DATE] [holder NAME]",
    "whether a Holder may sell under the shelf: effective, not suspended, Questionnaire "
    "returned, notice given",
    Scope.DEAL,
    _read,
    _answer,
    shareable=True,
    examples=("usable", "usable on 2005-02-01 holder fund-a"),
)
