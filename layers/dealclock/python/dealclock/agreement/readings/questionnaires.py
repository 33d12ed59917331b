"""Questionnaires: when they are to be sent, when returned, and who keeps what by returning them."""

from dealclock.agreement.readings.reading import Reading

INTENDED = Reading(
    "intended-day",
    ("window before",),
    "By which intended day is something already sent in a window before it judged?",
    {
        "AT-MAILING": "the day intended when it was sent",
        "LAST-INTENDED": "the day last intended",
    },
)
RUNS_FROM = Reading(
    "questionnaire-runs-from",
    ("request",),
    "From which day does the time to return a Questionnaire run?",
    {
        "REQUEST-DATE": "from the date of the written request",
        "DEEMED-GIVEN": "from the day the request is deemed given",
        "EXHIBIT-A": "from its delivery, for as long as the form itself prints",
    },
)
ENTITLED_BY = Reading(
    "entitlement-deadline",
    ("request", "rate schedule"),
    "Which deadline must a Holder keep to be entitled to Additional Interest?",
    {
        "HARMONISED": "the one deadline by which the Questionnaire is to be returned",
        "THEREIN-LITERAL": "the deadline the Questionnaire itself prints",
    },
)
ENTITLED_ON = Reading(
    "entitlement-last-day",
    ("request", "rate schedule"),
    "Is a Questionnaire returned on the last day itself in time for Additional Interest?",
    {"INCLUSIVE": "it is in time", "STRICTLY-BEFORE": "it is a day late"},
)

READINGS = (INTENDED, RUNS_FROM, ENTITLED_BY, ENTITLED_ON)
