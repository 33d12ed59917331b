"""The kinds of fact there are, and which details each asks for."""

from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class FactKind:
    """One kind of fact: what it says, and the details it must carry.

    `given`: deliveries of a notice, to whom and how. `about`: the obligation or default meant.
    `absence`: it says that what is not recorded did not happen, rather than that something did.
    """

    id: str
    says: str
    given: bool = False
    about: bool = False
    absence: bool = False


KINDS = MappingProxyType(
    {
        k.id: k
        for k in (
            FactKind("registration-statement-filed", "The Shelf Registration Statement was filed."),
            FactKind("registration-statement-effective", "It was declared effective."),
            FactKind("trustee-notified", "The Trustee was notified.", given=True, about=True),
            FactKind("sale-notice", "A Holder gave a Sale Notice.", given=True),
            FactKind("prospectus-unusable", "The Prospectus stopped being usable for resales."),
            FactKind("prospectus-usable", "It is usable again, by an effective cure."),
            FactKind("suspension-notice", "A Suspension Notice was given to Holders.", given=True),
            FactKind("suspension-ended", "Use of the Prospectus resumed; not a suspended day."),
            FactKind("notes-issued", "The option Notes were issued."),
            FactKind("additional-interest-paid", "Additional Interest was paid.", about=True),
            FactKind("default-confirmed", "Counsel confirms a computed default.", about=True),
            FactKind("default-disputed", "A computed default is disputed.", about=True),
            FactKind(
                "nothing-else-happened",
                "What this history does not record did not happen.",
                absence=True,
            ),
        )
    }
)
