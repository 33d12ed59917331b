"""Corrections and retractions: which of the facts that refer to one another are in effect.

    F1 <- F2 <- F3        F2 corrects F1, F3 corrects F2: F3 stands, under the id F1
    F1 <- F2 <- R(F2)     a correction is taken back: what it corrected stands again, here F1
    F1 <- F2, R(F1)       the event itself is taken back, with its corrections: nothing stands
    F1, R(F1) <- S(R)     a retraction is taken back: what it had taken back stands again

A fact names only facts recorded before it, so one look from the last to the first settles all.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Generic, Protocol, TypeVar

from dealclock.facts.kinds import KINDS
from dealclock.records import record


class FactReference(Protocol):
    """The fields by which a fact refers to another."""

    @property
    def id(self) -> str:
        """Its own id."""

    @property
    def kind(self) -> str:
        """Its kind."""

    @property
    def corrects(self) -> str | None:
        """The id of the fact it refers to."""


_F = TypeVar("_F", bound=FactReference)


def retracts(fact: FactReference) -> bool:
    """Whether an event takes another back."""
    kind = KINDS.get(fact.kind)
    return fact.corrects is not None and kind is not None and kind.retracts


def ids_taken_back(facts: Sequence[FactReference]) -> set[str]:
    """The ids of the retracted facts, and of the retractions without effect, among those known, in
    the order recorded.

    A retraction has no effect once it is retracted itself, or replaced by another fact.
    """
    gone: set[str] = set()
    retractions = {each.id for each in facts if retracts(each)}
    for each in reversed(facts):
        if each.id in gone or each.corrects is None:
            continue
        if each.id in retractions or each.corrects in retractions:
            gone.add(each.corrects)
    return gone


def roots(corrects: Mapping[str, str]) -> dict[str, str]:
    """The first recorded id of the family of every event that refers to another; `corrects` has the
    id each of them refers to. In one look at each, even where they refer to each other in a circle.
    """
    found: dict[str, str] = {}
    for fact_id in corrects:
        path: list[str] = []
        here = fact_id
        while here in corrects and here not in found:
            found[here] = here
            path.append(here)
            here = corrects[here]
        found.update(dict.fromkeys(path, found.get(here, here)))
    return found


@record
class Family(Generic[_F]):
    """An event's facts: the one first recorded and all that correct or retract any of them, in the
    order recorded.

    `gone` are the ids retracted or without effect.
    """

    facts: tuple[_F, ...]
    gone: frozenset[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "gone", frozenset(ids_taken_back(self.facts)))

    @classmethod
    def of(cls, fact_id: str, recorded: Iterable[_F]) -> "Family[_F]":
        """The family of an event among those recorded, in their order; empty if the event is not
        one of them.
        """
        return Families(recorded).of(fact_id)

    @property
    def stands(self) -> _F | None:
        """The event in effect; None if the event itself is retracted."""
        if not self.facts or self.facts[0].id in self.gone:
            return None
        return next((f for f in self._counting if not retracts(f)), None)

    @property
    def _counting(self) -> Iterator[_F]:
        """The facts in effect, the last first."""
        return (f for f in reversed(self.facts) if f.id not in self.gone)

    def taker(self, fact_id: str) -> _F | None:
        """The last fact in effect that retracts or replaces one; None if none does."""
        return next((f for f in self._counting if f.corrects == fact_id), None)

    def taken_by(self, retraction: _F) -> _F | None:
        """The event or correction that a retraction concerns, through retractions of
        retractions.
        """
        by_id = {f.id: f for f in self.facts}
        found: _F | None = retraction
        while found is not None and retracts(found):
            found = by_id.get(found.corrects or "")
        return found


class Families(Generic[_F]):
    """The facts recorded, by the family of each: one more is added, and a family found, at the cost
    of its own facts only.
    """

    def __init__(self, recorded: Iterable[_F] = ()) -> None:
        self._by_id: dict[str, _F] = {}
        self._roots: dict[str, str] = {}
        self._members: dict[str, list[_F]] = {}
        for fact in recorded:
            self.add(fact)

    def add(self, fact: _F) -> None:
        """Add a fact after those recorded so far."""
        root = self._roots.get(fact.corrects or "", fact.id)
        self._by_id[fact.id] = fact
        self._roots[fact.id] = root
        self._members.setdefault(root, []).append(fact)

    def __contains__(self, fact_id: object) -> bool:
        return fact_id in self._by_id

    def get(self, fact_id: str) -> _F | None:
        """The fact of an id, if recorded."""
        return self._by_id.get(fact_id)

    def of(self, fact_id: str) -> Family[_F]:
        """The family of a fact; empty if it is not recorded."""
        return Family(tuple(self._members.get(self._roots.get(fact_id, ""), ())))

    def all(self) -> Iterator[Family[_F]]:
        """Every family, in the order first recorded."""
        return (Family(tuple(members)) for members in self._members.values())


@record
class FactOutcome:
    """Why an event no longer counts, in a few words, and which event caused it."""

    text: str
    by: str


def outcomes(recorded: Sequence[_F]) -> dict[str, FactOutcome]:
    """Why each event that no longer counts does not, by the event's id; events in the order
    recorded.
    """
    found: dict[str, FactOutcome] = {}
    for family in Families(recorded).all():
        if len(family.facts) > 1:
            found.update(_outcomes(family))
    return found


def _outcomes(family: Family[_F]) -> Iterator[tuple[str, FactOutcome]]:
    gone, stands = family.gone, family.stands
    takers = {f.corrects: f for f in family.facts if f.id not in gone}
    first, *_ = family.facts
    for fact in family.facts:
        by = takers.get(fact.id)
        if fact.id in gone and by is not None:
            how = "Retracted by" if retracts(by) else "Superseded by"
            yield fact.id, FactOutcome(f"{how} {by.id}", by.id)
        elif stands is None and not retracts(fact):
            by = takers.get(first.id) or first
            yield fact.id, FactOutcome(f"Retracted with {first.id} by {by.id}", by.id)
        elif stands is not None and fact is not stands and not retracts(fact):
            by = by or stands
            yield fact.id, FactOutcome(f"Corrected by {by.id}", by.id)
