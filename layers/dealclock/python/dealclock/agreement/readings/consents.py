"""Questions on what counts in a consent of Holders."""

from dealclock.agreement.readings.reading import Reading

DENOMINATOR = Reading(
    "majority-denominator",
    ("consent threshold",),
    "Do Conversion Shares count as principal in the denominator as well as in the numerator?",
    {
        "DEEMED-BOTH-SIDES": "they count in both the numerator and the denominator",
        "NOTES-ONLY": "the denominator is the outstanding Notes alone",
    },
)
AFFILIATES = Reading(
    "affiliate-holdings",
    ("consent threshold",),
    "Are holdings of the Company and its affiliates excluded from the denominator as well?",
    {
        "EXCLUDED-BOTH-SIDES": "they are excluded from both the numerator and the denominator",
        "EXCLUDED-FROM-CONSENTS": "they are excluded from the consents alone",
    },
)
WITHDRAWAL = Reading(
    "consent-withdrawal",
    ("waivers",),
    "Until when may a Holder withdraw its consent?",
    {
        "UNTIL-AGREED": "through the day on which the matter was agreed",
        "ANY-TIME": "at any time, and the consent then no longer counts for what was agreed",
    },
)
UNPROVEN_EXTENSION = Reading(
    "unproven-extension",
    ("waivers",),
    "Does an extension move the due date if the required consents are not recorded?",
    {
        "TAKEN-AS-AGREED": "yes, as recorded, until the consents are known to fall short",
        "MUST-BE-SHOWN": "no, until the required consents are recorded",
    },
)
SHORT_OF_CONSENT = Reading(
    "short-of-consent",
    ("waivers",),
    "Does a matter that fell short of the required consent bind the Holders who consented?",
    {
        "CONSENTING-BOUND": "it binds each consenting Holder for itself, and no other",
        "NOBODY-BOUND": "it binds no one: they consented to a matter meant to bind all",
    },
)
WAIVED_AHEAD = Reading(
    "waiver-before-lapse",
    ("waivers",),
    "Does a waiver given before an obligation lapses prevent the default?",
    {
        "NO-DEFAULT": "yes: the obligation is excused, so no default occurs",
        "MARKS-DEFAULT": "no: the default occurs and is marked as waived; interest is computed",
    },
)
OWN_ANSWER = Reading(
    "own-extension",
    ("waivers",),
    "May the Company give one Holder more time to perform that Holder's own obligation?",
    {
        "OWN-DATE": "yes: that Holder's date moves, and no other",
        "NEEDS-MAJORITY": "no: it is a departure that needs the required consents",
    },
)

READINGS = (
    DENOMINATOR,
    AFFILIATES,
    WITHDRAWAL,
    UNPROVEN_EXTENSION,
    SHORT_OF_CONSENT,
    WAIVED_AHEAD,
    OWN_ANSWER,
)
