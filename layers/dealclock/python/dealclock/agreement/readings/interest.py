"""Questions on the rate of Additional Interest and on what it accrues."""

from dealclock.agreement.readings.reading import Reading

LADDER = Reading(
    "rate-ladder",
    ("rate schedule",),
    "Do the anniversary rates apply to a default of any age?",
    {
        "CALENDAR-LADDER": "the anniversary rates apply to a default of any age",
        "FIRST-90": "the first days always bear the first rate",
        "ADDITIVE": "both rates apply in the first days",
    },
)
TIER_CLOCK = Reading(
    "first-day-of-default",
    ("rate schedule",),
    "Which day is day 1 of a default, for its rate steps?",
    {
        "DAY-AFTER": "the first day that accrues interest",
        "DEFAULT-DAY": "the day of the default itself",
    },
    settled_against=("DEFAULT-DAY",),
)
CONCURRENT = Reading(
    "concurrent-defaults",
    ("rate schedule",),
    "What accrues while several Registration Defaults are open?",
    {
        "SINGLE-RATE": "one rate, the highest",
        "STACKED": "each accrues separately",
        "CONTINUOUS-SPELL": "one clock from the first default until all are cured",
    },
)
NEW_DEFAULT = Reading(
    "default-after-cure",
    ("rate schedule",),
    "Does a default after a cure start its own count of days?",
    {
        "RESTART": "a new default starts a new count",
        "CUMULATIVE": "the first days of all defaults add up",
        "FIXED-WINDOW": "the first days count from the first default alone",
    },
)
AMENDED = Reading(
    "amended-rates",
    ("rate schedule",),
    "What rates apply to a default that occurred before the rates were amended?",
    {
        "FROM-AMENDMENT": "the amended rates, from the day the amendment takes effect",
        "AS-IT-OCCURRED": "the rates in effect when it occurred, until it is cured",
    },
    needs="rate schedule.formerly",
)
LATER_NOTES = Reading(
    "later-issued-notes",
    ("rate schedule",),
    "From when does interest accrue on Notes issued after the default?",
    {"FROM-ISSUE": "from their issue date", "FROM-DEFAULT": "from the default, as on all Notes"},
)
CONVERTED = Reading(
    "converted-notes",
    ("rate schedule",),
    "What happens to interest accrued on Notes that are later converted?",
    {
        "ACCRUED-SURVIVES": "it remains payable; nothing accrues from the conversion date on",
        "FORFEIT": "amounts not yet payable are forfeited",
    },
)
BASE = Reading(
    "interest-base",
    ("rate schedule",),
    "Does interest accrue on Notes sold under the shelf, which are no longer restricted?",
    {
        "TRS-NOTES": "no, only on Notes that are Transfer Restricted Securities",
        "ALL-NOTES": "yes, on all Notes outstanding",
    },
)
LATE_ANSWER = Reading(
    "late-entitlement",
    ("rate schedule",),
    "What is a Holder entitled to if its Questionnaire arrived after the deadline?",
    {
        "BARRED": "nothing",
        "FROM-DELIVERY": "what accrues from the day of delivery",
        "RESTORED": "everything, as if it had arrived on time",
    },
    needs="request.entitles_to",
)
NEVER_ASKED = Reading(
    "no-questionnaire-requested",
    ("rate schedule",),
    "Is a Holder entitled if no Questionnaire was ever requested of it?",
    {
        "ENTITLED": "yes: it had no deadline to miss",
        "NOT-ENTITLED": "no: only Holders that provided the information are entitled",
    },
    needs="request.entitles_to",
)
AFTER_RECORD_DATE = Reading(
    "payment-after-record-date",
    ("payment",),
    "When is interest paid if it began to accrue between a record date and its payment date?",
    {
        "AT-ONCE": "on that payment date, to the Record Holders of the earlier record date",
        "NEXT-DATE": "on the payment date after it",
    },
)

READINGS = (
    LADDER,
    TIER_CLOCK,
    CONCURRENT,
    NEW_DEFAULT,
    AMENDED,
    LATER_NOTES,
    CONVERTED,
    BASE,
    LATE_ANSWER,
    NEVER_ASKED,
    AFTER_RECORD_DATE,
)
