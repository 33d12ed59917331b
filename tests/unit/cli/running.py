"""What a command that ran said, and the sample deal it ran on."""

from collections.abc import Callable
from dataclasses import dataclass

SAMPLE = "agreements/infocrossing-2004"


@dataclass(frozen=True)
class Ran:
    """How a command ended and what it said; `flat` is all of it on one line."""

    code: int
    out: str
    err: str

    @property
    def flat(self) -> str:
        """What was said, without the line breaks the width made."""
        return " ".join((self.out + self.err).split())


Dealclock = Callable[..., Ran]
