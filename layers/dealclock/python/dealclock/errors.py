"""The errors that Dealclock raises on purpose, printed as they are.

DealclockError             set-up, terms or events with which the work cannot be done
├── RefusedError           what a person asked for is refused; its text is shown to them
│   ├── NotFoundError      there is no such thing, or none for this person
│   └── ConflictError      it conflicts with what is recorded, or came too late
├── InvalidError           invalid files, or an invalid event: all of its problems
├── TryAgainError          the same call may succeed soon; it is safe to repeat
└── LostError              a claim that another worker has, an item that cannot be read
    └── TooNewError        an item or message that only a newer release can read

In Slack, a person reads the text of a RefusedError; of a plain DealclockError they get an apology,
and the operator the text. What is wrong in the program itself is Python's ValueError or TypeError.
`tests/unit/test_errors.py` has the few subclasses in other modules, each with its reason.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


class DealclockError(Exception):
    """Work that cannot be done; the message says what was given, why, and what to give instead."""


class RefusedError(DealclockError):
    """What a person asked for is refused; the message is shown to them.

    `fields` has what to enter instead, by field, where fields of a form are at fault: of the one
    that `at` names, or of several.
    """

    def __init__(self, message: str | Mapping[str, str], at: str = "") -> None:
        several = message if isinstance(message, Mapping) else {at: message} if at else {}
        self.fields: Mapping[str, str] = several
        super().__init__(message if isinstance(message, str) else " ".join(message.values()))

    def at_field(self, name: str) -> "RefusedError":
        """The same for that field, unless it is for others."""
        return RefusedError(self.fields or str(self), name)


class NotFoundError(RefusedError):
    """What was asked for does not exist, or not for this person, who cannot tell which."""


class ConflictError(RefusedError):
    """It conflicts with what is recorded: other content, another order, a closed deal."""


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One problem: its place, the value given and what is allowed.

    `line` counts from 1; it is 0 for a missing file. `named` is `where` with list records named by
    id; empty if that is the same.
    """

    file: str
    line: int
    where: str
    given: str
    allowed: str
    named: str = ""

    def __str__(self) -> str:
        return f"{self.place}: {self.where}: given {self.given}; {self.allowed}"

    @property
    def at(self) -> str:
        """Its place in the file, for a reader."""
        return self.named or self.where

    @property
    def place(self) -> str:
        """The file, with the line if there is one."""
        return f"{self.file}:{self.line}" if self.line else self.file


class InvalidError(DealclockError):
    """Invalid files. `problems` lists every problem; nothing was loaded."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(str(p) for p in self.problems))


class TryAgainError(DealclockError):
    """The same call may succeed soon; it is safe to repeat."""


class LostError(DealclockError):
    """A claim that another worker has, or an item that cannot be read; nothing was changed."""


class TooNewError(LostError):
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
            "(docs/operations.md, Upgrading and rolling back)."
        )

    @property
    def of_deal(self) -> bool:
        """Whether it is an item of a deal, which is therefore paused."""
        return bool(self.key) and self.key[0].startswith("DEAL#")
