"""Questions on share true-ups once warrants with a deferred adjustment vest."""

from dealclock.agreement.readings.reading import Reading

_TRUE_UP = ("share true-up",)

CUT_OFF = Reading(
    "true-up-cutoff",
    _TRUE_UP,
    "Does the cut-off date apply to the exercise alone, or to the vesting as well?",
    {
        "EXERCISE-ONLY": "it applies to the exercise alone",
        "ALSO-VESTING": "the vesting must precede it as well",
    },
)
DEDUCTION = Reading(
    "true-up-deduction",
    _TRUE_UP,
    "Do the shares previously issued include earlier true-ups?",
    {
        "EARLIER-TRUE-UPS": "they include earlier true-ups",
        "ORIGINAL-ONLY": "they are the shares of the exercise alone",
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
    "Is a fraction of a share dropped or rounded up?",
    {"DOWN": "it is dropped", "UP": "it is rounded up to a whole share"},
)
SAME_DAY = Reading(
    "same-day-vesting",
    _TRUE_UP,
    "Does a vesting on the exercise date count as after it?",
    {
        "STRICTLY-AFTER": "no: only a later day counts",
        "SAME-DAY": "yes: the same day counts",
    },
)

READINGS = (CUT_OFF, DEDUCTION, ADJUSTMENTS, FRACTIONS, SAME_DAY)
