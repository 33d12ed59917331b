"""`/deal clause`: what the terms say under a clause, and the dates it makes."""

from dealclock.answers.clause import message as clause
from dealclock.usecases.desk.unreadable_command import (
    NotFoundError,
    UnreadableCommandError,
    hint_for,
    no_such_deal,
    shown,
)
from dealclock.usecases.desk.verb import DeskRequest, Reply, Scope, TypedWords, Verb


def _read(typed: TypedWords) -> str:
    if not typed.words:
        raise UnreadableCommandError("Name the Section: /deal clause 3(b).")
    first = typed.words[0]
    if first.isalpha() and not typed.named and typed.deal is None:
        raise no_such_deal(first, typed.visible)
    return " ".join(typed.words)[:80]


def _answer(request: DeskRequest) -> Reply:
    view = request.view(compare=False)
    sections = clause.list_sections(view)
    matches = [c for c in sections if clause.is_within(c, request.given)]
    if not matches:
        hint = hint_for(clause.normalize(request.given), sections)
        raise NotFoundError(
            f"The terms have no Section {shown(request.given)}.{hint} "
            f"They have {', '.join(sections)}."
        )
    name = next(
        (c for c in sections if clause.normalize(c) == clause.normalize(request.given)), None
    )
    return Reply(clause.render_section(view, name or clause.normalize(request.given)))


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
