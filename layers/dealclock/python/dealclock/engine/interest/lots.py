"""The issues of each lot, and the issue to which the Notes of an event belong.

    lot of 12,000,000    issued 5,000,000      issued 7,000,000, or the rest
                             |---------------------|------------------------>
                             its own day           its own day

A lot is issued at once on a day the terms give, or in parts as events report. Notes of a lot are
fungible, and no event states their issue:

    acquired     from the latest issue by then with Notes that have no recorded Holder, then the
                 one before
    transferred  those the Holder acquired first
    gone         those the Holder acquired first; with no Holder named, Notes without a recorded
                 Holder, from the first issue on
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import TypeVar

from dealclock.engine.context import Context
from dealclock.engine.money import ZERO, fraction
from dealclock.engine.money import dollars as in_dollars
from dealclock.errors import DealclockError
from dealclock.facts.log import EffectiveFact
from dealclock.records import record
from dealclock.terms.terms import Lot

ACQUISITION, TRANSFER = "notes-acquired", "notes-transferred"
CONVERSION, RETIREMENT, SHELF_SALE = "notes-converted", "notes-retired", "notes-sold-under-shelf"
SHARES_SOLD = "shares-sold-under-shelf"
MOVES = (ACQUISITION, TRANSFER, CONVERSION, RETIREMENT, SHELF_SALE)
"""The kinds of facts by which Notes are acquired, transferred or cease."""

K = TypeVar("K")
Part = tuple[int, Fraction]
"""The index of an issue in its lot, and dollars of it."""


@record
class Issue:
    """Dollars of a lot issued on a day; `seen` is the fact that reports it, None if the terms give
    it.
    """

    on: date
    amount: Fraction
    seen: EffectiveFact | None


def issues_of(lot: Lot, context: Context) -> tuple[Issue, ...]:
    """Every issue of a lot, in order of days; empty if none is recorded.

    An issue without an amount issues the rest of the lot. Raises DealclockError for an issue of
    more than the rest, or if nothing is left.
    """
    whole = fraction(lot.principal)
    if isinstance(lot.issued, date):
        return (Issue(lot.issued, whole, None),)
    issues = []
    for seen, amount, left in issued(lot.id, whole, context.facts(lot.issued)):
        if not ZERO < amount <= left:
            raise DealclockError(
                f"{beyond_the_lot(seen, lot.id, amount, left, whole)}; correct it."
            )
        issues.append(Issue(seen.on, amount, seen))
    return tuple(issues)


def issues_by_lot(context: Context) -> Mapping[str, Sequence[Issue]]:
    """The issues of every lot, by its id."""
    return {lot.id: issues_of(lot, context) for lot in context.terms.securities}


def issued(
    lot: str, principal: Fraction, facts: Iterable[EffectiveFact]
) -> Iterator[tuple[EffectiveFact, Fraction, Fraction]]:
    """Each fact that issues Notes of a lot, with the dollars it issues and the dollars unissued
    before it.
    """
    left = principal
    for seen in facts:
        if seen.fact.lot in (None, lot):
            stated = seen.fact.amount
            amount = left if stated is None else fraction(stated)
            yield seen, amount, left
            left = max(left - amount, ZERO)


def beyond_the_lot(
    seen: EffectiveFact, lot: str, amount: Fraction, left: Fraction, principal: Fraction
) -> str:
    """The message for an impossible issue: its amount, and the rest of the lot."""
    given = in_dollars(amount) if amount else "the rest"
    return (
        f"{seen.id} ({seen.kind}, {seen.on.isoformat()}) issues {given} of lot {lot}, but only "
        f"{in_dollars(left)} of its {in_dollars(principal)} is unissued"
    )


def amount_of(seen: EffectiveFact) -> Fraction:
    """The dollars a fact states, such as the principal it covers; raises DealclockError if it
    states none.
    """
    if seen.fact.amount is None:
        raise DealclockError(f"{seen.id} states no amount; correct it with the amount.")
    return fraction(seen.fact.amount)


def worth(seen: EffectiveFact, price: Fraction | None) -> Fraction:
    """What a fact states in dollars: its shares at the price if both are given, else its amount;
    raises DealclockError if it states none.
    """
    if price is not None and seen.fact.shares is not None:
        return fraction(seen.fact.shares) * price
    return amount_of(seen)


def acquirer(move: EffectiveFact) -> str | None:
    """The Holder to which a move brings Notes; None if it brings them to none."""
    return move.fact.holder if move.kind == ACQUISITION else move.fact.to


def leaver(move: EffectiveFact) -> str | None:
    """The Holder from which a move takes Notes; None if it takes them from no recorded one."""
    return None if move.kind == ACQUISITION else move.fact.holder


def refuse_more(lot: Lot, issues: Sequence[Issue], gone: Sequence[EffectiveFact]) -> None:
    """Raise DealclockError if events remove more of a lot than is outstanding."""
    taken = ZERO
    for each in sorted(gone, key=lambda seen: seen.on):
        if not issues:
            raise DealclockError(
                f"{gone[0].id}: lot {lot.id} has not been issued; record its issue."
            )
        if each.on < issues[0].on:
            raise DealclockError(
                f"{each.id} reduces lot {lot.id} on {each.on}, before its issue on "
                f"{issues[0].on}; correct one of the dates."
            )
        left = sum((issue.amount for issue in issues if issue.on <= each.on), -taken)
        if amount_of(each) > left:
            raise DealclockError(
                f"{each.id} reduces lot {lot.id} by ${amount_of(each)} on {each.on}, but only "
                f"${left} is outstanding; correct it."
            )
        taken += amount_of(each)


class Parts:
    """The issues that each fact's Notes belong to; by events of kinds in `gone_by` Notes leave the
    base too.
    """

    def __init__(
        self,
        issues: Mapping[str, Sequence[Issue]],
        context: Context,
        gone_by: Sequence[str] = (),
    ) -> None:
        several = {lot: _Lot(own) for lot, own in issues.items() if len(own) > 1}
        kinds = dict.fromkeys((*MOVES, *gone_by)) if several else ()
        moves = (s for kind in kinds for s in context.facts(kind))
        own = sorted((s for s in moves if s.fact.lot in several), key=context.known.place)
        self._of = {move.id: tuple(several[move.fact.lot or ""].parts(move)) for move in own}
        self.rest_on: Sequence[EffectiveFact] = own
        """The facts behind the parts: those about a lot issued in parts."""

    def of(self, move: EffectiveFact) -> tuple[Part, ...]:
        """The issues that a fact's Notes belong to, with the dollars of each."""
        return self._of.get(move.id) or ((0, fraction(move.fact.amount or 0)),)


