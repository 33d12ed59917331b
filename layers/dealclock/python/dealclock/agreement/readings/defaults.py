"""Questions on when a Registration Default occurs and when it is cured."""

from dealclock.agreement.readings.reading import Reading

LAPSE = Reading(
    "default-occurs",
    ("rate schedule",),
    "When does a Registration Default for a missed deadline occur?",
    {"LAPSE": "on the last day, as it ends", "NEXT-DAY": "the day after"},
)
RELATION = Reading(
    "uncured-default-occurs",
    ("outage with cure",),
    "Does a default for failure to cure occur when the cure period ends, or relate back?",
    {"AT-LAPSE": "when the cure period ends", "RELATE-BACK": "on the day of the failure"},
)
SUSPENSION_IN_CURE = Reading(
    "suspension-in-cure-window",
    ("outage with cure.excused_by",),
    "Does a Suspension Period that begins inside the cure period stop its clock?",
    {
        "TOLL-RESUME": "it stops the clock, and the remaining days resume afterwards",
        "TOLL-FRESH": "it stops the clock, and a full period starts afterwards",
        "NO-TOLL": "it does not stop the clock",
    },
)
NOTICE_DAY_IN_CURE = Reading(
    "notice-day-in-cure-window",
    ("outage with cure.excused_by",),
    "Does the day a Suspension Period begins count in the cure period that it stops?",
    {
        "COUNTED": "yes: the clock stops as that day ends",
        "NOT-COUNTED": "no: that day is suspended, as day 1 of the 45",
    },
)
RESUMPTION_DAY_IN_CURE = Reading(
    "resumption-day-in-cure-window",
    ("outage with cure.excused_by",),
    "Does the first day after a Suspension Period count in the cure period?",
    {
        "NOT-COUNTED": "no: the remaining days count from it; the next day is the first",
        "COUNTED": "yes: it is not a suspended day, so it is the first remaining day",
    },
)
PERIOD_END = Reading(
    "default-at-period-end",
    ("protected period", "outage with cure"),
    "Does an open usability default stop accruing when the Effectiveness Period ends?",
    {"STOP": "it stops", "RUN-ON": "it accrues until a cure"},
)
NOTICE_EVENT = Reading(
    "notice-event",
    ("notice",),
    "From which day does the time to give notice of a default run?",
    {
        "DEFAULT-DATE": "from the default",
        "FIRST-ACCRUAL-DAY": "from the first day interest accrues",
    },
)
IDLE_NOTICE = Reading(
    "notice-of-idle-default",
    ("notice",),
    "Is notice required of a default on which nothing accrued?",
    {
        "GIVEN": "notice is required of every default",
        "NOT-OWED": "notice is required only if interest accrues",
    },
)
STEP_NOTICE = Reading(
    "notice-of-rate-step",
    ("notice",),
    "Is a rate step an event that requires notice?",
    {
        "NOT-OWED": "only the default requires notice",
        "EACH-STEP": "each step requires notice as well",
    },
)

READINGS = (
    LAPSE,
    RELATION,
    SUSPENSION_IN_CURE,
    NOTICE_DAY_IN_CURE,
    RESUMPTION_DAY_IN_CURE,
    PERIOD_END,
    NOTICE_EVENT,
    IDLE_NOTICE,
    STEP_NOTICE,
)
