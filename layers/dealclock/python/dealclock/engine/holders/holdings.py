"""Who holds Notes on which day, and whose accrual is payable to whom.

A payment goes to whoever held on its record date, whoever held while interest accrued. What
accrued on Notes that ceased to bear interest by then goes to the Holder they ceased with.

    start                      record date               payment date
      |  A converts    A -> B      |       B converts         |
      |----- to A                  |                          |
      |---------------------- to B |--------------- to B, who held on the record date
      |---------------------- to B |--------------------------|

Notes of a lot are alike: where a Holder gives up some, those it got first go first.
"""

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction

from dealclock.agreement.readings.interest import BASE, CONVERTED
from dealclock.engine.context import Context
from dealclock.engine.exact import ZERO
from dealclock.engine.interest.principal import (
    CONVERSION,
    RETIREMENT,
    SHELF_SALE,
    Balance,
    MoreThanOutstanding,
    Principal,
    amount_of,
    issue_of,
    issued_amount,
)
from dealclock.facts.log import Seen
from dealclock.records import record

ACQUISITION, TRANSFER = "notes-acquired", "notes-transferred"
MOVES = (ACQUISITION, TRANSFER, CONVERSION, RETIREMENT, SHELF_SALE)

Place = tuple[str, str]
"""A lot and a Holder of its Notes."""

Queue = deque[tuple[str | None, Fraction]]
"""Notes in the order they came: who held them on the record date, None if not recorded; dollars."""


@record
class Parcel:
    """Notes of a lot that bear alike: `amount` dollars from and including `start` to but
    excluding `end`, payable to `holder`."""

    holder: str
    lot: str
    amount: Fraction
    start: date
    end: date


