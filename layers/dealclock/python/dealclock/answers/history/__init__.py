"""`history`: what was recorded, sent and done about one obligation; asked in Slack."""

from dealclock.answers.history.message import message
from dealclock.answers.history.result import FORMAT, HistoryQuery, answer, document
from dealclock.answers.question import Question

QUESTION = Question("history", FORMAT, HistoryQuery, answer, message, encode=document)
