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
    needs="request.entitles_to",
)
ENTITLED_ON = Reading(
    "entitlement-last-day",
    ("request", "rate schedule"),
    "Is a Questionnaire returned on the last day itself in time for Additional Interest?",
    {"INCLUSIVE": "it is in time", "STRICTLY-BEFORE": "it is a day late"},
    needs="request.entitles_to",
)

LATE = Reading(
    "late-questionnaire",
    ("frequency limit",),
    "Which Questionnaires oblige the Company to file so that their Holders are named?",
    {
        "AFTER-DEADLINE": "those received after the Questionnaire Deadline",
        "ANY-LATER": "those, and any received after the first filing",
    },
)
LIMITED = Reading(
    "limited-filing",
    ("frequency limit",),
    "What becomes of a filing that the limit on their number excuses?",
    {
        "POSTPONE": "it is due when the next period begins, or when its own time ends if later",
        "RE-RUN": "its time runs afresh from the first day of the next period",
        "EXTINGUISH": "it is not owed at all",
    },
)
SEMI_ANNUAL = Reading(
    "semi-annual-period",
    ("frequency limit",),
    "Which six months are a semi-annual period?",
    {
        "FISCAL-HALF": "the halves of the fiscal year",
        "ROLLING-SIX-MONTHS": "the six months from the last filing",
        "FROM-EFFECTIVENESS": "every six months from effectiveness",
    },
)
SUPPLEMENTS = Reading(
    "supplements-limited",
    ("frequency limit",),
    "Does the limit on amendments also limit prospectus supplements?",
    {
        "LITERAL": "no: it speaks of amendments alone",
        "PURPOSIVE": "yes: it limits every filing",
    },
)
THRESHOLD = Reading(
    "late-threshold",
    ("frequency limit",),
    "Whose Notes must be worth more than the least amount for a filing to be owed?",
    {
        "AGGREGATE": "those of all Holders in the filing together",
        "PER-HOLDER": "those of the one Holder",
    },
)
CLOCK = Reading(
    "threshold-clock",
    ("frequency limit",),
    "From which receipt does the time run when several together pass the least amount?",
    {
        "CROSSING": "from the one that passes it",
        "FIRST-RECEIPT": "from the first of them",
    },
)
SHARES = Reading(
    "threshold-shares",
    ("frequency limit",),
    "Do Conversion Shares count towards the least amount of Notes?",
    {
        "ZERO": "no: it is an amount of Notes",
        "DEEMED-PRINCIPAL": "yes, as so much principal at the conversion price",
    },
)

READINGS = (
    INTENDED,
    RUNS_FROM,
    ENTITLED_BY,
    ENTITLED_ON,
    LATE,
    LIMITED,
    SEMI_ANNUAL,
    SUPPLEMENTS,
    THRESHOLD,
    CLOCK,
    SHARES,
)
