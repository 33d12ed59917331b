"""`/deal accrual`: Additional Interest on a day."""

from dealclock.render import answers
from dealclock.usecases.desk.verb import Ask, Of, Reply, Verb
from dealclock.usecases.desk.words import on_day


def _answer(ask: Ask) -> Reply:
    read = ask.read(ask.given) if ask.given else None
    day = read.day if read else None
    told = answers.accrual(ask.view(as_of=day))
    return Reply(told, as_of=day, read=(read,) if read else ())


VERB = Verb(
    "accrual",
    "accrual [DEAL] [on DATE]",
    "Additional Interest: what accrued, the rate, its next change",
    Of.DEAL,
    on_day,
    _answer,
    daily=True,
)
