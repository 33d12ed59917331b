"""`changes`: what changed since a day, and because of what."""

from dealclock.answers.changes.message import message
from dealclock.answers.changes.result import ChangesQuery, answer
from dealclock.answers.question import Question

QUESTION = Question(
    "changes",
    "dealclock-changes/1",
    ChangesQuery,
    answer,
    message,
    "agreements/infocrossing-2004 --as-of 2004-11-20 --from 2004-11-01",
)
