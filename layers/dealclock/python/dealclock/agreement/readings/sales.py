"""Questions on a Holder's notices and sales."""

from dealclock.agreement.readings.reading import Reading

SALE_NOTICE = Reading(
    "sale-notice-effect",
    ("window",),
    "From when do a Sale Notice's five Business Days run?",
    {
        "FROM-NOTICE": "its days run from the notice",
        "FROM-WINDOW": "its days run from the day distribution may start",
        "NOTICE-DAY-COUNTS": "its days run from the notice, counting its own day",
    },
)

SALE_FORM = Reading(
    "sale-notice-form",
    ("window",),
    "Does the attached form, given after the transfer, satisfy the Sale Notice requirement?",
    {
        "CLAUSE-CONTROLS": "no: the Section requires notice before the sale",
        "FORM-CONTROLS": "yes: one notice on transfer is enough",
    },
)
DISTRIBUTION = Reading(
    "distribution-day",
    ("window",),
    "Which day must fall inside the window: the trade date or the settlement date?",
    {"TRADE-DATE": "the trade date", "SETTLEMENT": "the settlement date"},
)

READINGS = (SALE_NOTICE, SALE_FORM, DISTRIBUTION)
