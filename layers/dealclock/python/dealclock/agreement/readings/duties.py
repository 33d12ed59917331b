"""Questions on duties to Holders: reviews before a filing, and when advice is owed."""

from dealclock.agreement.readings.reading import Reading

REVIEW = Reading(
    "review-period",
    ("minimum period",),
    "Must the review period end before the filing, or may the filing be made on its last day?",
    {
        "MINIMUM-PERIOD": "it must end first: file on the next Business Day",
        "NTH-DAY": "the filing may be made on its last Business Day",
    },
)
FIRST_REVIEW = Reading(
    "review-before-selling-holders",
    ("minimum period",),
    "Is a review required before the first filing, when there are no selling Holders yet?",
    {
        "NOT-DUE": "not until there are selling Holders",
        "DUE": "a review is required before the first filing too",
    },
)
ADVICE = Reading(
    "advice-event",
    ("duty.known_by",),
    "Does the time to give advice run from the event, or from when the Company knew of it?",
    {"KNOWLEDGE": "from when the Company knew of it", "EVENT": "from the event"},
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
    "From when must Holders who receive a notice stop selling?",
    {
        "EARLIER": "from receipt or the day it is deemed given, whichever is earlier",
        "RECEIPT": "from receipt, if recorded",
        "DEEMED-GIVEN": "from the day it is deemed given",
    },
)

READINGS = (REVIEW, FIRST_REVIEW, ADVICE, OBJECTION, STOP)
