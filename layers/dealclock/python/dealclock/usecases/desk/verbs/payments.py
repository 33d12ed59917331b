"""`/deal payments`: what is to be paid when, and to whom."""

from dealclock.answers.payments import QUESTION
from dealclock.answers.payments.result import PaymentsQuery
from dealclock.answers.typed import nothing
from dealclock.usecases.desk.verb import DeskRequest, Reply, Scope, Verb


def _answer(request: DeskRequest) -> Reply:
    return Reply(request.answer(QUESTION, PaymentsQuery()))


VERB = Verb(
    "payments",
    "payments [DEAL]",
    "each payment of Additional Interest: amount, due date, record date, steps, lots, Holders",
    Scope.DEAL,
    nothing,
    _answer,
    daily=True,
    shareable=True,
    examples=("payments", "payments {deal}"),
)
