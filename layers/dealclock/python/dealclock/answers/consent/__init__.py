"""`consent`: whether a consent has the required principal at a record date."""

from dealclock.answers.consent.message import message
from dealclock.answers.consent.result import ConsentCountQuery, answer
from dealclock.answers.question import Question

QUESTION = Question(
    "consent",
    "dealclock-consent/1",
    ConsentCountQuery,
    answer,
    message,
    "agreements/infocrossing-2004 --as-of 2004-11-20 --consenting 31000000",
)
