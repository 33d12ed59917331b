"""`/deal payments`: what is to be paid when, and to whom."""

from dealclock.render.desk import payments
from dealclock.usecases.desk.verb import DeskRequest, Of, Reply, Verb
from dealclock.usecases.desk.words import nothing
from dealclock.usecases.questions.payments import QUESTION


def _answer(ask: DeskRequest) -> Reply:
    return Reply(payments.payments(ask.view(compare=False), ask.run(QUESTION)))


VERB = Verb(
    "payments",
    "payments [DEAL]",
    "each payment of Additional Interest: amount, due date, record date, steps, lots, Holders",
    Of.DEAL,
    nothing,
    _answer,
    daily=True,
    shareable=True,
    examples=("payments", "payments {deal}"),
)
