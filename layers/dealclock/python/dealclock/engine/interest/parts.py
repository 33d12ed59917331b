"""Which issue of a lot the Notes of a fact are of, where a lot was issued in parts.

Notes of a lot are alike, and no fact says which issue they are of:

    acquired     of the latest issue by then of which some has no recorded Holder, then the one
                 before
    passed on    those the Holder got first
    gone         those the Holder got first; with no Holder named, of the first issue without one
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import TypeVar

from dealclock.engine.fractions import ZERO, fraction
from dealclock.engine.interest.issues import Issue
from dealclock.facts.log import EffectiveFact

ACQUISITION, TRANSFER = "notes-acquired", "notes-transferred"

K = TypeVar("K")
Part = tuple[int, Fraction]
"""The place of an issue among those of its lot, and dollars of it."""


class Parts:
    """The parts of each lot's issues that facts are about; `moves` are in order."""

    def __init__(
        self, issues: Mapping[str, Sequence[Issue]], moves: Iterable[EffectiveFact]
    ) -> None:
        self._several = {lot: _Lot(own) for lot, own in issues.items() if len(own) > 1}
        self._of: dict[str, tuple[Part, ...]] = {}
        own = [m for m in moves if m.fact.lot in self._several] if self._several else []
        for move in own:
            self._of[move.id] = tuple(self._several[move.fact.lot or ""].parts(move))
        self.rest_on: Sequence[EffectiveFact] = own
        """The facts these rest on: those about a lot issued in parts."""

    def of(self, move: EffectiveFact) -> tuple[Part, ...]:
        """The issues a fact's Notes are of, with the dollars of each."""
        return self._of.get(move.id) or ((0, fraction(move.fact.amount or 0)),)


class _Lot:
    """A lot issued in parts: what of each is outstanding, has no Holder recorded, and is whose."""

    def __init__(self, issues: Sequence[Issue]) -> None:
        self._days = [issue.on for issue in issues]
        self._left = [issue.amount for issue in issues]
        self._free = [issue.amount for issue in issues]
        self._held: dict[str, deque[Part]] = defaultdict(deque)

    def parts(self, move: EffectiveFact) -> Iterator[Part]:
        holder, to = move.fact.holder, move.fact.to
        amount = fraction(move.fact.amount or 0)
        if move.kind == ACQUISITION:
            taken = list(self._take_free(amount, reversed(self._by(move.on))))
            self._held[holder or ""].extend(taken)
            yield from taken
            return
        taken = list(taken_from(self._held[holder], amount) if holder else ())
        amount -= sum((dollars for _, dollars in taken), ZERO)
        if move.kind == TRANSFER:
            self._held[to or ""].extend(taken)
            yield from taken
            return
        gone: dict[int, Fraction] = defaultdict(lambda: ZERO)
        for place, dollars in (*taken, *self._take_free(amount, self._by(move.on))):
            gone[place] += self._end(place, dollars)
        missing = fraction(move.fact.amount or 0) - sum(gone.values(), ZERO)
        for place in self._by(move.on):  # facts of Holders that do not fit together
            ended = self._end(place, missing)
            gone[place] += ended
            missing -= ended
        yield from ((place, dollars) for place, dollars in gone.items() if dollars)

    def _by(self, day: date) -> list[int]:
        return [place for place, on in enumerate(self._days) if on <= day]

    def _take_free(self, amount: Fraction, places: Iterable[int]) -> Iterator[Part]:
        for place in places:
            if taken := min(amount, self._free[place]):
                self._free[place] -= taken
                amount -= taken
                yield place, taken

    def _end(self, place: int, dollars: Fraction) -> Fraction:
        ended = min(dollars, self._left[place])
        self._left[place] -= ended
        return ended


def taken_from(queue: deque[tuple[K, Fraction]], amount: Fraction) -> Iterator[tuple[K, Fraction]]:
    """So many dollars from the front of a queue, which loses them, by what they are of."""
    while amount and queue:
        key, there = queue.popleft()
        taken = min(there, amount)
        if taken < there:
            queue.appendleft((key, there - taken))
        amount -= taken
        yield key, taken
