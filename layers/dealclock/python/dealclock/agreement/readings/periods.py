"""Questions on how long a protected period lasts, such as the Effectiveness Period."""

from dealclock.agreement.readings.reading import Reading

LAST_DAY = Reading(
    "last-protected-day",
    ("protected period",),
    "Is the anniversary that ends the period itself protected?",
    {
        "ANNIVERSARY-OUT": "the day before it is the last protected day",
        "ANNIVERSARY-IN": "the anniversary is the last protected day",
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
    "Do sales of all registered securities end the period if others were never registered?",
    {
        "LITERAL": "yes: only the registered securities count",
        "PURPOSIVE": "no: not while unregistered securities remain",
    },
)
CEASED = Reading(
    "ceased-outstanding",
    ("protected period",),
    "Have all securities ceased to be outstanding if Conversion Shares remain?",
    {
        "SHARES-TOO": "no: not until no Conversion Shares remain",
        "NOTES-ONLY": "yes: once no Note is outstanding",
    },
)

READINGS = (LAST_DAY, LEAP_DAY, ALL_SOLD, CEASED)
