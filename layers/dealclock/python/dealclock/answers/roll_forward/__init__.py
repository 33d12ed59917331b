"""`roll-forward`: what was owed on one day, accrued and paid since, and is owed on another."""

from dealclock.answers.question import Question
from dealclock.answers.roll_forward.message import message
from dealclock.answers.roll_forward.result import RollForwardQuery, answer

QUESTION = Question(
    "roll-forward",
    "dealclock-roll-forward/1",
    RollForwardQuery,
    answer,
    message,
    "agreements/infocrossing-2004 --as-of 2005-01-01 --from 2004-10-01 --to 2005-01-01",
)
