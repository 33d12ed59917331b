"""`/deal readings`: how ambiguous clauses are read, who chose, and what other readings move."""

from dealclock.answers.readings import QUESTION
from dealclock.answers.readings.result import ReadingsQuery
from dealclock.answers.typed import (
    NotFoundError,
    TypedWords,
    hint_for,
    no_such_deal,
    one_name,
    shown,
)
from dealclock.usecases.desk.verb import DeskRequest, Reply, Scope, Verb


def _read(typed: TypedWords) -> tuple[str | None, bool]:
    """The name typed, and whether the deal was named too."""
    return one_name(typed), typed.named


def _answer(request: DeskRequest) -> Reply:
    """The readings, or one: a reading of the deal's own is known only from its terms."""
    known, (name, deal_named) = request.deal.terms.all_readings, request.given
    if name is not None and name.lower() not in known:
        if not deal_named:
            raise no_such_deal(name, request.visible)
        raise NotFoundError(f"No reading is named {shown(name)}.{hint_for(name, known)}")
    only = name.lower() if name else None
    return Reply(request.answer(QUESTION, ReadingsQuery(only)), about=only or "")


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
