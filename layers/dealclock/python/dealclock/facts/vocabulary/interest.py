"""The Notes, and Additional Interest on them."""

from dealclock.facts.kind import FactKind

KINDS = (
    FactKind("notes-issued", "The option Notes were issued.", may=("lot",)),
    FactKind(
        "additional-interest-paid",
        "Additional Interest was paid.",
        needs=("about",),
        about_a="payment",
    ),
)
