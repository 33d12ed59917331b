"""`readings`: how ambiguous Sections are read, and what other choices would change."""

from dealclock.answers.question import Question
from dealclock.answers.readings.message import message
from dealclock.answers.readings.result import ReadingsQuery, answer, as_document

QUESTION = Question(
    "readings",
    "dealclock-readings/1",
    ReadingsQuery,
    answer,
    message,
    "agreements/infocrossing-2004 --as-of 2004-11-20",
    as_document,
)
