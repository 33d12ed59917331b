"""What counts when Holders decide by principal."""

from dealclock.agreement.readings.reading import Reading

DENOMINATOR = Reading(
    "majority-denominator",
    ("consent threshold",),
    "Do Conversion Shares count as principal in the whole as well as in the part that consents?",
    {
        "DEEMED-BOTH-SIDES": "they count on both sides of the fraction",
        "NOTES-ONLY": "the whole is the Notes outstanding alone",
    },
)
AFFILIATES = Reading(
    "affiliate-holdings",
    ("consent threshold",),
    "Are holdings of the Company and its affiliates left out of the whole as well?",
    {
        "EXCLUDED-BOTH-SIDES": "they are left out on both sides of the fraction",
        "EXCLUDED-FROM-CONSENTS": "they are left out of what consents alone",
    },
)

READINGS = (DENOMINATOR, AFFILIATES)
