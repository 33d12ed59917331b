"""Questions on Suspension Periods: when they begin and end, their budgets, and any excess."""

from dealclock.agreement.readings.reading import Reading

SUSPENSION_START = Reading(
    "suspension-start",
    ("day budget",),
    "On which day does a Suspension Period begin?",
    {
        "DEEMED": "the day its notice is deemed given",
        "DISPATCH": "the day its notice is sent",
        "RECEIPT": "for each Holder, the day it receives the notice",
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
    "Does a period end on time if its last suspended day is the last day allowed?",
    {
        "DAY-45-PERMITTED": "yes: use may resume the day after the last day allowed",
        "STRICT-45": "no: use must resume on the last day allowed",
    },
)
SUSPENSION_LENGTH = Reading(
    "suspension-length",
    ("day budget.on_overrun",),
    "Does the default for a period not ended on time test that period or the aggregate?",
    {
        "ONE-PERIOD": "the days of one Suspension Period",
        "AGGREGATE": "also the days that remain under the aggregate limit",
    },
)
ANY_WINDOW = Reading(
    "any-window",
    ("day budget.in_any", "day budget.times_in_any"),
    'Which periods of a given number of days are "any" such period?',
    {
        "EVERY-ROLLING": "every run of that many consecutive days",
        "FIXED-BLOCKS": "consecutive blocks from the first suspended day",
    },
)
EXTENSION_NOTICE = Reading(
    "extension-notice",
    ("day budget.extended_by",),
    "Until when may a Suspension Period be extended?",
    {
        "BY-DAY-45": "by notice on or before its last day",
        "ANY-TIME": "by notice at any time during the period",
    },
)
EXTENSION_CAP = Reading(
    "extension-cap",
    ("day budget.extended_by",),
    "Does an extension raise the limit of its window, or only the length of one period?",
    {
        "WINDOW-60": "the longer limit applies to any window with a day of an extended period",
        "STRICT": "one period may be longer, and its extra days do not count in the aggregate",
    },
)
EXCESS_SUSPENSION = Reading(
    "excess-suspension",
    ("outage with cure", "day budget"),
    "Are suspended days beyond the allowance a failure to be usable?",
    {
        "RUNS-iii": "yes: the first excess day begins a cure period",
        "ONLY-iv": "no: they give rise only to the suspension defaults",
    },
)
AGGREGATE_CURE = Reading(
    "aggregate-default-cure",
    ("day budget.in_any",),
    "What cures a default for too many suspended days in the aggregate?",
    {
        "TERMINATION": "the end of the suspension",
        "TRAILING-TOTAL": "the day the trailing aggregate is back within its limit",
    },
)
DOWN_TIME = Reading(
    "down-time",
    ("outage with cure.down_time",),
    "Is down-time to add a Holder a failure to be usable?",
    {"NO-DEFAULT": "no", "DEFAULT": "yes: no exception applies"},
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
