"""`deemed`: when a notice is deemed given by each method, and whether on time."""

from dealclock.answers.deemed.message import message
from dealclock.answers.deemed.result import DeemedQuery, answer
from dealclock.answers.question import Question

QUESTION = Question(
    "deemed",
    "dealclock-deemed/1",
    DeemedQuery,
    answer,
    message,
    "agreements/infocrossing-2004 --as-of 2004-11-20 --method mail --on 2004-11-20",
)
