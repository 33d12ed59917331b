"""What people say of conclusions and of facts."""

from dealclock.facts.kind import FactKind

KINDS = (
    FactKind(
        "default-confirmed",
        "Counsel confirms a computed default.",
        needs=("about",),
        critical=True,
    ),
    FactKind(
        "default-disputed", "A computed default is disputed.", needs=("about",), critical=True
    ),
    FactKind("retraction", "The fact it corrects did not happen.", retracts=True),
    FactKind(
        "nothing-else-happened",
        "What this history does not record did not happen.",
        absence=True,
    ),
)
