"""`suspension`: how long a new Suspension Period may last, and from when."""

from dealclock.answers.question import Question
from dealclock.answers.suspension.message import message
from dealclock.answers.suspension.result import SuspensionQuery, answer

QUESTION = Question(
    "suspension",
    "dealclock-suspension/1",
    SuspensionQuery,
    answer,
    message,
    "agreements/infocrossing-2004 --facts histories/story.yaml --as-of 2005-04-20 --days 30",
)
