"""One question a clause leaves open."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reading:
    """One question, and the ways to answer it: each choice with what it means in a few words.

    The first of `choices` is the default. `asked_of` names where its clauses stand in the terms:
    types of provision, or keys of `clauses`; "day budget.in_any" is a type where it has that part.
    `needs`, written so too, is what the terms must have elsewhere for it to be asked at all, if
    anything. `settled_against` are choices that can be computed
    but that the law has settled against: they never narrow a safe window or widen a range.
    """

    id: str
    asked_of: tuple[str, ...]
    question: str
    choices: Mapping[str, str]
    settled_against: tuple[str, ...] = ()
    needs: str = ""

    @property
    def default(self) -> str:
        """The choice used where a deal makes none."""
        return next(iter(self.choices))

    @property
    def others(self) -> tuple[str, ...]:
        """The choices beside the default."""
        return tuple(self.choices)[1:]

    @property
    def open(self) -> tuple[str, ...]:
        """The choices that are not settled against."""
        return tuple(c for c in self.choices if c not in self.settled_against)
