"""`payments`: each payment of Additional Interest, its steps, and who is paid what."""

from dealclock.answers.payments.message import message
from dealclock.answers.payments.result import PaymentsQuery, answer
from dealclock.answers.question import Question

QUESTION = Question(
    "payments",
    "dealclock-payments/1",
    PaymentsQuery,
    answer,
    message,
    "agreements/infocrossing-2004 --as-of 2004-11-20",
)
