"""Errors of the store.

StoreError
├── TryAgain         the same call may succeed soon; it is safe to repeat
│   ├── Unavailable  the table did not answer, or asked to slow down
│   └── Overtaken    other writers were faster every time
├── NoSuchDeal       no deal has that id
├── DealClosed       a write to a closed, read-only deal
├── NoSuchDelivery   the delivery is not in the table, or was removed
├── DealConflict     a deal that conflicts with another, or with its own kind
├── FactConflict     an event id already used for other content
├── FactRefused      an event that does not fit the earlier events
├── ClaimLost        the delivery no longer belongs to this worker
├── NotARehearsal    an attempt to move a live deal's date
├── TooLarge         content larger than one item of the table
└── Unreadable       an item that does not match its key
    └── TooNew       an item that only a newer release can read

A plain StoreError is any other error of the table, such as a missing permission.
"""

from dealclock.errors import DealclockError


class StoreError(DealclockError):
    """An error of the store."""


class TryAgain(StoreError):
    """The same call may succeed soon; it is safe to repeat."""


class Unavailable(TryAgain):
    """The table did not answer, or asked to slow down."""


class OvertakenError(TryAgain):
    """Other writers were faster every time."""


class NoSuchDeal(StoreError):
    """No deal has that id."""


class DealClosed(StoreError):
    """The deal is closed and read-only; nothing was written."""


class NoSuchDelivery(StoreError):
    """The delivery is not in the table, or was removed."""


class DealConflict(StoreError):
    """A deal that conflicts with another, or with the kind it was created as.

    The message names the conflict but never the other deal.
    """


class FactConflict(StoreError):
    """An event id already used for other content."""


class FactRefused(StoreError):
    """An event that does not fit the events recorded before it."""


class ClaimLost(StoreError):
    """The delivery no longer belongs to this worker; nothing was changed."""


class NotARehearsal(StoreError):
    """Only a rehearsal has its own date, which can be moved."""


class TooLarge(StoreError):
    """Content larger than one item of the table."""


class Unreadable(StoreError):
    """An item that does not match its key."""


class TooNew(Unreadable):
    """An item or message written by a newer release, which this one must not interpret.

    `needs` is the lowest format that a reader must know.
    """

    def __init__(self, what: str, needs: int, known: int) -> None:
        self.needs = needs
        super().__init__(
            f"{what} was written by a newer release of Dealclock: it needs format {needs}, and "
            f"this release supports {known}. Deploy that release or a later one "
            "(docs/operations.md, Upgrading and going back)."
        )
