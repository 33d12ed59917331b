"""How a sending can end. Causes are codes and never hold anything of the message."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Sent:
    """It arrived; `provider_id` is what Slack or the mail system calls it."""

    provider_id: str


@dataclass(frozen=True, slots=True)
class Refused:
    """It did not arrive and will not, for this cause."""

    cause: str


@dataclass(frozen=True, slots=True)
class Later:
    """It certainly did not arrive, and may in `after` seconds.

    For a look-up that was told to wait: how far back it came, to go on from there.
    """

    after: float
    looked_to: str = ""


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nobody can say whether it arrived."""

    cause: str


Outcome: TypeAlias = Sent | Refused | Later | Unknown
