"""`clause`: what the terms say under a Section, and the dates and amounts it produces."""

from dealclock.answers.clause.message import message
from dealclock.answers.clause.result import FORMAT, ClauseQuery, answer, to_json
from dealclock.answers.question import Question

QUESTION = Question(
    "clause",
    FORMAT,
    ClauseQuery,
    answer,
    message,
    "agreements/infocrossing-2004 --as-of 2004-11-20 --section '3(b)'",
    encode=to_json,
)
