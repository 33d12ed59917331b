"""What those to whom something is owed allow: more time, or a default put aside."""

from dealclock.facts.kind import FactKind

KINDS = (
    FactKind(
        "extension",
        "The time to meet an obligation was extended to a later day.",
        needs=("about", "target"),
        may=("holder", "amount", "shares"),
        about_a="owed",
        critical=True,
    ),
    FactKind(
        "waiver",
        "A default or an obligation was waived, by one Holder or for all.",
        needs=("about",),
        may=("holder", "amount", "shares", "target"),
        about_a="owed",
        critical=True,
    ),
    FactKind(
        "consent-given",
        "A Holder consented to the waiver, extension or amendment it is about.",
        needs=("about", "holder", "amount"),
        may=("lot", "shares"),
        about_a="instance",
    ),
    FactKind(
        "consent-withdrawn",
        "A Holder took back the consent it is about.",
        needs=("about",),
        about_a="fact",
    ),
    FactKind(
        "record-date-set",
        "The Holders of the day named decide on what it is about.",
        needs=("about", "target"),
        about_a="instance",
    ),
    FactKind(
        "affiliate-holdings",
        "The Company, or an affiliate of it, holds so much.",
        needs=("holder", "amount"),
        may=("shares",),
    ),
)
