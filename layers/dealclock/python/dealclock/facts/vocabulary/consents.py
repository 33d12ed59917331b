"""What those to whom something is owed allow: more time, or a default put aside."""

from dealclock.facts.kind import FactKind

KINDS = (
    FactKind(
        "extension",
        "The time to meet an obligation was extended to a later day.",
        needs=("about", "target"),
        may=("holder", "amount"),
        about_a="owed",
    ),
    FactKind(
        "waiver",
        "A default or an obligation was waived, by one Holder or for all.",
        needs=("about",),
        may=("holder", "amount", "target"),
        about_a="owed",
    ),
)
