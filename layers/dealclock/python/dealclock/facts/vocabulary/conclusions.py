"""What people say of conclusions and of facts."""

from dealclock.facts.kind import FactKind

CONFIRMED, DISPUTED = "default-confirmed", "default-disputed"
KINDS = (
    FactKind(
        CONFIRMED,
        "A possible default was confirmed, as advised by counsel.",
        needs=("about",),
        critical=True,
    ),
    FactKind(DISPUTED, "A possible default is disputed.", needs=("about",), critical=True),
    FactKind("retraction", "The named event or correction is retracted.", retracts=True),
    FactKind(
        "nothing-else-happened",
        "Events not recorded in this history did not happen.",
        absence=True,
    ),
)
