"""What a kind of fact is."""

from typing import Literal

from dealclock.records import record

DETAILS = (
    "given",
    "about",
    "lot",
    "holder",
    "to",
    "amount",
    "shares",
    "unadjusted",
    "ratio",
    "target",
)
"""What a fact may carry beside its day, by name."""

NOT_KNOWN = "not known"
"""What is written in a form for a detail that is asked for and that no one knows."""


@record
class FactKind:
    """One kind of fact: what it says, and the details it must and may carry.

    `follows` are kinds it cannot come before: a fact of it is contradicted by a first one of them
    that is later. `under_it`: it is done under the agreement, never before that is dated.
    `absence`: it says that what is not recorded did not happen, rather than that something did.
    `retracts`: it says that the fact it corrects did not happen. `critical`: it is unverified until
    a second person approves it. `about_a` says what its `about` names: a default or a payment the
    terms can have, an obligation or a default (`owed`), or any instance or fact. `asks` are details
    it may lack that a form asks for all the same: who records it states each, or that it is not
    known. `called` are words people type for it where it is clear that a kind is meant.
    """

    id: str
    says: str
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    under_it: bool = False
    absence: bool = False
    retracts: bool = False
    critical: bool = False
    asks: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    about_a: Literal["default", "payment", "owed", "instance", "fact"] = "default"
