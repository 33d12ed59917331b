"""Suspension Periods: when one begins and ends, what it draws on, and what follows from excess."""

from dealclock.agreement.readings.reading import Reading

SUSPENSION_START = Reading(
    "suspension-start",
    ("day budget",),
    "On which day does a Suspension Period begin?",
    {
        "DEEMED": "the day its notice is deemed given",
        "DISPATCH": "the day its notice is sent",
        "RECEIPT": "for each Holder the day it has the notice",
    },
)
FIRST_SUSPENDED_DAY = Reading(
    "first-suspended-day",
    ("day budget",),
    "Is the day on which a Suspension Period begins its first day?",
    {"NOTICE-DAY-COUNTS": "it is day 1", "NOTICE-DAY-EXCLUDED": "day 1 is the day after"},
    settled_against=("NOTICE-DAY-EXCLUDED",),
)
SUSPENSION_END = Reading(
    "suspension-end",
    ("day budget",),
    "Is a period ended in time whose last suspended day is the last one allowed?",
    {
        "DAY-45-PERMITTED": "yes: use may resume on the day after the last one allowed",
        "STRICT-45": "no: use must resume on the last day itself",
    },
)
SUSPENSION_LENGTH = Reading(
    "suspension-length",
    ("day budget.on_overrun",),
    "Does the default of a period not ended in time test that period or the aggregate?",
    {
        "ONE-PERIOD": "the days of one Suspension Period",
        "AGGREGATE": "also the aggregate days that the allowance leaves it",
    },
)
ANY_WINDOW = Reading(
    "any-window",
    ("day budget.in_any", "day budget.times_in_any"),
    'Which periods of so many days are "any" such period?',
    {
        "EVERY-ROLLING": "every run of so many consecutive days",
        "FIXED-BLOCKS": "one after another, from the first suspended day",
    },
)
EXTENSION_NOTICE = Reading(
    "extension-notice",
    ("day budget.extended_by",),
    "Until when may a Suspension Period be extended?",
    {
        "BY-DAY-45": "by notice on or before the last day it had",
        "ANY-TIME": "by notice at any time while it runs",
    },
)
EXTENSION_CAP = Reading(
    "extension-cap",
    ("day budget.extended_by",),
    "Does an extension raise what its window may hold, or only the length of one period?",
    {
        "WINDOW-60": "a window with an extended period's day may hold the longer number",
        "STRICT": "one period may run on, its further days outside the aggregate",
    },
)
EXCESS_SUSPENSION = Reading(
    "excess-suspension",
    ("outage with cure", "day budget"),
    "Are suspended days beyond the allowance a failure to be usable?",
    {
        "RUNS-iii": "yes: the first of them begins a cure window",
        "ONLY-iv": "no: they give rise to the defaults of suspensions alone",
    },
)
AGGREGATE_CURE = Reading(
    "aggregate-default-cure",
    ("day budget.in_any",),
    "What cures a default by the aggregate of suspended days?",
    {
        "TERMINATION": "the end of the suspension",
        "TRAILING-TOTAL": "the day on which the trailing aggregate is allowed again",
    },
)
DOWN_TIME = Reading(
    "down-time",
    ("outage with cure.down_time",),
    "Is down-time to add a Holder a failure to be usable?",
    {"NO-DEFAULT": "no", "DEFAULT": "yes: nothing excepts it"},
)

READINGS = (
    SUSPENSION_START,
    FIRST_SUSPENDED_DAY,
    SUSPENSION_END,
    SUSPENSION_LENGTH,
    ANY_WINDOW,
    EXTENSION_NOTICE,
    EXTENSION_CAP,
    EXCESS_SUSPENSION,
    AGGREGATE_CURE,
    DOWN_TIME,
)
