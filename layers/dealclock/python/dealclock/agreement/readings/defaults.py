"""When a Registration Default occurs, and when one for want of a cure ends."""

from dealclock.agreement.readings.reading import Reading

LAPSE = Reading(
    "default-occurs",
    ("rate schedule",),
    "When does a Registration Default by a missed deadline occur?",
    {"LAPSE": "on the last day, as it ends", "NEXT-DAY": "the day after"},
)
RELATION = Reading(
    "uncured-default-occurs",
    ("outage with cure",),
    "Does a default for want of a cure occur when the cure window ends, or relate back?",
    {"AT-LAPSE": "when the cure window ends", "RELATE-BACK": "on the day of the failure"},
)
SUSPENSION_IN_CURE = Reading(
    "suspension-in-cure-window",
    ("outage with cure.excused_by",),
    "Does a Suspension Period begun inside the cure window stop its clock?",
    {
        "TOLL-RESUME": "it stops the clock, and the rest runs on",
        "TOLL-FRESH": "it stops the clock, and the days run afresh",
        "NO-TOLL": "it does not stop the clock",
    },
)
NOTICE_DAY_IN_CURE = Reading(
    "notice-day-in-cure-window",
    ("outage with cure.excused_by",),
    "Does the day a Suspension Period begins count in the cure window that it stops?",
    {
        "COUNTED": "yes: the clock stops as that day ends",
        "NOT-COUNTED": "no: that day is suspended, and is day 1 of the 45",
    },
)
RESUMPTION_DAY_IN_CURE = Reading(
    "resumption-day-in-cure-window",
    ("outage with cure.excused_by",),
    "Does the first day that a Suspension Period no longer excuses count in the cure window?",
    {
        "NOT-COUNTED": "no: the days left are counted from it, and the next day is the first",
        "COUNTED": "yes: it is no suspended day, so it is the first of the days left",
    },
)
PERIOD_END = Reading(
    "default-at-period-end",
    ("protected period", "outage with cure"),
    "Does an open usability default stop accruing when the Effectiveness Period ends?",
    {"STOP": "it stops", "RUN-ON": "it runs until a cure"},
)
NOTICE_EVENT = Reading(
    "notice-event",
    ("notice",),
    "From which day does the time for notice of a default run?",
    {"DEFAULT-DATE": "from the default", "FIRST-ACCRUAL-DAY": "from the first day that accrues"},
)
IDLE_NOTICE = Reading(
    "notice-of-idle-default",
    ("notice",),
    "Is notice owed of a default on which nothing accrued?",
    {"GIVEN": "it is given of every default", "NOT-OWED": "only of one that accrues"},
)
STEP_NOTICE = Reading(
    "notice-of-rate-step",
    ("notice",),
    "Is a step of the rate an event of which notice is owed?",
    {"NOT-OWED": "notice is of the default alone", "EACH-STEP": "of each step as well"},
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
