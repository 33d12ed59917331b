"""Questions on how days are counted."""

from dealclock.agreement.readings.reading import Reading

BUSINESS_DAY = Reading(
    "business-day",
    ("business_day",),
    "Which New York bank holidays are not Business Days?",
    {
        "federal-reserve": "the Federal Reserve's holidays",
        "gcl-24": "those, and also Lincoln's Birthday and Election Day",
    },
)
TRIGGER_DAY = Reading(
    "trigger-day",
    ("business_day",),
    "Is the day that starts a period counted?",
    {"EXCLUDED": "it is not counted", "INCLUDED": "it is the first day"},
    settled_against=("INCLUDED",),
)
CLOSED_LAST_DAY = Reading(
    "closed-last-day",
    ("deadline", "request"),
    "Does a period of calendar days ending on a closed day extend to the next Business Day?",
    {"NO-ROLL": "it ends on that day", "GCL-25": "it extends to the next Business Day"},
)
BEFORE = Reading(
    "at-least-before",
    ("window", "window before"),
    "Is the Nth Business Day before sufficient, or must N clear Business Days pass?",
    {
        "NTH-DAY": "the Nth Business Day before is sufficient",
        "CLEAR-DAYS": "N clear Business Days must pass",
    },
)

READINGS = (BUSINESS_DAY, TRIGGER_DAY, CLOSED_LAST_DAY, BEFORE)
