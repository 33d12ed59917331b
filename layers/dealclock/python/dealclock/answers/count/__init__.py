"""`count`: the day that a count of days ends on, from a day or from a notice; asked in Slack."""

from dealclock.answers.count.message import message
from dealclock.answers.count.result import CountQuery, answer
from dealclock.answers.question import Question

QUESTION = Question("count", "dealclock-count/1", CountQuery, answer, message)
