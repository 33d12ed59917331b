"""`holders`: what each Holder has, is entitled to, and is due."""

from dealclock.answers.holders.message import message
from dealclock.answers.holders.result import HoldersQuery, answer
from dealclock.answers.question import Question

QUESTION = Question(
    "holders",
    "dealclock-holders/1",
    HoldersQuery,
    answer,
    message,
    "agreements/infocrossing-2004 --as-of 2004-11-20",
)
