"""What people say of conclusions and of facts."""

from dealclock.facts.kind import FactKind

CONFIRMED, DISPUTED = "default-confirmed", "default-disputed"
RELEASED = "conclusion-released"
KINDS = (
    FactKind(
        CONFIRMED,
        "A possible default was confirmed, as advised by counsel.",
        needs=("about",),
        critical=True,
    ),
    FactKind(DISPUTED, "A possible default is disputed.", needs=("about",), critical=True),
    FactKind(
        RELEASED,
        "A conclusion was released, as it was on that day, to someone outside the team.",
        needs=("about", "to", "released"),
        may=("holder",),
        critical=True,
        about_a="instance",
    ),
    FactKind("retraction", "The named event or correction is retracted.", retracts=True),
    FactKind(
        "nothing-else-happened",
        "Events not recorded in this history did not happen.",
        absence=True,
    ),
)
