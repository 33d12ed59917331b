"""`questionnaires`: when they go out and come back, who is entitled, and filings owed."""

from dealclock.answers.question import Question
from dealclock.answers.questionnaires.message import message
from dealclock.answers.questionnaires.result import QuestionnairesQuery, answer

QUESTION = Question(
    "questionnaires",
    "dealclock-questionnaires/1",
    QuestionnairesQuery,
    answer,
    message,
    "agreements/infocrossing-2004 --as-of 2004-11-20",
)
