"""`/deal status`: where a deal stands."""

from dealclock.answers.assess import assess
from dealclock.answers.typed_words import nothing
from dealclock.desk.verb import DeskRequest, Reply, Scope, Verb
from dealclock.people.people import Action


def _answer(request: DeskRequest) -> Reply:
    to = request.recipient(request.deal)
    if to is not None:
        return Reply(request.shown_outside(to))
    look = request.look()
    return Reply(assess(look).say(look))


VERB = Verb(
    "status",
    "status [DEAL]",
    "a deal's status: overdue items, dates ahead, accruals",
    Scope.DEAL,
    nothing,
    _answer,
    action=Action.CONSULT,
    shareable=True,
    examples=("status", "status {deal}"),
)
