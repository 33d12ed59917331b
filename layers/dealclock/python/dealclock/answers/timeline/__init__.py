"""`timeline`: the dated events around a deal with its own events and obligations, in order."""

from dealclock.answers.question import Question
from dealclock.answers.timeline.message import message
from dealclock.answers.timeline.result import TimelineQuery, answer

QUESTION = Question(
    "timeline",
    "dealclock-timeline/1",
    TimelineQuery,
    answer,
    message,
    "agreements/infocrossing-2004 --as-of 2004-11-20 --since 2004-06-01",
)
