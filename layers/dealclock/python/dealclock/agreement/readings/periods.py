"""How long a protected period lasts, such as the Effectiveness Period."""

from dealclock.agreement.readings.reading import Reading

LAST_DAY = Reading(
    "last-protected-day",
    ("protected period",),
    "Is the anniversary on which the period ends still protected?",
    {
        "ANNIVERSARY-OUT": "the day before it is the last",
        "ANNIVERSARY-IN": "the anniversary itself is the last",
    },
)
LEAP_DAY = Reading(
    "leap-day-anniversary",
    ("protected period",),
    "On which day is the anniversary of February 29 in a common year?",
    {"FEBRUARY-28": "on February 28", "MARCH-1": "on March 1"},
)
ALL_SOLD = Reading(
    "all-sold",
    ("protected period",),
    "Do sales of all registered securities end the period while others were never registered?",
    {
        "LITERAL": "they do: only the registered ones count",
        "PURPOSIVE": "not while unregistered ones remain",
    },
)
CEASED = Reading(
    "ceased-outstanding",
    ("protected period",),
    "Have all securities ceased to be outstanding while Conversion Shares are?",
    {
        "SHARES-TOO": "not before the Conversion Shares are gone too",
        "NOTES-ONLY": "once no Note is outstanding",
    },
)

READINGS = (LAST_DAY, LEAP_DAY, ALL_SOLD, CEASED)
