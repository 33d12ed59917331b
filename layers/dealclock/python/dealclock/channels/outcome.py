"""The outcomes of sending. Causes are codes and never contain message text."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Sent:
    """It arrived; `provider_id` is its id in Slack or the mail system."""

    provider_id: str


@dataclass(frozen=True, slots=True)
class Refused:
    """It did not arrive and will not, for this cause."""

    cause: str


@dataclass(frozen=True, slots=True)
class Later:
    """It certainly did not arrive; try again in `after` seconds.

    `looked_to` is how far back a rate-limited lookup got, so that it can continue from there.
    """

    after: float
    looked_to: str = ""


@dataclass(frozen=True, slots=True)
class Unknown:
    """It is not known whether it arrived."""

    cause: str


Outcome: TypeAlias = Sent | Refused | Later | Unknown
