"""Errors of the store.

StoreError
├── TryAgainError         the same call may succeed soon; it is safe to repeat
│   ├── UnavailableError  the table did not answer, or asked to slow down
│   └── Overtaken    other writers were faster every time
├── NoSuchDealError       no deal has that id
├── DealClosedError       a write to a closed, read-only deal
├── NoSuchDeliveryError   the delivery is not in the table, or was removed
├── DealConflictError     a deal that conflicts with another, or with its own kind
├── FactConflictError     an event id already used for other content
├── FactRefusedError      an event that does not fit the earlier events
├── ClaimLostError        the delivery no longer belongs to this worker
├── NotARehearsalError    an attempt to move a live deal's date
├── TooLargeError         content larger than one item of the table
└── UnreadableError       an item that does not match its key
    └── TooNewError       an item that only a newer release can read

A plain StoreError is any other error of the table, such as a missing permission.
"""

from dealclock.errors import DealclockError


class StoreError(DealclockError):
    """An error of the store."""


class TryAgainError(StoreError):
    """The same call may succeed soon; it is safe to repeat."""


class UnavailableError(TryAgainError):
    """The table did not answer, or asked to slow down."""


class OvertakenError(TryAgainError):
    """Other writers were faster every time."""


class NoSuchDealError(StoreError):
    """No deal has that id."""


class DealClosedError(StoreError):
    """The deal is closed and read-only; nothing was written."""


class NoSuchDeliveryError(StoreError):
    """The delivery is not in the table, or was removed."""


class DealConflictError(StoreError):
    """A deal that conflicts with another, or with the kind it was created as.

    The message names the conflict but never the other deal.
    """


class FactConflictError(StoreError):
    """An event id already used for other content."""


class FactRefusedError(StoreError):
    """An event that does not fit the events recorded before it."""


class ClaimLostError(StoreError):
    """The delivery no longer belongs to this worker; nothing was changed."""


class NotARehearsalError(StoreError):
    """Only a rehearsal has its own date, which can be moved."""


class TooLargeError(StoreError):
    """Content larger than one item of the table."""


class UnreadableError(StoreError):
    """An item that does not match its key."""


class TooNewError(UnreadableError):
    """An item or message written by a newer release, which this one must not interpret.

    `needs` is the lowest format that a reader must know. `kind` is the kind of the item, such as
    ANSWER, and `key` are its keys; both are empty for a message.
    """

    def __init__(
        self, what: str, needs: int, known: int, kind: str = "", key: tuple[str, ...] = ()
    ) -> None:
        self.needs = needs
        self.kind = kind
        self.key = key
        super().__init__(
            f"{what} was written by a newer release of Dealclock: it needs format {needs}, and "
            f"this release supports {known}. Deploy that release or a later one "
            "(docs/operations.md, Upgrading and going back)."
        )

    @property
    def of_deal(self) -> bool:
        """Whether it is an item of a deal, which is therefore paused."""
        return bool(self.key) and self.key[0].startswith("DEAL#")
