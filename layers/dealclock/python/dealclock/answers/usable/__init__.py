"""`usable`: whether a Holder may sell under the shelf on a day; asked in Slack."""

from dealclock.answers.question import Question
from dealclock.answers.usable.message import message
from dealclock.answers.usable.result import UsableQuery, answer

QUESTION = Question("usable", "dealclock-usable/1", UsableQuery, answer, message)
