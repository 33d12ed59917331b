"""`explain`: one date or amount, step by step."""

from dealclock.answers.explain.message import message
from dealclock.answers.explain.result import FORMAT, ExplainQuery, answer, document
from dealclock.answers.question import Question

QUESTION = Question("explain", FORMAT, ExplainQuery, answer, message, encode=document)
