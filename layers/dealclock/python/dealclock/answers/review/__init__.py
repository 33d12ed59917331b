"""`review`: the earliest filing date after drafts went out, or the last day to send them."""

from dealclock.answers.question import Question
from dealclock.answers.review.message import message
from dealclock.answers.review.result import ReviewQuery, answer

QUESTION = Question(
    "review",
    "dealclock-review/1",
    ReviewQuery,
    answer,
    message,
    "agreements/infocrossing-2004 --as-of 2004-11-20 --document amendment-filed "
    "--filing 2004-12-24",
)
