"""Questions on questionnaires: when to send and return them, and the entitlement they protect."""

from dealclock.agreement.readings.reading import Reading

INTENDED = Reading(
    "intended-day",
    ("window before",),
    "Which intended day determines whether something already sent was sent inside its window?",
    {
        "AT-MAILING": "the day intended when it was sent",
        "LAST-INTENDED": "the most recent intended day",
    },
)
RUNS_FROM = Reading(
    "questionnaire-runs-from",
    ("request",),
    "From which day does the time to return a Questionnaire run?",
    {
        "REQUEST-DATE": "from the date of the written request",
        "DEEMED-GIVEN": "from the day the request is deemed given",
        "EXHIBIT-A": "from its delivery, for the time printed on the form",
    },
)
ENTITLED_BY = Reading(
    "entitlement-deadline",
    ("request", "rate schedule"),
    "Which deadline must a Holder meet to be entitled to Additional Interest?",
    {
        "HARMONISED": "the deadline for returning the Questionnaire",
        "THEREIN-LITERAL": "the deadline printed on the Questionnaire",
    },
    needs="request.entitles_to",
)
ENTITLED_ON = Reading(
    "entitlement-last-day",
    ("request", "rate schedule"),
    "Is a Questionnaire returned on the last day on time for Additional Interest?",
    {"INCLUSIVE": "it is on time", "STRICTLY-BEFORE": "it is a day late"},
    needs="request.entitles_to",
)

LATE = Reading(
    "late-questionnaire",
    ("frequency limit",),
    "Which Questionnaires require the Company to file to name their Holders?",
    {
        "AFTER-DEADLINE": "those received after the Questionnaire Deadline",
        "ANY-LATER": "those, and any received after the first filing",
    },
)
LIMITED = Reading(
    "limited-filing",
    ("frequency limit",),
    "What happens to a filing that the limit on filings excuses?",
    {
        "POSTPONE": "it is due when the next period begins, or when its own period ends if later",
        "RE-RUN": "its period restarts on the first day of the next period",
        "EXTINGUISH": "it is not owed",
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
        "LITERAL": "no: it covers amendments alone",
        "PURPOSIVE": "yes: it limits every filing",
    },
)
THRESHOLD = Reading(
    "late-threshold",
    ("frequency limit",),
    "Whose Notes must exceed the minimum amount for a filing to be owed?",
    {
        "AGGREGATE": "the Notes of all Holders in the filing together",
        "PER-HOLDER": "the Notes of each Holder alone",
    },
)
CLOCK = Reading(
    "threshold-clock",
    ("frequency limit",),
    "From which receipt does the time run if several together exceed the minimum amount?",
    {
        "CROSSING": "from the receipt that exceeds it",
        "FIRST-RECEIPT": "from the first of them",
    },
)
SHARES = Reading(
    "threshold-shares",
    ("frequency limit",),
    "Do Conversion Shares count toward the minimum amount of Notes?",
    {
        "ZERO": "no: it is an amount of Notes",
        "DEEMED-PRINCIPAL": "yes, as principal at the conversion price",
    },
)
BUYERS = Reading(
    "request-before-holding",
    ("request",),
    "Does a request to all Holders bind one that became a Holder after it?",
    {
        "NOT-ASKED": "no: the request was not made of it",
        "BINDS-BUYERS": "yes: it takes its Notes subject to the request and its deadline",
    },
)
AGAIN = Reading(
    "repeated-request",
    ("request",),
    "Does a later request give a Holder new time to return the Questionnaire?",
    {
        "EACH-REQUEST": "yes: each request has its own deadline, and one kept is enough",
        "FIRST-REQUEST": "no: the deadline of the first request stays",
    },
)
RESTATED = Reading(
    "restated-holding",
    ("frequency limit",),
    "Does a later form for more Notes require a filing for a Holder already named or to be named?",
    {
        "ALREADY-NAMED": "no: the filing is to name a Holder, and this one is named",
        "INCREASE-COUNTS": "yes: the additional Notes are to be included, and count",
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
    BUYERS,
    AGAIN,
    RESTATED,
)
