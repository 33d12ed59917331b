"""Who holds Notes on which day, and to whom accrued interest is payable.

A payment goes to the Holder on its record date, even if another Holder held the Notes while
interest accrued. Interest accrued on Notes that ceased to bear interest by then goes to their last
Holder.

    start                      record date               payment date
      |  A converts    A -> B      |       B converts         |
      |----- to A                  |                          |
      |---------------------- to B |--------------- to B, who held on the record date
      |---------------------- to B |--------------------------|

Notes of a lot are fungible: those a Holder acquired first leave first. If a lot was issued in
parts, each part is tracked separately, since each bears interest from its own issue.
"""

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import TypeVar

from dealclock.engine.context import Context
from dealclock.engine.interest.base import Principal
from dealclock.engine.interest.lots import (
    ACQUISITION,
    CONVERSION,
    MOVES,
    SHELF_SALE,
    TRANSFER,
    MoreThanOutstandingError,
    amount_of,
    issues_of,
    taken_from,
)
from dealclock.engine.money import ZERO
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

Part = tuple[str, int]
"""A lot and the place of an issue among those of the lot."""

Place = tuple[str, str]
"""A lot and a Holder of its Notes."""

Queue = deque[tuple[str | None, Fraction]]
"""Notes in the order they came: who held them on the record date, None if not recorded; dollars."""


@record
class Parcel:
    """Notes of a lot that bear the same interest: `amount` dollars from and including `start` to
    but excluding `end`, payable to `holder`. `place` is the index of their issue in the lot.
    """

    holder: str
    lot: str
    amount: Fraction
    start: date
    end: date
    place: int = 0


@record
class _Move:
    """The Notes of one issue of a lot that a fact moves."""

    seen: EffectiveFact
    part: Part
    amount: Fraction


class Holdings:
    """The Holders of a deal as its facts name them. Raises MoreThanOutstandingError for facts by
    which a Holder gives up more than it holds, or all Holders hold more than is outstanding.
    """

    def __init__(self, principal: Principal, context: Context) -> None:
        self.moves = moves(context)
        self._facts: dict[str, list[EffectiveFact]] = {}
        for move in self.moves:
            for holder in dict.fromkeys((move.fact.holder, move.fact.to)):
                if holder is not None:
                    self._facts.setdefault(holder, []).append(move)
        self._balances = {(b.lot.id, b.place): b for b in principal.balances}
        converted = any(s.kind == CONVERSION for s in self.moves)
        self._forfeit = converted and context.choices["converted-notes"] == "FORFEIT"
        sold = any(s.kind == SHELF_SALE for s in self.moves)
        self._sold_bears = sold and context.choices["interest-base"] == "ALL-NOTES"
        for _, says in too_much(self.moves, context):
            raise MoreThanOutstandingError(f"{says}.")
        self._by_part = tuple(
            _Move(move, (move.fact.lot or "", place), amount)
            for move in self.moves
            for place, amount in principal.parts.of(move)
        )

    @property
    def holders(self) -> tuple[str, ...]:
        """Every Holder the facts name, in order."""
        return tuple(self._facts)

    def on(self, day: date) -> Mapping[Place, Fraction]:
        """Each Holder's holdings of each lot at the end of a day, in dollars."""
        held: dict[Place, Fraction] = defaultdict(lambda: ZERO)
        for move in self.moves:
            if move.on <= day:
                _count(move, move.fact.lot or "", amount_of(move), held)
        return {place: amount for place, amount in held.items() if amount}

    def facts_of(self, holder: str) -> Sequence[EffectiveFact]:
        """The facts that name a Holder."""
        return self._facts.get(holder, ())

    def parcels(self, start: date, end: date, record: date) -> Iterator[Parcel]:
        """The parcels for interest accruing from and including `start` to but excluding `end`, by
        Holder.
        """
        for parcel in self._parcels(start, end, record):
            balance = self._balances[parcel.lot, parcel.place]
            begin = max(parcel.start, balance.steps.days[0])
            matures = balance.lot.matures
            stop = parcel.end if matures is None else min(parcel.end, matures)
            if begin < stop:
                yield replace(parcel, start=begin, end=stop)

    def _parcels(self, start: date, end: date, record: date) -> Iterator[Parcel]:
        held: dict[tuple[Part, str], Fraction] = defaultdict(lambda: ZERO)
        for move in self._by_part:
            seen, (lot, place) = move.seen, move.part
            if seen.on <= record:
                _count(seen, move.part, move.amount, held)
                if _ceases(seen) and seen.fact.holder and self._survives(seen):
                    yield Parcel(seen.fact.holder, lot, move.amount, start, seen.on, place)
        queues: dict[tuple[Part, str], Queue] = defaultdict(deque)
        for (part, holder), amount in held.items():
            queues[part, holder].append((holder, amount))
        for move in self._by_part:
            if record < move.seen.on < end:
                yield from self._follow(move, queues, start, end)
        for ((lot, place), _), queue in queues.items():
            for owner, amount in queue:
                if owner is not None and amount:
                    yield Parcel(owner, lot, amount, start, end, place)

    def _follow(
        self, each: _Move, queues: dict[tuple[Part, str], Queue], start: date, end: date
    ) -> Iterator[Parcel]:
        """Move Notes after the record date; for Notes that cease, the Holder on the record date is
        paid.
        """
        move, part, (lot, place) = each.seen, each.part, each.part
        holder = move.fact.holder
        if move.kind == ACQUISITION:
            queues[part, holder or ""].append((None, each.amount))
            return
        if holder is None:
            return
        for owner, amount in taken_from(queues[part, holder], each.amount):
            if move.fact.to is not None:
                queues[part, move.fact.to].append((owner, amount))
            elif owner is not None and move.kind == SHELF_SALE and self._sold_bears:
                yield Parcel(owner, lot, amount, start, end, place)
            elif owner is not None and self._survives(move):
                yield Parcel(owner, lot, amount, start, move.on, place)

    def _survives(self, move: EffectiveFact) -> bool:
        """Whether interest accrued on Notes that cease stays payable to their Holder."""
        if move.kind == CONVERSION:
            return not self._forfeit
        return not (move.kind == SHELF_SALE and self._sold_bears)


