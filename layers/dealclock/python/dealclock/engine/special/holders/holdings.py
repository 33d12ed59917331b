"""Who holds Notes on which day, and to whom accrued interest is payable: Section 3(b) of
infocrossing-2004, Record Holders.

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
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import TypeVar

from dealclock.engine.context import Context
from dealclock.engine.interest.base import Principal
from dealclock.engine.interest.lots import (
    ACQUISITION,
    CONVERSION,
    SHELF_SALE,
    MoreThanOutstandingError,
    acquirer,
    amount_of,
    issues_of,
    leaver,
    taken_from,
)
from dealclock.engine.money import ZERO
from dealclock.engine.questions import question
from dealclock.engine.special.holders.moves import ceases, moves
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

Part = tuple[str, int]
"""A lot and the place of an issue among those of the lot."""

Place = tuple[str, str]
"""A lot and a Holder of its Notes."""

Queue = deque[tuple[str | None, Fraction]]
"""Notes in the order they came: who held them on the record date, None if not recorded; dollars."""

_Of = TypeVar("_Of", str, Part)
_Held = defaultdict[tuple[_Of, str], Fraction]


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


class Holdings:
    """The Holders of a deal as its facts name them. Raises MoreThanOutstandingError for facts by
    which a Holder gives up more than it holds, or all Holders hold more than is outstanding.
    """

    def __init__(self, principal: Principal, context: Context) -> None:
        self.moves = moves(context)
        self._balances = {(b.lot.id, b.place): b for b in principal.balances}
        kinds = {move.kind for move in self.moves}
        self._forfeit = CONVERSION in kinds and context.choices["converted-notes"] == "FORFEIT"
        self._sold_bears = SHELF_SALE in kinds and context.choices["interest-base"] == "ALL-NOTES"
        for _, says in too_much(context):
            raise MoreThanOutstandingError(f"{says}.")
        self._by_part = tuple(
            (move, (move.fact.lot or "", place), amount)
            for move in self.moves
            for place, amount in principal.parts.of(move)
        )

    @property
    def holders(self) -> tuple[str, ...]:
        """Every Holder the facts name, in order."""
        named = (holder for move in self.moves for holder in (move.fact.holder, move.fact.to))
        return tuple(dict.fromkeys(holder for holder in named if holder is not None))

    def on(self, day: date) -> Mapping[Place, Fraction]:
        """Each Holder's holdings of each lot at the end of a day, in dollars."""
        held: _Held[str] = defaultdict(lambda: ZERO)
        for move in self.moves:
            if move.on <= day:
                _count(move, move.fact.lot or "", amount_of(move), held)
        return {place: amount for place, amount in held.items() if amount}

    def parcels(self, start: date, end: date, record: date) -> Iterator[Parcel]:
        """The parcels for interest accruing from and including `start` to but excluding `end`, by
        Holder.
        """
        for parcel in self._parcels(start, end, record):
            balance = self._balances[parcel.lot, parcel.place]
            begin = max(parcel.start, balance.steps.days[0])
            stop = min(parcel.end, balance.lot.matures or parcel.end)
            if begin < stop:
                yield replace(parcel, start=begin, end=stop)

    def _parcels(self, start: date, end: date, record: date) -> Iterator[Parcel]:
        held: _Held[Part] = defaultdict(lambda: ZERO)
        for move, part, amount in self._by_part:
            if move.on <= record:
                _count(move, part, amount, held)
                if ceases(move) and move.fact.holder and self._survives(move):
                    lot, place = part
                    yield Parcel(move.fact.holder, lot, amount, start, move.on, place)
        queues: dict[tuple[Part, str], Queue] = defaultdict(deque)
        for (part, holder), amount in held.items():
            queues[part, holder].append((holder, amount))
        for move, part, amount in self._by_part:
            if record < move.on < end:
                for owner, left in self._follow(move, part, amount, queues):
                    stays = move.kind == SHELF_SALE and self._sold_bears
                    yield Parcel(owner, part[0], left, start, end if stays else move.on, part[1])
        for ((lot, place), _), queue in queues.items():
            for owned_by, amount in queue:
                if owned_by is not None and amount:
                    yield Parcel(owned_by, lot, amount, start, end, place)

    def _follow(
        self,
        move: EffectiveFact,
        part: Part,
        amount: Fraction,
        queues: Mapping[tuple[Part, str], Queue],
    ) -> Iterator[tuple[str, Fraction]]:
        """Move Notes after the record date; of those that cease and stay payable, each Holder on
        the record date and its dollars.
        """
        into, out = acquirer(move), leaver(move)
        if move.kind == ACQUISITION:
            queues[part, into or ""].append((None, amount))
        elif out is not None:
            for owner, left in taken_from(queues[part, out], amount):
                if into is not None:
                    queues[part, into].append((owner, left))
                elif owner is not None and (
                    self._survives(move) or (move.kind == SHELF_SALE and self._sold_bears)
                ):
                    yield owner, left

    def _survives(self, move: EffectiveFact) -> bool:
        """Whether interest accrued on Notes that cease stays payable to their Holder."""
        if move.kind == CONVERSION:
            return not self._forfeit
        return not (move.kind == SHELF_SALE and self._sold_bears)


@question
def holdings(context: Context, principal: Principal) -> Holdings:
    """The Holders of a deal, of a ledger's principal."""
    return Holdings(principal, context)


def too_much(context: Context) -> Iterator[tuple[EffectiveFact, str]]:
    """Each fact by which a Holder gives up more than it holds, or all Holders hold more than is
    outstanding.
    """
    moved = moves(context)
    held: _Held[str] = defaultdict(lambda: ZERO)
    of_lot: dict[str, Fraction] = defaultdict(lambda: ZERO)
    gone: dict[str, Fraction] = defaultdict(lambda: ZERO)
    lots = context.terms.securities if moved else ()
    issues = {lot.id: issues_of(lot, context) for lot in lots}
    for move in moved:
        lot, holder, amount = move.fact.lot or "", leaver(move), amount_of(move)
        _count(move, lot, amount, held)
        if holder and held[lot, holder] < 0:
            says = (
                f"{move.id} takes more of lot {lot} from {holder} than it holds on {move.on}; "
                "record what it acquired, or correct the amount"
            )
            yield move, says
        if move.kind == ACQUISITION:
            of_lot[lot] += amount
        elif ceases(move):
            gone[lot] += amount
            of_lot[lot] -= amount if holder else ZERO
        issued = sum((i.amount for i in issues.get(lot, ()) if i.on <= move.on), ZERO)
        if of_lot[lot] > (issued - gone[lot] if issued else ZERO):
            says = (
                f"after {move.id} on {move.on} the Holders would hold more of lot {lot} than is "
                "outstanding; correct an amount, or give the Holder whose Notes were reduced"
            )
            yield move, says


def _count(move: EffectiveFact, what: _Of, amount: Fraction, held: _Held[_Of]) -> None:
    if out := leaver(move):
        held[what, out] -= amount
    if into := acquirer(move):
        held[what, into] += amount
