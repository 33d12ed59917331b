"""`/deal clause`: what the terms say under a clause, and the dates it makes."""

from dealclock.answers.clause import message as clause
from dealclock.usecases.desk.unreadable_command import (
    NotFoundError,
    UnreadableCommandError,
    hint_for,
    no_such_deal,
    shown,
)
from dealclock.usecases.desk.verb import DeskRequest, Of, Reply, TypedWords, Verb


def _read(typed: TypedWords) -> str:
    if not typed.words:
        raise UnreadableCommandError("Name the Section: /deal clause 3(b).")
    first = typed.words[0]
    if first.isalpha() and not typed.named and typed.deal is None:
        raise no_such_deal(first, typed.visible)
    return " ".join(typed.words)[:80]


def _answer(ask: DeskRequest) -> Reply:
    view = ask.view(compare=False)
    known = clause.list_sections(view)
    found = [c for c in known if clause.is_within(c, ask.given)]
    if not found:
        hint = hint_for(clause.normalize(ask.given), known)
        raise NotFoundError(
            f"The terms have no Section {shown(ask.given)}.{hint} They have {', '.join(known)}."
        )
    name = next((c for c in known if clause.normalize(c) == clause.normalize(ask.given)), None)
    return Reply(clause.render_section(view, name or clause.normalize(ask.given)))


VERB = Verb(
    "clause",
    "clause [DEAL] 3(b)",
    "the terms under a Section, paraphrased, and the dates they produce",
    Of.DEAL,
    _read,
    _answer,
    shareable=True,
    examples=("clause 3(b)", "clause 4(b)(i)"),
)
