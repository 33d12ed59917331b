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

SALE_FORM = Reading(
    "sale-notice-form",
    ("window",),
    "Does the attached form, given after the transfer, do for a Sale Notice?",
    {
        "CLAUSE-CONTROLS": "no: the clause wants a notice before the sale",
        "FORM-CONTROLS": "yes: one notice on transfer is enough",
    },
)
DISTRIBUTION = Reading(
    "distribution-day",
    ("window",),
    "Which day must lie inside the window: that of the trade, or of its settlement?",
    {"TRADE-DATE": "the day of the trade", "SETTLEMENT": "the day it settles"},
)

READINGS = (SALE_NOTICE, SALE_FORM, DISTRIBUTION)
