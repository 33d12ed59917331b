"""Duties to Holders: reviews before a filing, and from when advice is owed."""

from dealclock.agreement.readings.reading import Reading

REVIEW = Reading(
    "review-period",
    ("minimum period",),
    "Must the review period have run out before the filing, or is its last day enough?",
    {
        "MINIMUM-PERIOD": "it must run out: the first Business Day after it",
        "NTH-DAY": "its last Business Day is enough",
    },
)
FIRST_REVIEW = Reading(
    "review-before-selling-holders",
    ("minimum period",),
    "Is a review due before the first filing, when there are no selling Holders yet?",
    {
        "NOT-DUE": "it is not due before there are selling Holders",
        "DUE": "it is due before the first filing too",
    },
)
ADVICE = Reading(
    "advice-event",
    ("duty",),
    "Does the time for advice run from the event, or from when it became known?",
    {"KNOWLEDGE": "from when it became known", "EVENT": "from the event"},
)

OBJECTION = Reading(
    "objection-time",
    ("minimum period",),
    "Until when may a selling Holder object to a filing?",
    {
        "END-OF-REVIEW": "until the last day of the review",
        "UNTIL-FILED": "until the filing is made",
    },
)
STOP = Reading(
    "stop-from",
    ("stop",),
    "From when does a notice stop the sales of those who receive it?",
    {
        "EARLIER": "from its receipt or the day it is deemed given, whichever is earlier",
        "RECEIPT": "from its receipt, where that is recorded",
        "DEEMED-GIVEN": "from the day it is deemed given",
    },
)

READINGS = (REVIEW, FIRST_REVIEW, ADVICE, OBJECTION, STOP)
