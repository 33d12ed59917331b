"""The interest-bearing principal of each lot: a step function of the day, changed only by the lot's
own events. A lot is issued at once on a day the terms give, or in parts as events report; the Notes
of an event belong to these issues.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from functools import partial
from itertools import accumulate, pairwise
from typing import TypeVar

from dealclock.agreement.terms import Lot
from dealclock.engine.conclusions import Default
from dealclock.engine.context import Context
from dealclock.engine.grounds import Grounds
from dealclock.engine.interest.rates import Rates
from dealclock.engine.money import ZERO, fraction
from dealclock.engine.money import dollars as dollars_of
from dealclock.engine.payments.payment_dates import payment_date_on_or_before, record_date_of
from dealclock.errors import EngineError
from dealclock.facts.log import EffectiveFact
from dealclock.records import record


@record
class Steps:
    """`amounts[i]`, in dollars, from and including `days[i]` to but excluding the next day.

    Zero before the first day; the last amount continues.
    """

    days: tuple[date, ...]
    amounts: tuple[Fraction, ...]

    @classmethod
    def of(cls, changes: Mapping[date, Fraction]) -> "Steps":
        """The steps from changes in dollars, each from and including its day."""
        days = sorted(changes)
        return cls(tuple(days), tuple(accumulate(changes[d] for d in days)))

    def until(self, end: date) -> "Steps":
        """The steps up to but excluding a day, with zero from that day on."""
        kept = bisect_left(self.days, end)
        return Steps((*self.days[:kept], end), (*self.amounts[:kept], ZERO))

    def on(self, day: date) -> Fraction:
        """The amount on a day."""
        place = bisect_right(self.days, day)
        return self.amounts[place - 1] if place else ZERO

    def pieces(self, start: date, end: date) -> Iterator[tuple[date, date, Fraction]]:
        """The non-zero amounts from and including `start` to but excluding `end`, with their
        days.
        """
        first, last = bisect_right(self.days, start), bisect_left(self.days, end)
        for here, there in pairwise((start, *self.days[first:last], end)):
            if amount := self.on(here):
                yield here, there, amount


# The issues of each lot: one on a day the terms give, or parts as facts report.
#
# lot of 12,000,000    issued 5,000,000      issued 7,000,000, or the rest
#                          |---------------------|------------------------>
#                          its own day           its own day


class MoreThanLotError(EngineError):
    """Facts issue more Notes than the terms have of a lot; the message names the fact."""


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

    An issue without an amount issues the rest of the lot. Raises MoreThanLotError for an issue of
    more than the rest, or if nothing is left.
    """
    if isinstance(lot.issued, date):
        return (Issue(lot.issued, fraction(lot.principal), None),)
    issues = []
    whole = fraction(lot.principal)
    for seen, amount, left in issued(lot.id, whole, context.facts(lot.issued)):
        if not ZERO < amount <= left:
            raise MoreThanLotError(
                f"{beyond_the_lot(seen, lot.id, amount, left, whole)}; correct it."
            )
        issues.append(Issue(seen.on, amount, seen))
    return tuple(issues)


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
    given = dollars_of(amount) if amount else "the rest"
    return (
        f"{seen.id} ({seen.kind}, {seen.on.isoformat()}) issues {given} of lot {lot}, but only "
        f"{dollars_of(left)} of its {dollars_of(principal)} is unissued"
    )


ACQUISITION, TRANSFER = "notes-acquired", "notes-transferred"

# The issue to which the Notes of a fact belong, if a lot was issued in parts.
#
# Notes of a lot are fungible, and no fact states their issue:
#
#     acquired     from the latest issue by then with Notes that have no recorded Holder, then the
#                  one before
#     transferred  those the Holder acquired first
#     gone         those the Holder acquired first; with no Holder named, Notes without a recorded
#                  Holder, from the first issue on

K = TypeVar("K")
Part = tuple[int, Fraction]
"""The index of an issue in its lot, and dollars of it."""


class Parts:
    """The issues that each fact's Notes belong to; `moves` are in order."""

    def __init__(
        self, issues: Mapping[str, Sequence[Issue]], moves: Iterable[EffectiveFact]
    ) -> None:
        self._several = {lot: _Lot(own) for lot, own in issues.items() if len(own) > 1}
        self._of: dict[str, tuple[Part, ...]] = {}
        own = [m for m in moves if m.fact.lot in self._several] if self._several else []
        for move in own:
            self._of[move.id] = tuple(self._several[move.fact.lot or ""].parts(move))
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
        for place in self._by(move.on):  # inconsistent facts about Holders
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
    """Remove dollars from the front of a queue, and yield them by key."""
    while amount and queue:
        key, there = queue.popleft()
        taken = min(there, amount)
        if taken < there:
            queue.appendleft((key, there - taken))
        amount -= taken
        yield key, taken