def moves(context: Context) -> tuple[EffectiveFact, ...]:
    """The facts by which Notes are acquired, transferred or cease, in order."""
    facts = (s for kind in MOVES for s in context.facts(kind))
    return tuple(sorted(facts, key=context.known.place))


def too_much(
    moved: Sequence[EffectiveFact], context: Context
) -> Iterator[tuple[EffectiveFact, str]]:
    """Each fact by which a Holder gives up more than it holds, or all Holders hold more than is
    outstanding.
    """
    held: dict[Place, Fraction] = defaultdict(lambda: ZERO)
    of_lot: dict[str, Fraction] = defaultdict(lambda: ZERO)
    gone: dict[str, Fraction] = defaultdict(lambda: ZERO)
    lots = context.terms.securities if moved else ()
    issues = {lot.id: issues_of(lot, context) for lot in lots}
    for move in moved:
        lot, holder = move.fact.lot or "", move.fact.holder
        _count(move, lot, amount_of(move), held)
        if holder and held[lot, holder] < 0:
            says = (
                f"{move.id} takes more of lot {lot} from {holder} than it holds on {move.on}; "
                "record what it acquired, or correct the amount"
            )
            yield move, says
        of_lot[lot] += _into_holders(move)
        gone[lot] += amount_of(move) if _ceases(move) else ZERO
        issued = sum((i.amount for i in issues.get(lot, ()) if i.on <= move.on), ZERO)
        if of_lot[lot] > (issued - gone[lot] if issued else ZERO):
            says = (
                f"after {move.id} on {move.on} the Holders would hold more of lot {lot} than is "
                "outstanding; correct an amount, or give the Holder whose Notes were reduced"
            )
            yield move, says


def _ceases(move: EffectiveFact) -> bool:
    return move.kind not in (ACQUISITION, TRANSFER)


def _into_holders(move: EffectiveFact) -> Fraction:
    """The change that a move makes to the total of the recorded Holders."""
    if move.kind == ACQUISITION:
        return amount_of(move)
    return -amount_of(move) if _ceases(move) and move.fact.holder else ZERO


_Of = TypeVar("_Of", str, Part)


def _count(
    move: EffectiveFact,
    what: _Of,
    amount: Fraction,
    held: MutableMapping[tuple[_Of, str], Fraction],
) -> None:
    if move.fact.holder:
        held[what, move.fact.holder] += amount if move.kind == ACQUISITION else -amount
    if move.fact.to:
        held[what, move.fact.to] += amount
