"""A delivery as it stands in the table, and a worker's claim on it."""

from dataclasses import dataclass
from datetime import date, datetime

from dealclock.alerts.delivery import Delivery, State


@dataclass(frozen=True, slots=True)
class DeliveryKey:
    """Where a delivery is found."""

    deal: str
    day: date
    id: str

    @classmethod
    def of(cls, delivery: Delivery) -> "DeliveryKey":
        """The key of a delivery."""
        return cls(delivery.alert.deal, delivery.alert.day, delivery.id)


@dataclass(frozen=True, slots=True)
class StoredDelivery:
    """A delivery and how far it has come.

    `failures` counts outcomes nobody could tell, never a 429; `not_before` an instant before
    which it is not to be tried; `provider_id` what Slack or the mail system calls the message;
    `cause` why it was refused or is unknown.
    """

    delivery: Delivery
    state: State
    planned_at: datetime
    failures: int
    not_before: datetime | None
    provider_id: str | None
    cause: str | None

    @property
    def key(self) -> DeliveryKey:
        """Where it is found."""
        return DeliveryKey.of(self.delivery)


@dataclass(frozen=True, slots=True)
class Claim:
    """One worker's right to send a delivery, until `until`.

    `uncertain_since` is None when it was certainly never sent; else the start of the first attempt
    of which nobody knows how it ended: look it up first, from then on.
    """

    stored: StoredDelivery
    token: str
    until: datetime
    uncertain_since: datetime | None

    @property
    def key(self) -> DeliveryKey:
        """The delivery claimed."""
        return self.stored.key


@dataclass(frozen=True, slots=True)
class NotNow:
    """Not to be tried before `until`: asked to wait, or another worker holds it until then."""

    until: datetime
    held: bool


@dataclass(frozen=True, slots=True)
class Settled:
    """Nothing more to do: it was sent, or refused for good."""

    state: State


@dataclass(frozen=True, slots=True)
class Rendition:
    """What is about to be sent, word for word, and what it was made from."""

    text: str
    terms_version: int
    team_version: int
    engine: str
