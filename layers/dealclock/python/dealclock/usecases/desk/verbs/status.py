"""`/deal status`: where a deal stands."""

from dealclock.access.people import Action
from dealclock.render import answers
from dealclock.usecases.desk.verb import DeskRequest, Of, Reply, Verb
from dealclock.usecases.desk.words import nothing


def _answer(ask: DeskRequest) -> Reply:
    to = ask.recipient(ask.deal)
    return Reply(answers.status(ask.view()) if to is None else ask.shown_outside(to))


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