# Interest that began to accrue after the record date of the next payment date.
#
# record date        payment date                        the next one
#     |-----[ accrues ]---|------------------------------------|
#                         | AT-ONCE: paid here                 | NEXT-DATE: paid here


def accrues_in(default: Default, start: date, end: date, rates: Rates) -> bool:
    """Whether a default bears interest on any day from and including `start` to but excluding
    `end`.
    """
    stops = default.accrues_to
    at_once = rates.first_day(default)
    if at_once < default.accrues_from and start <= at_once < end:
        return True
    first = max(default.accrues_from, start)
    return first < (end if stops is None else min(stops, end))


def began_after(record: date, bearing: Iterable[Default], rates: Rates) -> bool:
    """Whether all of these defaults began to accrue after a record date."""
    return all(rates.first_day(d) > record for d in bearing)


CONVERSION, RETIREMENT, SHELF_SALE = "notes-converted", "notes-retired", "notes-sold-under-shelf"
# The interest-bearing principal of each lot: a step function, changed only by the lot's own events.
#
#     issued        converted       sold under the shelf        matures
#       |  60,000,000   |   45,000,000      |     40,000,000       |  0
#
# A day's amount holds from and including the day of the event that made it. Under FORFEIT,
# converted principal stops bearing interest from the last Interest Payment Date: only amounts
# payable by then stay payable. Notes sold under the shelf no longer bear interest, except under
# ALL-NOTES. A lot issued in parts has a balance for each part, since each bears interest from its
# own issue.

SHARES_SOLD = "shares-sold-under-shelf"
MOVES = (ACQUISITION, TRANSFER, CONVERSION, RETIREMENT, SHELF_SALE)
"""The kinds of facts by which Notes are acquired, transferred or cease."""


class MoreThanOutstandingError(EngineError):
    """Facts remove more Notes than are outstanding; the message names the fact."""


@record
class Balance:
    """The interest-bearing principal of one issue of a lot, in dollars.

    `issued` is the day of the issue, `place` its index in the lot.
    """

    lot: Lot
    issued: date
    steps: Steps
    place: int = 0


@record
class Principal:
    """The balances of the issued lots, and the facts and readings they rest on.

    `parts` gives the issues that a fact's Notes belong to.
    """

    balances: tuple[Balance, ...]
    grounds: Grounds
    parts: Parts

    def on(self, day: date) -> Fraction:
        """The interest-bearing principal of all lots on a day, in dollars."""
        return sum((b.steps.on(day) for b in self.balances), ZERO)

    @property
    def lots(self) -> tuple[Lot, ...]:
        """The issued lots, each once."""
        return tuple({b.lot.id: b.lot for b in self.balances}.values())

    def of_lot(self, lot: str, day: date) -> Fraction:
        """The interest-bearing principal of one lot on a day, in dollars."""
        return sum((b.steps.on(day) for b in self.balances if b.lot.id == lot), ZERO)


def principal(rates: Rates, context: Context) -> Principal:
    """The interest-bearing principal of every issued lot, by the facts in effect and the
    defaults.
    """
    defaults = rates.defaults
    gone = {kind: context.facts(kind) for kind in (CONVERSION, RETIREMENT, SHELF_SALE)}
    if not _bears(gone[SHELF_SALE], defaults) or context.choices["interest-base"] != "TRS-NOTES":
        counted = [s for kind in (CONVERSION, RETIREMENT) for s in gone[kind]]
    else:
        counted = [s for each in gone.values() for s in each]
    forfeited = None
    if _had_borne(gone[CONVERSION], defaults) and context.choices["converted-notes"] == "FORFEIT":
        forfeited = partial(_not_payable_from, rates=rates, context=context)
    by_lot: dict[str | None, list[EffectiveFact]] = defaultdict(list)
    for each in counted:
        by_lot[each.fact.lot].append(each)
    _refuse_unknown(by_lot, context)
    issues = {lot.id: issues_of(lot, context) for lot in context.terms.securities}
    every = [issue for own in issues.values() for issue in own]
    late = _issued_late(every, defaults) and context.choices["later-issued-notes"] == "FROM-DEFAULT"
    parts = _parts(issues, context)
    balances = []
    for lot in context.terms.securities:
        own, leaving = issues[lot.id], by_lot[lot.id]
        _refuse_more(lot, own, leaving)
        less = _less(leaving, parts)
        for place, issue in enumerate(own):
            start = date.min if late else issue.on
            steps = _steps(issue.amount, start, less[place], forfeited)
            steps = steps if lot.matures is None else steps.until(lot.matures)
            balances.append(Balance(lot, issue.on, steps, place))
    seen = [*(issue.seen for issue in every if issue.seen), *counted]
    seen += parts.rest_on if counted else ()
    used = {each.id: each for each in seen}
    return Principal(tuple(balances), context.grounds(*used.values()), parts)


