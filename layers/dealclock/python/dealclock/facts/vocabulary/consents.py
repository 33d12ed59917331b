"""What those to whom something is owed allow: more time, or a default put aside."""

from dealclock.facts.kind import FactKind

KINDS = (
    FactKind(
        "extension",
        "The due date of an obligation was extended.",
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
        "A Holder consented to the named waiver, extension or amendment.",
        needs=("about", "holder", "amount"),
        may=("lot", "shares"),
        about_a="instance",
    ),
    FactKind(
        "consent-withdrawn",
        "A Holder withdrew the named consent.",
        needs=("about",),
        about_a="fact",
    ),
    FactKind(
        "record-date-set",
        "The record date was set for the named decision.",
        needs=("about", "target"),
        about_a="instance",
    ),
    FactKind(
        "affiliate-holdings",
        "Holdings of the Company or an affiliate were stated.",
        needs=("holder", "amount"),
        may=("shares",),
    ),
)
