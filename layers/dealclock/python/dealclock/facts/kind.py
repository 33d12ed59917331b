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
    "released",
)
"""What a fact may carry in addition to its day, by name."""

About = Literal["default", "payment", "owed", "suspension", "instance", "fact", "nothing"]
"""What an event of a kind may be about."""

NOT_KNOWN = "not known"
"""What is written in a form for a detail that is asked for and that no one knows."""


@record
class FactKind:
    """One kind of fact: what it means, and its required and optional details.

    `follows` are kinds that it cannot precede: a fact of this kind is contradicted if the first one
    of them is later. `under_it`: it is done under the agreement, never before the agreement's date.
    `absence`: it records that something did not happen, rather than that it did. `retracts`: it
    takes back the event, or the correction, that it corrects. `critical`: it is unverified until a
    second person approves it. `once`: it is done once for all, so that it satisfies together what
    opened on one day. `about_a` says what its `about` names: a default or a payment the terms can
    have, an obligation or a default (`owed`), a Suspension Period by its instance or its notice
    (`suspension`), any instance or fact, or nothing. A kind that has no `about` of its own may name
    the instance it satisfies (`names_instance`). `asks` are details it may lack that a form asks
    for all the same: who records it states each, or that it is not known. `called` are words people
    type for it where it is clear that a kind is meant. `about_kinds` are the kinds of event that
    its `about` may name: the order that was lifted, the misstatement that a filing corrects.
    """

    id: str
    description: str
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()
    under_it: bool = False
    absence: bool = False
    retracts: bool = False
    critical: bool = False
    once: bool = False
    asks: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    about_a: About = "default"
    about_kinds: tuple[str, ...] = ()

    def states(self, *details: str) -> bool:
        """Whether each of its events has these details; taken as given of a kind that is refused,
        which is a problem of its own.
        """
        return set(details) <= set(self.needs) or self.may == DETAILS

    @property
    def names_instance(self) -> bool:
        """Whether its `about`, which may be left out, names what it satisfies and nothing else."""
        says_nothing = self.absence or self.retracts
        says_nothing = says_nothing or self.about_a == "nothing"
        return "about" not in (*self.needs, *self.may) and not says_nothing
