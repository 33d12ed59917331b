"""`/deal accrual`: Additional Interest on a day."""

from dealclock.render import answers
from dealclock.usecases.desk.verb import Ask, Of, Reply, Verb
from dealclock.usecases.desk.words import on_day


def _answer(ask: Ask) -> Reply:
    return Reply(answers.accrual(ask.view(as_of=ask.given)), as_of=ask.given)


VERB = Verb(
    "accrual",
    "accrual [DEAL] [on DATE]",
    "Additional Interest: what accrued, the rate, its next change",
    Of.DEAL,
    on_day,
    _answer,
    daily=True,
)
