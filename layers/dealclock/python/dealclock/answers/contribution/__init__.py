"""`contribution`: how a loss is shared between the Company and a Holder by relative benefit."""

from dealclock.answers.contribution.message import message
from dealclock.answers.contribution.result import ContributionQuery, answer
from dealclock.answers.question import Question

QUESTION = Question(
    "contribution",
    "dealclock-contribution/1",
    ContributionQuery,
    answer,
    message,
    "agreements/infocrossing-2004 --as-of 2004-11-20 --loss 1000000 "
    "--company-proceeds 57000000 --holder-proceeds 1000000",
)
