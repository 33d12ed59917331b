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
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction

from dealclock.engine.context import ONE, Context, question
from dealclock.engine.interest.base import Principal
from dealclock.engine.interest.lots import (
    ACQUISITION,
    CONVERSION,
    SHELF_SALE,
    TRANSFER,
    acquirer,
    amount_of,
    issues_by_lot,
    leaver,
    taken_from,
)
from dealclock.engine.money import ZERO
from dealclock.engine.special.holders.moves import moves
from dealclock.errors import DealclockError
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

Part = tuple[str, int]
"""A lot and the place of an issue among those of the lot."""

_Queue = deque[tuple[str | None, Fraction]]
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


class Holdings:
    """The Holders of a deal as its facts name them. Raises DealclockError for facts by
    which a Holder gives up more than it holds, or all Holders hold more than is outstanding.
    """

    def __init__(self, principal: Principal, context: Context) -> None:
        self.moves, self.principal = moves(context), principal
        kinds = {move.kind for move in self.moves}
        forfeits = CONVERSION in kinds and context.choices["converted-notes"] == "FORFEIT"
        bears = SHELF_SALE in kinds and context.choices["interest-base"] == "ALL-NOTES"
        self._lost = CONVERSION if forfeits else ""
        self._still_bears = SHELF_SALE if bears else ""
        for _, says in too_much(context):
            raise DealclockError(f"{says}.")

    @property
    def holders(self) -> tuple[str, ...]:
        """Every Holder the facts name, in order."""
        named = (holder for move in self.moves for holder in (move.fact.holder, move.fact.to))
        return tuple(dict.fromkeys(holder for holder in named if holder is not None))

    def on(self, day: date) -> Mapping[tuple[str, str], Fraction]:
        """The holdings at the end of a day by lot and Holder, in dollars."""
        held = defaultdict[tuple[str, str], Fraction](Fraction)
        for move in self.moves:
            if move.on <= day:
                _count(move, held)
        return {place: amount for place, amount in held.items() if amount}

    def parcels(self, start: date, end: date, record: date, *, payable: bool) -> Iterator[Parcel]:
        """The parcels for interest accruing from and including `start` to but excluding `end`, by
        Holder. `payable`: it is payable on that day, so a conversion on it forfeits nothing.
        """
        balances = {(b.lot.id, b.place): b for b in self.principal.balances}
        counted = end - ONE if payable else end
        for holder, part, amount, until in self._payable(end, record, counted):
            balance = balances[part]
            begin = max(start, balance.steps.days[0])
            stop = min(until, balance.lot.matures or until)
            if begin < stop:
                yield Parcel(holder, part[0], amount, begin, stop, part[1])

    def _payable(
        self, end: date, record: date, counted: date
    ) -> Iterator[tuple[str, Part, Fraction, date]]:
        """To whom Notes are payable, and the day on which they cease to bear interest, or `end`;
        moves after the record date and the day `counted` change nothing.

        By the record date a Holder's Notes of a part are alike; later they stay payable to who held
        them on it.
        """
        queues: dict[tuple[Part, str], _Queue] = defaultdict(deque)
        moved = ((move, *part) for move in self.moves for part in self.principal.parts.of(move))
        for move, place, amount in moved:
            part, into, out = (move.fact.lot or "", place), acquirer(move), leaver(move)
            by_then = move.on <= record
            if not by_then and move.on > counted:
                break
            gone: _Queue = deque(taken_from(queues[part, out], amount) if out else [(None, amount)])
            if into is not None:
                queue = queues[part, into]
                queue.extend(gone)
                if by_then:
                    whole = sum((left for _, left in queue), ZERO)
                    queues[part, into] = deque([(into, whole)])
            elif move.kind != self._lost and not (by_then and move.kind == self._still_bears):
                until = end if move.kind == self._still_bears else move.on
                yield from ((owner, part, left, until) for owner, left in gone if owner)
        for (part, _), queue in queues.items():
            yield from ((owner, part, left, end) for owner, left in queue if owner)


@question
def holdings(context: Context, principal: Principal) -> Holdings:
    """The Holders of a deal, of a ledger's principal."""
    return Holdings(principal, context)


@question
def by_holder(
    context: Context,
    principal: Principal,
    start: date,
    end: date,
    record: date,
    payable: bool,
) -> Mapping[str, Sequence[Parcel]]:
    """The parcels as in `Holdings.parcels`, by Holder."""
    found: dict[str, list[Parcel]] = {}
    for parcel in holdings(context, principal).parcels(start, end, record, payable=payable):
        found.setdefault(parcel.holder, []).append(parcel)
    return found


def too_much(context: Context) -> Iterator[tuple[EffectiveFact, str]]:
    """Each fact by which a Holder gives up more than it holds, or all Holders hold more than is
    outstanding.
    """
    moved = moves(context)
    held = defaultdict[tuple[str, str], Fraction](Fraction)
    of_lot = defaultdict[str, Fraction](Fraction)
    gone = defaultdict[str, Fraction](Fraction)
    issues = issues_by_lot(context) if moved else {}
    for move in moved:
        lot, holder, amount = move.fact.lot or "", leaver(move), amount_of(move)
        _count(move, held)
        if holder and held[lot, holder] < 0:
            says = (
                f"{move.id} takes more of lot {lot} from {holder} than it holds on {move.on}; "
                "record what it acquired, or correct the amount"
            )
            yield move, says
        if move.kind == ACQUISITION:
            of_lot[lot] += amount
        elif move.kind != TRANSFER:
            gone[lot] += amount
            of_lot[lot] -= amount if holder else ZERO
        issued = sum((i.amount for i in issues.get(lot, ()) if i.on <= move.on), ZERO)
        if of_lot[lot] > (issued - gone[lot] if issued else ZERO):
            says = (
                f"after {move.id} on {move.on} the Holders would hold more of lot {lot} than is "
                "outstanding; correct an amount, or give the Holder whose Notes were reduced"
            )
            yield move, says


def _count(move: EffectiveFact, held: dict[tuple[str, str], Fraction]) -> None:
    """Count a move in the holdings by lot and Holder."""
    lot, amount = move.fact.lot or "", amount_of(move)
    if out := leaver(move):
        held[lot, out] -= amount
    if into := acquirer(move):
        held[lot, into] += amount
