"""Notices between the parties."""

from dealclock.facts.kind import FactKind

KINDS = (
    FactKind("trustee-notified", "The Trustee was notified.", needs=("given", "about")),
    FactKind("sale-notice", "A Holder gave a Sale Notice.", needs=("given",), may=("holder",)),
)