def _parts(issues: Mapping[str, Sequence[Issue]], context: Context) -> Parts:
    if all(len(own) < 2 for own in issues.values()):
        return Parts({}, ())
    moves = (s for kind in MOVES for s in context.facts(kind))
    return Parts(issues, sorted(moves, key=context.known.place))


def _bears(sold: Sequence[EffectiveFact], defaults: Sequence[Default]) -> bool:
    """Whether any default accrues on or after the first shelf sale."""
    return bool(sold) and any(d.accrues_to is None or d.accrues_to > sold[0].on for d in defaults)


def _had_borne(converted: Sequence[EffectiveFact], defaults: Sequence[Default]) -> bool:
    """Whether any default had accrued before the last conversion."""
    return bool(converted) and any(d.accrues_from < converted[-1].on for d in defaults)


def _issued_late(issues: Sequence[Issue], defaults: Sequence[Default]) -> bool:
    return any(issue.on > d.accrues_from for issue in issues for d in defaults)


def _refuse_unknown(by_lot: dict[str | None, list[EffectiveFact]], context: Context) -> None:
    lots = [lot.id for lot in context.terms.securities]
    for lot, facts in by_lot.items():
        if lot not in lots:
            known = ", ".join(lots)
            raise EngineError(f"{facts[0].id} gives the lot {lot!r}; the terms have {known}.")


def _less(
    gone: Sequence[EffectiveFact], parts: Parts
) -> Mapping[int, list[tuple[EffectiveFact, Fraction]]]:
    """The dollars each fact removes from each issue of a lot, by the issue's index."""
    less: dict[int, list[tuple[EffectiveFact, Fraction]]] = defaultdict(list)
    for each in gone:
        for place, dollars in parts.of(each):
            less[place].append((each, dollars))
    return less


def _steps(
    amount: Fraction,
    start: date,
    less: Sequence[tuple[EffectiveFact, Fraction]],
    forfeited: Callable[[date], date] | None,
) -> Steps:
    changes: dict[date, Fraction] = defaultdict(lambda: ZERO)
    changes[start] += amount
    for each, dollars in less:
        day = each.on
        if forfeited is not None and each.kind == CONVERSION:
            day = forfeited(day)
        changes[max(day, start)] -= dollars
    return Steps.of(changes)


def _not_payable_from(day: date, rates: Rates, context: Context) -> date:
    """The first day whose interest was not yet payable by a given day: an Interest Payment Date.

    Under NEXT-DATE it is the one before, if all interest had begun after the last one's record
    date, so that nothing was paid on it.
    """
    sheet = context.terms.indenture_sheet
    last = payment_date_on_or_before(day, sheet)
    before = payment_date_on_or_before(last - timedelta(days=1), sheet)
    bearing = [d for d in rates.defaults if accrues_in(d, before, last, rates)]
    after = bool(bearing) and began_after(record_date_of(last, sheet), bearing, rates)
    return before if after and context.choices["payment-after-record-date"] == "NEXT-DATE" else last


def amount_of(seen: EffectiveFact) -> Fraction:
    """The principal a fact covers, in dollars; raises EngineError if it gives none."""
    if seen.fact.amount is None:
        raise EngineError(f"{seen.id} gives no amount; give the principal it covers.")
    return fraction(seen.fact.amount)


def _refuse_more(lot: Lot, issues: Sequence[Issue], gone: Sequence[EffectiveFact]) -> None:
    if not gone:
        return
    if not issues:
        raise MoreThanOutstandingError(
            f"{gone[0].id}: lot {lot.id} has not been issued; record its issue."
        )
    taken = ZERO
    for each in sorted(gone, key=lambda s: s.on):
        if each.on < issues[0].on:
            raise MoreThanOutstandingError(
                f"{each.id} reduces lot {lot.id} on {each.on}, before its issue on "
                f"{issues[0].on}; correct one of the dates."
            )
        left = sum((issue.amount for issue in issues if issue.on <= each.on), ZERO) - taken
        if amount_of(each) > left:
            raise MoreThanOutstandingError(
                f"{each.id} reduces lot {lot.id} by ${amount_of(each)} on {each.on}, but only "
                f"${left} is outstanding; correct it."
            )
        taken += amount_of(each)
