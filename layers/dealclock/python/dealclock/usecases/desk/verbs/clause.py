"""`/deal clause`: what the terms say under a clause, and the dates it makes."""

from dealclock.answers.clause import QUESTION
from dealclock.answers.clause.result import ClauseQuery, is_within, list_sections, normalize
from dealclock.answers.typed import (
    NotFoundError,
    TypedWords,
    UnreadableCommandError,
    hint_for,
    no_such_deal,
    shown,
)
from dealclock.usecases.desk.verb import DeskRequest, Reply, Scope, Verb


def _read(typed: TypedWords) -> str:
    if not typed.words:
        raise UnreadableCommandError("Name the Section: /deal clause 3(b).")
    first = typed.words[0]
    if first.isalpha() and not typed.named and typed.deal is None:
        raise no_such_deal(first, typed.visible)
    return " ".join(typed.words)[:80]


def _answer(request: DeskRequest) -> Reply:
    sections = list_sections(request.look().in_force)
    if not any(is_within(each, request.given) for each in sections):
        hint = hint_for(normalize(request.given), sections)
        raise NotFoundError(
            f"The terms have no Section {shown(request.given)}.{hint} "
            f"They have {', '.join(sections)}."
        )
    return Reply(request.answer(QUESTION, ClauseQuery(request.given)))


VERB = Verb(
    "clause",
    "clause [DEAL] 3(b)",
    "the terms under a Section, paraphrased, and the dates they produce",
    Scope.DEAL,
    _read,
    _answer,
    shareable=True,
    examples=("clause 3(b)", "clause 4(b)(i)"),
)
