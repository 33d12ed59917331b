"""`/deal readings`: how ambiguous clauses are read, who chose, and what other readings move."""

from dealclock.agreement.readings import ALL
from dealclock.answers.readings import QUESTION
from dealclock.answers.readings.result import ReadingsQuery
from dealclock.usecases.desk.unreadable_command import NotFoundError, hint_for, no_such_deal, shown
from dealclock.usecases.desk.verb import DeskRequest, Reply, Scope, TypedWords, Verb
from dealclock.usecases.desk.words import one_name


def _read(typed: TypedWords) -> str | None:
    name = one_name(typed)
    if name is None or name.lower() in ALL:
        return name.lower() if name else None
    if not typed.named:
        raise no_such_deal(name, typed.visible)
    raise NotFoundError(f"No reading is named {shown(name)}.{hint_for(name, ALL)}")


def _answer(request: DeskRequest) -> Reply:
    message = request.answer(QUESTION, ReadingsQuery(request.given))
    return Reply(message, about=request.given or "")


VERB = Verb(
    "readings",
    "readings [DEAL] [READING]",
    "how ambiguous Sections are read, who chose and why, and what other readings would change",
    Scope.DEAL,
    _read,
    _answer,
    shareable=True,
    examples=("readings", "readings default-occurs"),
)
