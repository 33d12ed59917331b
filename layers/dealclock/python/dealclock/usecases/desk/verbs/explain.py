"""`/deal explain`: one date or amount, step by step."""

from dealclock.answers.explain import QUESTION
from dealclock.answers.explain.result import (
    ExplainQuery,
    NothingToExplainError,
    SeveralToExplainError,
    find_instance,
    list_instances,
)
from dealclock.messages import words
from dealclock.messages.view import Matter, View, matters
from dealclock.usecases.desk.unreadable_command import (
    NotFoundError,
    SeveralMatchesError,
    UnreadableCommandError,
)
from dealclock.usecases.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.usecases.desk.words import one_name


def find_matter(view: View, word: str | None) -> tuple[Matter, tuple[str, ...]]:
    """What `word` names, and the others by that id: an instance, or an id with one instance or one
    that is open; raises UnreadableCommandError."""
    if word is None:
        raise UnreadableCommandError(f"Name one: {', '.join(list_instances(view.assessment))}.")
    try:
        chosen = find_instance(word, view.terms, view.assessment)
    except NothingToExplainError as error:
        raise _refused(error) from None
    return next(m for m in matters(view) if m.instance == chosen.instance), chosen.others


def _refused(error: NothingToExplainError) -> UnreadableCommandError:
    refusal = SeveralMatchesError if isinstance(error, SeveralToExplainError) else NotFoundError
    return refusal(words.sentence(str(error)))


def _answer(request: DeskRequest) -> Reply:
    if request.given is None:
        find_matter(request.view(compare=False), None)
    try:
        result, message = request.answered(QUESTION, ExplainQuery(request.given))
    except NothingToExplainError as error:
        raise _refused(error) from None
    return Reply(message, about=result.instance)


VERB = Verb(
    "explain",
    "explain [DEAL] OBLIGATION",
    "one date or amount, step by step",
    Scope.DEAL,
    one_name,
    _answer,
    shareable=True,
    examples=("explain cure-window", "explain accrual", "explain default-ii"),
)
