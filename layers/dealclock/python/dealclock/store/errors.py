"""What the table refuses.

StoreError
├── TryAgain         the same call may succeed in a moment; whatever it wrote, repeating is harmless
│   ├── Unavailable  the table did not answer, or asked to slow down
│   └── Overtaken    someone else wrote first, again and again
├── NoSuchDeal       no deal has that id
├── DealClosed       a deal that is only read was to be changed
├── NoSuchDelivery   the delivery is not in the table (any more)
├── DealConflict     a deal that collides with another, or with what it was created as
├── FactConflict     a fact id that already says something else
├── FactRefused      a fact that does not fit the facts before it
├── ClaimLost        the delivery is no longer this worker's to speak for
├── NotARehearsal    a live deal's day was to be moved
├── TooLarge         content beyond what one item of the table holds
└── Unreadable       an item that is not what its key promises
    └── TooNew       an item that only a newer release can read

A plain StoreError is the table's own refusal, such as a missing permission.
"""

from dealclock.errors import DealclockError


class StoreError(DealclockError):
    """The table refused."""


class TryAgain(StoreError):
    """The same call may succeed in a moment; whatever it wrote already, repeating is harmless."""


class Unavailable(TryAgain):
    """The table did not answer, or asked to slow down."""


class OvertakenError(TryAgain):
    """Someone else wrote first, again and again."""


class NoSuchDeal(StoreError):
    """No deal has that id."""


class DealClosed(StoreError):
    """A closed deal is only read; nothing was written."""


class NoSuchDelivery(StoreError):
    """The delivery is not in the table, or not any more."""


class DealConflict(StoreError):
    """A deal that collides with another, or with what it was created as.

    The message says what collides and never names the other deal.
    """


class FactConflict(StoreError):
    """A fact id that already says something else."""


class FactRefused(StoreError):
    """A fact that does not fit the facts recorded before it."""


class ClaimLost(StoreError):
    """The delivery is no longer this worker's to speak for; nothing was changed."""


class NotARehearsal(StoreError):
    """Only a rehearsal has a day of its own that can be moved."""


class TooLarge(StoreError):
    """Content beyond what one item of the table holds."""


class Unreadable(StoreError):
    """An item that is not what its key promises."""


class TooNew(Unreadable):
    """An item, or a message, whose writer was a newer release; this one must not guess at it.

    `needs` is the least format a reader must know.
    """

    def __init__(self, what: str, needs: int, known: int) -> None:
        self.needs = needs
        super().__init__(
            f"{what} was written by a newer release of Dealclock: it needs format {needs}, and "
            f"this release supports {known}. Deploy that release or a later one "
            "(docs/operations.md, Upgrading and going back)."
        )
