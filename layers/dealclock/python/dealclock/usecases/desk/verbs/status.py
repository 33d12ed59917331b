"""`/deal status`: where a deal stands."""

from dealclock.access.people import Action
from dealclock.answers.assess import QUESTION
from dealclock.answers.assess.result import AssessQuery
from dealclock.answers.typed import nothing
from dealclock.usecases.desk.verb import DeskRequest, Reply, Scope, Verb


def _answer(request: DeskRequest) -> Reply:
    to = request.recipient(request.deal)
    return Reply(request.shown_outside(to) if to else request.answer(QUESTION, AssessQuery()))


VERB = Verb(
    "status",
    "status [DEAL]",
    "a deal's status: overdue items, dates ahead, accruals",
    Scope.DEAL,
    nothing,
    _answer,
    daily=True,
    action=Action.CONSULT,
    shareable=True,
    examples=("status", "status {deal}"),
)
