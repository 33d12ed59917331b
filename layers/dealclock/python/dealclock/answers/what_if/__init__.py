"""`what-if`: what events not yet recorded would change. Nothing is recorded."""

from dealclock.answers.question import Question
from dealclock.answers.what_if.message import message
from dealclock.answers.what_if.result import WhatIfQuery, answer

QUESTION = Question(
    "what-if",
    "dealclock-what-if/1",
    WhatIfQuery,
    answer,
    message,
    "agreements/infocrossing-2004 --as-of 2004-11-20 "
    "--fact '{kind: registration-statement-effective, on: 2004-12-01}'",
)
