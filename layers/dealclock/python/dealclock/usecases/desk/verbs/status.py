"""`/deal status`: where a deal stands."""

from dealclock.access.people import Action
from dealclock.render import answers, outside
from dealclock.usecases.desk.verb import Ask, Of, Reply, Verb
from dealclock.usecases.desk.words import nothing


def _answer(ask: Ask) -> Reply:
    view = ask.view()
    return Reply(outside.status(view) if view.outside else answers.status(view))


VERB = Verb(
    "status",
    "status [DEAL]",
    "where a deal stands: what was missed, what is ahead, what accrues",
    Of.DEAL,
    nothing,
    _answer,
    daily=True,
    action=Action.CONSULT,
    shareable=True,
    examples=("status", "status {deal}"),
)
