"""Shares trued up once warrants vest for which adjustment was deferred."""

from dealclock.agreement.readings.reading import Reading

_TRUE_UP = ("share true-up",)

CUT_OFF = Reading(
    "true-up-cutoff",
    _TRUE_UP,
    "Does the cut-off date limit the exercise alone, or the vesting as well?",
    {
        "EXERCISE-ONLY": "it limits the exercise alone",
        "ALSO-VESTING": "the vesting must come before it as well",
    },
)
DEDUCTION = Reading(
    "true-up-deduction",
    _TRUE_UP,
    "Do the shares previously issued include earlier true-ups?",
    {
        "EARLIER-TRUE-UPS": "they include earlier true-ups",
        "ORIGINAL-ONLY": "they are those of the exercise alone",
    },
)
ADJUSTMENTS = Reading(
    "true-up-adjustments",
    _TRUE_UP,
    "Does a true-up count all anti-dilution adjustments, or those for the vested warrants alone?",
    {
        "ALL": "all of them",
        "CAMDEN-ONLY": "those for the vested warrants alone",
    },
)
FRACTIONS = Reading(
    "share-fractions",
    _TRUE_UP,
    "Is a fraction of a share left out, or made up to a whole one?",
    {"DOWN": "it is left out", "UP": "it is made up to a whole one"},
)
SAME_DAY = Reading(
    "same-day-vesting",
    _TRUE_UP,
    "Does a vesting on the day of the exercise count as after it?",
    {
        "STRICTLY-AFTER": "only a later day is after it",
        "SAME-DAY": "the same day counts as after it",
    },
)

READINGS = (CUT_OFF, DEDUCTION, ADJUSTMENTS, FRACTIONS, SAME_DAY)
