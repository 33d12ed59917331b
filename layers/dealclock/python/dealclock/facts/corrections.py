"""Corrections and retractions: which of the facts that refer to one another are in effect.

    F1 <- F2 <- F3        F2 corrects F1, F3 corrects F2: F3 stands, under the id F1
    F1 <- F2 <- R(F2)     a correction is taken back: what it corrected stands again, here F1
    F1 <- F2, R(F1)       the event itself is taken back, with its corrections: nothing stands
    F1, R(F1) <- S(R)     a retraction is taken back: what it had taken back stands again

A fact names only facts recorded before it, so one look from the last to the first settles all.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
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


@record
class CorrectionLink:
    """How an event refers to another: the one it corrects, or `retracts`; None for neither."""

    id: str
    corrects: str | None
    retracts: bool


def link(fact: FactReference) -> CorrectionLink:
    """How an event refers to another."""
    return CorrectionLink(fact.id, fact.corrects, retracts(fact))


def retracts(fact: FactReference) -> bool:
    """Whether an event takes another back."""
    kind = KINDS.get(fact.kind)
    return fact.corrects is not None and kind is not None and kind.retracts


def ids_taken_back(links: Sequence[CorrectionLink]) -> set[str]:
    """The ids of the retracted facts, and of the retractions without effect, among those known;
    `links` are in the order recorded.

    A retraction has no effect once it is retracted itself, or replaced by another fact.
    """
    gone: set[str] = set()
    retractions = {each.id for each in links if each.retracts}
    for each in reversed(links):
        if each.id in gone or each.corrects is None:
            continue
        if each.retracts or each.corrects in retractions:
            gone.add(each.corrects)
    return gone


def root_of(fact_id: str, corrects: Mapping[str, str]) -> str:
    """The first recorded id of an event's family; `corrects` has the id each event refers to."""
    while (earlier := corrects.get(fact_id)) is not None:
        fact_id = earlier
    return fact_id


@record
class Family(Generic[_F]):
    """An event's facts: the one first recorded and all that correct or retract any of them, in the
    order recorded.
    """

    facts: tuple[_F, ...]

    @classmethod
    def of(cls, fact_id: str, recorded: Iterable[_F]) -> "Family[_F]":
        """The family of an event among those recorded, in their order; empty if the event is not
        one of them.
        """
        facts = list(recorded)
        root = root_of(fact_id, {f.id: f.corrects for f in facts if f.corrects})
        ids: set[str] = set()
        found: list[_F] = []
        for fact in facts:
            if fact.id == root or fact.corrects in ids:
                ids.add(fact.id)
                found.append(fact)
        return cls(tuple(found))

    @property
    def gone(self) -> set[str]:
        """The ids retracted or without effect."""
        return ids_taken_back([link(f) for f in self.facts])

    @property
    def stands(self) -> _F | None:
        """The event in effect; None if the event itself is retracted."""
        gone = self.gone
        if not self.facts or self.facts[0].id in gone:
            return None
        return next(f for f in reversed(self.facts) if f.id not in gone and not retracts(f))

    def taker(self, fact_id: str) -> _F | None:
        """The last fact in effect that retracts or replaces one; None if none does."""
        gone = self.gone
        counting = (f for f in reversed(self.facts) if f.id not in gone)
        return next((f for f in counting if f.corrects == fact_id), None)

    def taken_by(self, retraction: _F) -> _F | None:
        """The event or correction that a retraction concerns, through retractions of
        retractions.
        """
        by_id = {f.id: f for f in self.facts}
        found: _F | None = retraction
        while found is not None and retracts(found):
            found = by_id.get(found.corrects or "")
        return found


@record
class FactOutcome:
    """Why an event no longer counts, in a few words, and which event caused it."""

    text: str
    by: str


def outcomes(recorded: Sequence[_F]) -> dict[str, FactOutcome]:
    """Why each event that no longer counts does not, by the event's id; events in the order
    recorded.
    """
    ids = {f.id for f in recorded}
    corrects = {f.id: f.corrects for f in recorded if f.corrects in ids}
    members: dict[str, list[_F]] = {}
    for fact in recorded:
        members.setdefault(root_of(fact.id, corrects), []).append(fact)
    found: dict[str, FactOutcome] = {}
    for facts in members.values():
        if len(facts) > 1:
            found.update(_outcomes(Family(tuple(facts))))
    return found


def _outcomes(family: Family[_F]) -> Iterator[tuple[str, FactOutcome]]:
    gone, stands = family.gone, family.stands
    first, *_ = family.facts
    for fact in family.facts:
        by = family.taker(fact.id)
        if fact.id in gone and by is not None:
            how = "Retracted by" if retracts(by) else "Superseded by"
            yield fact.id, FactOutcome(f"{how} {by.id}", by.id)
        elif stands is None and not retracts(fact):
            by = family.taker(first.id) or first
            yield fact.id, FactOutcome(f"Retracted with {first.id} by {by.id}", by.id)
        elif stands is not None and fact is not stands and not retracts(fact):
            by = by or stands
            yield fact.id, FactOutcome(f"Corrected by {by.id}", by.id)
