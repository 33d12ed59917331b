"""Duties to Holders: reviews before a filing."""

from dealclock.agreement.readings.reading import Reading

REVIEW = Reading(
    "review-period",
    ("minimum period", "frequency limit"),
    "Must the review period have run out before the filing, or is its last day enough?",
    {
        "MINIMUM-PERIOD": "it must run out: the first Business Day after it",
        "NTH-DAY": "its last Business Day is enough",
    },
)

READINGS = (REVIEW,)
