"""The rate of Additional Interest, and on what it accrues."""

from dealclock.agreement.readings.reading import Reading

LADDER = Reading(
    "rate-ladder",
    ("rate schedule",),
    "Do the anniversary rates apply to a default of any age?",
    {
        "CALENDAR-LADDER": "the anniversary rates apply to a default of any age",
        "FIRST-90": "the first days always bear the first rate",
        "ADDITIVE": "in the first days both rates",
    },
)
TIER_CLOCK = Reading(
    "first-day-of-default",
    ("rate schedule",),
    "Which day is the first of a default's days, for the steps of its rate?",
    {"DAY-AFTER": "the first day that accrues", "DEFAULT-DAY": "the day of the default itself"},
    settled_against=("DEFAULT-DAY",),
)
CONCURRENT = Reading(
    "concurrent-defaults",
    ("rate schedule",),
    "What accrues while several Registration Defaults are open?",
    {
        "SINGLE-RATE": "one rate, the highest",
        "STACKED": "each accrues for itself",
        "CONTINUOUS-SPELL": "one clock from the first default until all are cured",
    },
)
NEW_DEFAULT = Reading(
    "default-after-cure",
    ("rate schedule",),
    "Does a default after a cure have first days of its own?",
    {
        "RESTART": "a new default starts anew",
        "CUMULATIVE": "the first days of all defaults add up",
        "FIXED-WINDOW": "the first days ran from the first default alone",
    },
)
AMENDED = Reading(
    "amended-rates",
    ("rate schedule",),
    "What rates does a default bear that had occurred when the rates were amended?",
    {
        "FROM-AMENDMENT": "the amended ones, from the day on which the amendment takes effect",
        "AS-IT-OCCURRED": "those of the day on which it occurred, until it is cured",
    },
    needs="rate schedule.formerly",
)
LATER_NOTES = Reading(
    "later-issued-notes",
    ("rate schedule",),
    "From when does a default accrue on Notes issued after it occurred?",
    {"FROM-ISSUE": "from their issue", "FROM-DEFAULT": "from the default, as on all Notes"},
)
CONVERTED = Reading(
    "converted-notes",
    ("rate schedule",),
    "What becomes of the interest accrued on Notes that are then converted?",
    {
        "ACCRUED-SURVIVES": "it stays payable; nothing accrues from the day of conversion on",
        "FORFEIT": "what was not yet payable is lost",
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
    "What is a Holder entitled to whose Questionnaire came after its deadline?",
    {
        "BARRED": "to nothing",
        "FROM-DELIVERY": "to what accrues from the day of its delivery",
        "RESTORED": "to everything, as if it had come in time",
    },
    needs="request.entitles_to",
)
NEVER_ASKED = Reading(
    "no-questionnaire-requested",
    ("rate schedule",),
    "Is a Holder entitled that no Questionnaire was ever requested of?",
    {
        "ENTITLED": "yes: no deadline was set that it could have missed",
        "NOT-ENTITLED": "no: nobody is that has not provided the information",
    },
    needs="request.entitles_to",
)
AFTER_RECORD_DATE = Reading(
    "payment-after-record-date",
    ("payment",),
    "When is interest paid that began to accrue between a record date and its payment date?",
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
