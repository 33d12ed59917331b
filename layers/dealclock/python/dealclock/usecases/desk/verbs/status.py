"""`/deal status`: where a deal stands."""

from dealclock.render import answers
from dealclock.usecases.desk.verb import Ask, Of, Reply, Verb
from dealclock.usecases.desk.words import nothing


def _answer(ask: Ask) -> Reply:
    return Reply(answers.status(ask.view()))


VERB = Verb(
    "status",
    "status [DEAL]",
    "where a deal stands: what was missed, what is ahead, what accrues",
    Of.DEAL,
    nothing,
    _answer,
    daily=True,
    examples=("status", "status {deal}"),
)
