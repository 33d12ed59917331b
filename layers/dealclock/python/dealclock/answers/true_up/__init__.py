"""`true-up`: the shares an early exercise is owed as what was deferred vests."""

from dealclock.answers.question import Question
from dealclock.answers.true_up.message import message
from dealclock.answers.true_up.result import TrueUpQuery, answer

QUESTION = Question(
    "true-up",
    "dealclock-true-up/1",
    TrueUpQuery,
    answer,
    message,
    "agreements/camden-letter-2002 --facts histories/vesting.yaml --as-of 2005-01-01",
)
