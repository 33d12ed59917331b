"""What a command that ran said, and the sample deal it ran on."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

SAMPLE = "agreements/infocrossing-2004"


@dataclass(frozen=True)
class Ran:
    """How a command ended and what it said; `flat` is all of it on one line."""

    code: int
    out: str
    err: str

    @property
    def said(self) -> str:
        """What was said, line by line."""
        return self.out + self.err

    @property
    def flat(self) -> str:
        """What was said, without the line breaks the width made."""
        return " ".join(self.said.split())


Dealclock = Callable[..., Ran]


def replace(path: Path, old: str, new: str) -> None:
    """Change the first `old` in a file."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
