"""Securities sold or gone, and what a sale or effectiveness asks for."""

from dealclock.facts.kind import FactKind

KINDS = (
    FactKind(
        "shares-sold-under-shelf",
        "Conversion Shares were sold under the shelf.",
        needs=("shares",),
        may=("holder",),
    ),
    FactKind(
        "registered-securities-sold-out", "All registered securities were sold under the shelf."
    ),
    FactKind(
        "securities-ceased-outstanding",
        "No security covered by the shelf remains outstanding.",
    ),
    FactKind(
        "sale-planned",
        "A Holder plans a sale on the named date.",
        needs=("target",),
        may=("holder", "lot", "amount", "shares"),
    ),
    FactKind(
        "denominations-requested",
        "A Holder requested denominations and names.",
        needs=("about",),
        may=("holder",),
        about_a="fact",
    ),
    FactKind(
        "transfer-notice",
        "The form of notice of a transfer was given after the transfer.",
        needs=("about", "given"),
        may=("holder",),
        about_a="fact",
    ),
    FactKind(
        "cusip-numbers-provided", "CUSIP numbers were provided for all securities.", once=True
    ),
    FactKind("indenture-qualified", "The Indenture was qualified under the TIA.", once=True),
)
