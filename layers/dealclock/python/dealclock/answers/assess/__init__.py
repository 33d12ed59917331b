"""`assess`: everything true of a deal as of a day, or what someone outside its team is shown."""

from dealclock.answers.assess.message import message
from dealclock.answers.assess.result import FORMAT, AssessQuery, answer, document
from dealclock.answers.question import Question

QUESTION = Question("assess", FORMAT, AssessQuery, answer, message, encode=document)
