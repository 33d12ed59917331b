"""`/deal status`: where a deal stands."""

from dealclock.access.people import Action
from dealclock.answers.assess import QUESTION
from dealclock.answers.assess.result import AssessQuery
from dealclock.usecases.desk.verb import DeskRequest, Of, Reply, Verb
from dealclock.usecases.desk.words import nothing


def _answer(ask: DeskRequest) -> Reply:
    to = ask.recipient(ask.deal)
    return Reply(ask.shown_outside(to) if to else ask.answer(QUESTION, AssessQuery()))


VERB = Verb(
    "status",
    "status [DEAL]",
    "a deal's status: overdue items, dates ahead, accruals",
    Of.DEAL,
    nothing,
    _answer,
    daily=True,
    action=Action.CONSULT,
    shareable=True,
    examples=("status", "status {deal}"),
)
