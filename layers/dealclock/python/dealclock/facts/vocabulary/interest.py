"""The Notes, who holds them, and Additional Interest on them."""

from dealclock.facts.kind import FactKind

PAID = "additional-interest-paid"
KINDS = (
    FactKind("notes-issued", "The option Notes were issued.", may=("lot", "amount")),
    FactKind(
        "notes-converted",
        "Notes were converted into shares.",
        needs=("lot", "amount"),
        may=("holder", "shares"),
    ),
    FactKind(
        "notes-retired",
        "Notes were redeemed, repurchased or canceled.",
        needs=("lot", "amount"),
        may=("holder",),
    ),
    FactKind(
        "notes-sold-under-shelf",
        "Notes were sold under the Shelf Registration Statement.",
        needs=("lot", "amount"),
        may=("holder",),
    ),
    FactKind(
        "notes-acquired",
        "A Holder acquired Notes at issue or from a person not on record.",
        needs=("holder", "lot", "amount"),
    ),
    FactKind(
        "notes-transferred",
        "One Holder transferred Notes to another outside the shelf.",
        needs=("holder", "to", "lot", "amount"),
    ),
    FactKind(
        "officers-certificate-delivered",
        "The officers' certificate for a payment was delivered.",
        needs=("about",),
        about_a="payment",
    ),
    FactKind(
        "payment-funded",
        "The paying agent received the funds for a payment.",
        needs=("about",),
        may=("amount",),
        about_a="payment",
    ),
    FactKind(
        PAID,
        "Additional Interest was paid.",
        needs=("about",),
        may=("amount",),
        asks=("amount",),
        called=("payment", "payment made", "interest paid"),
        about_a="payment",
        critical=True,
    ),
    FactKind(
        "payment-confirmed",
        "The paying agent confirmed that a payment was made.",
        needs=("about",),
        about_a="payment",
        critical=True,
    ),
)
