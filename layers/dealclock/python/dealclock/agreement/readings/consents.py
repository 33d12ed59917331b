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
WITHDRAWAL = Reading(
    "consent-withdrawal",
    ("waivers",),
    "Until when may a Holder take back its consent?",
    {
        "UNTIL-AGREED": "through the day on which what it consented to was agreed",
        "ANY-TIME": "at any time, and what was agreed then no longer carries by it",
    },
)
UNPROVEN_EXTENSION = Reading(
    "unproven-extension",
    ("waivers",),
    "Does an extension move its day where the consents it needs are not recorded?",
    {
        "TAKEN-AS-AGREED": "yes, as it was recorded, until the consents are known to fall short",
        "MUST-BE-SHOWN": "no, until the consents recorded carry it",
    },
)
SHORT_OF_CONSENT = Reading(
    "short-of-consent",
    ("waivers",),
    "Does what fell short of the consent it needs bind those who consented?",
    {
        "CONSENTING-BOUND": "those who consented, each for itself, and nobody else",
        "NOBODY-BOUND": "nobody: they consented to what was to bind all",
    },
)

READINGS = (DENOMINATOR, AFFILIATES, WITHDRAWAL, UNPROVEN_EXTENSION, SHORT_OF_CONSENT)