class _Lot:
    """A lot issued in parts: for each, the dollars outstanding, without a recorded Holder, and by
    Holder.
    """

    def __init__(self, issues: Sequence[Issue]) -> None:
        self._days = [issue.on for issue in issues]
        self._left = [issue.amount for issue in issues]
        self._free = [issue.amount for issue in issues]
        self._held: dict[str, deque[Part]] = defaultdict(deque)

    def parts(self, move: EffectiveFact) -> Iterator[Part]:
        """The parts of one move, which must come in order."""
        holder, amount = move.fact.holder, fraction(move.fact.amount or 0)
        by_then = [place for place, on in enumerate(self._days) if on <= move.on]
        if move.kind == ACQUISITION:
            taken = [*_take(self._free, amount, reversed(by_then))]
            self._held[holder or ""].extend(taken)
            yield from taken
            return
        taken = [*taken_from(self._held[holder], amount)] if holder else []
        if move.kind == TRANSFER:
            self._held[move.fact.to or ""].extend(taken)
            yield from taken
            return
        rest = amount - _dollars(taken)
        gone = defaultdict[int, Fraction](Fraction)
        for place, dollars in (*taken, *_take(self._free, rest, by_then)):
            for _, ended in _take(self._left, dollars, [place]):
                gone[place] += ended
        # Events about Holders that are inconsistent.
        for place, ended in _take(self._left, amount - _dollars(gone.items()), by_then):
            gone[place] += ended
        yield from ((place, dollars) for place, dollars in gone.items() if dollars)


def _take(left: list[Fraction], amount: Fraction, places: Iterable[int]) -> Iterator[Part]:
    """Take dollars from what is left of issues, one after another, and yield them by issue."""
    for place in places:
        if taken := min(amount, left[place]):
            left[place] -= taken
            amount -= taken
            yield place, taken


def _dollars(parts: Iterable[Part]) -> Fraction:
    return sum((dollars for _, dollars in parts), ZERO)


def taken_from(queue: deque[tuple[K, Fraction]], amount: Fraction) -> Iterator[tuple[K, Fraction]]:
    """Remove dollars from the front of a queue, and yield them by key."""
    while amount and queue:
        key, there = queue.popleft()
        taken = min(there, amount)
        if taken < there:
            queue.appendleft((key, there - taken))
        amount -= taken
        yield key, taken
