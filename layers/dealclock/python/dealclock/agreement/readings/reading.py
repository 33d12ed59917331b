"""One open question of interpretation."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reading:
    """One question of interpretation and its possible answers: each choice with its meaning.

    The first of `choices` is the default. `applies_to` lists where its Sections are in the terms:
    types of provision, or keys of `clauses`; "day budget.in_any" is that type if it has that key.
    `needs`, in the same form, is what else the terms must have for the question to arise.
    `settled_against` are choices that can be computed but that the law has rejected: they never
    narrow a safe window or widen a range.
    """

    id: str
    applies_to: tuple[str, ...]
    question: str
    choices: Mapping[str, str]
    settled_against: tuple[str, ...] = ()
    needs: str = ""

    @property
    def default(self) -> str:
        """The choice used if a deal makes none."""
        return next(iter(self.choices))

    @property
    def others(self) -> tuple[str, ...]:
        """The choices other than the default."""
        return tuple(self.choices)[1:]

    @property
    def open(self) -> tuple[str, ...]:
        """The choices that the law has not rejected."""
        return tuple(c for c in self.choices if c not in self.settled_against)
