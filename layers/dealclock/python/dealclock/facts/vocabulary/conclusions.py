"""What people say of conclusions and of facts."""

from dealclock.facts.kind import FactKind

CONFIRMED, DISPUTED = "default-confirmed", "default-disputed"
KINDS = (
    FactKind(
        CONFIRMED,
        "A computed default is confirmed, on counsel's word.",
        needs=("about",),
        critical=True,
    ),
    FactKind(DISPUTED, "A computed default is disputed.", needs=("about",), critical=True),
    FactKind("retraction", "The event or the correction it names is taken back.", retracts=True),
    FactKind(
        "nothing-else-happened",
        "What this history does not record did not happen.",
        absence=True,
    ),
)
