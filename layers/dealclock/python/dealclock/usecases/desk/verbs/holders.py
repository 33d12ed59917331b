"""`/deal holders`: what each Holder has, is entitled to and is to be paid."""

from dealclock.answers.holders import QUESTION
from dealclock.answers.holders.result import HoldersQuery
from dealclock.answers.typed import TypedWords, holder_of, no_such_deal
from dealclock.usecases.desk.verb import DeskRequest, Reply, Scope, Verb


def _read(typed: TypedWords) -> str | None:
    words = typed.words[1:] if typed.words[:1] == ("holder",) else typed.words
    if words and typed.deal is None:
        raise no_such_deal(words[0], typed.visible)
    return holder_of(words)


def _answer(request: DeskRequest) -> Reply:
    return Reply(request.answer(QUESTION, HoldersQuery(request.given)))


VERB = Verb(
    "holders",
    "holders [DEAL] [NAME]",
    "each Holder's Notes, whether it is entitled and why, and what it is due",
    Scope.DEAL,
    _read,
    _answer,
    shareable=True,
    examples=("holders", "{deal} holders"),
)
