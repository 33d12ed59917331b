"""A Holder's own notices and sales."""

from dealclock.agreement.readings.reading import Reading

SALE_NOTICE = Reading(
    "sale-notice-effect",
    ("window",),
    "From when do a Sale Notice's five Business Days run?",
    {
        "FROM-NOTICE": "the five run from the notice",
        "FROM-WINDOW": "the five run from the day distribution may start",
        "NOTICE-DAY-COUNTS": "the five run from the notice, its own day counted",
    },
)

READINGS = (SALE_NOTICE,)