class Holdings:
    """The Holders of a deal as its facts name them. Raises MoreThanOutstanding for facts by which
    a Holder gives up more than it has, or all hold more than there is."""

    def __init__(self, principal: Principal, context: Context) -> None:
        facts = (s for kind in MOVES for s in context.facts(kind))
        self.moves = tuple(sorted(facts, key=context.known.place))
        self._facts: dict[str, list[Seen]] = {}
        for move in self.moves:
            for holder in dict.fromkeys((move.fact.holder, move.fact.to)):
                if holder is not None:
                    self._facts.setdefault(holder, []).append(move)
        self._balances = {b.lot.id: b for b in principal.balances}
        converted = any(s.kind == CONVERSION for s in self.moves)
        self._forfeit = converted and context.choices[CONVERTED] == "FORFEIT"
        sold = any(s.kind == SHELF_SALE for s in self.moves)
        self._sold_bears = sold and context.choices[BASE] == "ALL-NOTES"
        self._refuse_too_much(context)

    @property
    def holders(self) -> tuple[str, ...]:
        """Every Holder the facts name, in order."""
        return tuple(self._facts)

    def on(self, day: date) -> Mapping[Place, Fraction]:
        """What each Holder has of each lot at the end of a day, in dollars."""
        held: dict[Place, Fraction] = defaultdict(lambda: ZERO)
        for move in self.moves:
            if move.on <= day:
                _count(move, held)
        return {place: amount for place, amount in held.items() if amount}

    def facts_of(self, holder: str) -> Sequence[Seen]:
        """The facts that name a Holder."""
        return self._facts.get(holder, ())

    def parcels(self, start: date, end: date, record: date) -> Iterator[Parcel]:
        """What is payable to whom of what accrues from `start` to but excluding `end`."""
        for parcel in self._parcels(start, end, record):
            balance = self._balances[parcel.lot]
            begin = max(parcel.start, balance.steps.days[0])
            matures = balance.lot.matures
            stop = parcel.end if matures is None else min(parcel.end, matures)
            if begin < stop:
                yield Parcel(parcel.holder, parcel.lot, parcel.amount, begin, stop)

    def _parcels(self, start: date, end: date, record: date) -> Iterator[Parcel]:
        for move in self.moves:
            if _ceases(move) and move.on <= record and move.fact.holder and self._survives(move):
                lot = move.fact.lot or ""
                yield Parcel(move.fact.holder, lot, amount_of(move), start, move.on)
        queues: dict[Place, Queue] = defaultdict(deque)
        for (lot, holder), amount in self.on(record).items():
            queues[lot, holder].append((holder, amount))
        for move in self.moves:
            if record < move.on < end:
                yield from self._follow(move, queues, start, end)
        for (lot, _), queue in queues.items():
            for owner, amount in queue:
                if owner is not None:
                    yield Parcel(owner, lot, amount, start, end)

    def _follow(
        self, move: Seen, queues: dict[Place, Queue], start: date, end: date
    ) -> Iterator[Parcel]:
        """Moves Notes after the record date; who held those that cease on it is paid for them."""
        lot, holder = move.fact.lot or "", move.fact.holder
        if move.kind == ACQUISITION:
            queues[lot, holder or ""].append((None, amount_of(move)))
            return
        if holder is None:
            return
        for owner, amount in _take(queues[lot, holder], amount_of(move)):
            if move.fact.to is not None:
                queues[lot, move.fact.to].append((owner, amount))
            elif owner is not None and move.kind == SHELF_SALE and self._sold_bears:
                yield Parcel(owner, lot, amount, start, end)
            elif owner is not None and self._survives(move):
                yield Parcel(owner, lot, amount, start, move.on)

    def _survives(self, move: Seen) -> bool:
        """Whether what had accrued on Notes that cease stays payable to their Holder."""
        if move.kind == CONVERSION:
            return not self._forfeit
        return not (move.kind == SHELF_SALE and self._sold_bears)

    def _refuse_too_much(self, context: Context) -> None:
        held: dict[Place, Fraction] = defaultdict(lambda: ZERO)
        of_lot: dict[str, Fraction] = defaultdict(lambda: ZERO)
        gone: dict[str, Fraction] = defaultdict(lambda: ZERO)
        lots = context.terms.securities
        issued = {lot.id: issued_amount(lot, issue_of(lot, context)) for lot in lots}
        for move in self.moves:
            lot, holder = move.fact.lot or "", move.fact.holder
            _count(move, held)
            if holder and held[lot, holder] < 0:
                raise MoreThanOutstanding(
                    f"{move.id} takes more of lot {lot} from {holder} than it has on {move.on}; "
                    "record what it acquired, or correct the amount."
                )
            of_lot[lot] += _into_holders(move)
            gone[lot] += amount_of(move) if _ceases(move) else ZERO
            balance: Balance | None = self._balances.get(lot)
            there = issued[lot] - gone[lot] if balance and balance.issued <= move.on else ZERO
            if of_lot[lot] > there:
                raise MoreThanOutstanding(
                    f"after {move.id} on {move.on} the Holders would have more of lot {lot} than "
                    "is outstanding; correct an amount, or say whose Notes were taken away."
                )


def _ceases(move: Seen) -> bool:
    return move.kind not in (ACQUISITION, TRANSFER)


def _into_holders(move: Seen) -> Fraction:
    """By how much a move changes what the recorded Holders have together."""
    if move.kind == ACQUISITION:
        return amount_of(move)
    return -amount_of(move) if _ceases(move) and move.fact.holder else ZERO


def _count(move: Seen, held: dict[Place, Fraction]) -> None:
    lot, amount = move.fact.lot or "", amount_of(move)
    if move.fact.holder:
        held[lot, move.fact.holder] += amount if move.kind == ACQUISITION else -amount
    if move.fact.to:
        held[lot, move.fact.to] += amount


def _take(queue: Queue, amount: Fraction) -> Iterator[tuple[str | None, Fraction]]:
    """So much from the front of a queue, by owner."""
    while amount and queue:
        owner, there = queue.popleft()
        taken = min(there, amount)
        if taken < there:
            queue.appendleft((owner, there - taken))
        amount -= taken
        yield owner, taken
