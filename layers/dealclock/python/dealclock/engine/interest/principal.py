"""How much of each lot bears interest on a day: a step function, cut only by the lot's own events.

A lot is issued in one on a day the terms give, or in parts as events report; the Notes of an event
belong to one of these issues.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from functools import partial
from itertools import accumulate, pairwise
from typing import TypeVar

from dealclock.agreement.readings.interest import (
    AFTER_RECORD_DATE,
    BASE,
    CONVERTED,
    LATER_NOTES,
)
from dealclock.agreement.terms import Lot
from dealclock.engine.conclusions import Default
from dealclock.engine.consents.consent import dollars as dollars_of
from dealclock.engine.context import Context
from dealclock.engine.grounds import Grounds
from dealclock.engine.interest.rates import Rates
from dealclock.engine.money import ZERO, fraction
from dealclock.engine.payments.payment_dates import payment_date_on_or_before, record_date_of
from dealclock.errors import EngineError
from dealclock.facts.log import EffectiveFact
from dealclock.records import record


@record
class Steps:
    """`amounts[i]`, in dollars, from and including `days[i]` to but excluding the next day.

    Before the first there is none; after the last it holds on.
    """

    days: tuple[date, ...]
    amounts: tuple[Fraction, ...]

    @classmethod
    def of(cls, changes: Mapping[date, Fraction]) -> "Steps":
        """The steps that such changes make, each from and including its day."""
        days = sorted(changes)
        return cls(tuple(days), tuple(accumulate(changes[d] for d in days)))

    def until(self, end: date) -> "Steps":
        """The same up to but excluding a day, nothing from it on."""
        kept = bisect_left(self.days, end)
        return Steps((*self.days[:kept], end), (*self.amounts[:kept], ZERO))

    def on(self, day: date) -> Fraction:
        """The amount on a day."""
        place = bisect_right(self.days, day)
        return self.amounts[place - 1] if place else ZERO

    def pieces(self, start: date, end: date) -> Iterator[tuple[date, date, Fraction]]:
        """Each amount from and including `start` to but excluding `end`, where there is one."""
        first, last = bisect_right(self.days, start), bisect_left(self.days, end)
        for here, there in pairwise((start, *self.days[first:last], end)):
            if amount := self.on(here):
                yield here, there, amount


# The issues of each lot: in one on a day the terms give, or in parts as facts tell.
#
# lot of 12,000,000    issued 5,000,000      issued 7,000,000, or the rest
#                          |---------------------|------------------------>
#                          its own day           its own day


class MoreThanTheLot(EngineError):
    """Facts that issue more Notes than the terms have of a lot; the message names the one."""


@record
class Issue:
    """N dollars of a lot issued on a day; `seen` tells of it where the terms do not."""

    on: date
    amount: Fraction
    seen: EffectiveFact | None


def issues_of(lot: Lot, context: Context) -> tuple[Issue, ...]:
    """Every issue of a lot, in order of the days; none while none is recorded.

    An issue that says no amount is of all that is left. Raises MoreThanTheLot for one that is of
    more than that, or where nothing is left.
    """
    if isinstance(lot.issued, date):
        return (Issue(lot.issued, fraction(lot.principal), None),)
    issues = []
    whole = fraction(lot.principal)
    for seen, amount, left in issued(lot.id, whole, context.facts(lot.issued)):
        if not ZERO < amount <= left:
            raise MoreThanTheLot(
                f"{beyond_the_lot(seen, lot.id, amount, left, whole)}; correct it."
            )
        issues.append(Issue(seen.on, amount, seen))
    return tuple(issues)


def issued(
    lot: str, principal: Fraction, facts: Iterable[EffectiveFact]
) -> Iterator[tuple[EffectiveFact, Fraction, Fraction]]:
    """Each fact that issues Notes of a lot: the dollars it issues, and those left until then."""
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
    """Why an issue cannot be: what it is of, and what is left of the lot."""
    given = dollars_of(amount) if amount else "the rest"
    return (
        f"{seen.id} ({seen.kind}, {seen.on.isoformat()}) issues {given} of lot {lot}, but only "
        f"{dollars_of(left)} of its {dollars_of(principal)} is unissued"
    )


ACQUISITION, TRANSFER = "notes-acquired", "notes-transferred"

# Which issue of a lot the Notes of a fact are of, where a lot was issued in parts.
#
# Notes of a lot are alike, and no fact says which issue they are of:
#
#     acquired     of the latest issue by then of which some has no recorded Holder, then the one
#                  before
#     passed on    those the Holder got first
#     gone         those the Holder got first; with no Holder named, of the first issue without one

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
    """N dollars from the front of a queue, which loses them, by what they are of."""
    while amount and queue:
        key, there = queue.popleft()
        taken = min(there, amount)
        if taken < there:
            queue.appendleft((key, there - taken))
        amount -= taken
        yield key, taken


# Interest that began to accrue after the record date of the payment date before it.
#
# record date        payment date                        the next one
#     |-----[ accrues ]---|------------------------------------|
#                         | AT-ONCE: paid here                 | NEXT-DATE: paid here


def accrues_in(default: Default, start: date, end: date, rates: Rates) -> bool:
    """Whether a default bears anything on any day from `start` to but excluding `end`."""
    stops = default.accrues_to
    at_once = rates.first_day(default)
    if at_once < default.accrues_from and start <= at_once < end:
        return True
    first = max(default.accrues_from, start)
    return first < (end if stops is None else min(stops, end))


def began_after(record: date, bearing: Iterable[Default], rates: Rates) -> bool:
    """Whether all of the defaults that bear began to accrue after a record date."""
    return all(rates.first_day(d) > record for d in bearing)


CONVERSION, RETIREMENT, SHELF_SALE = "notes-converted", "notes-retired", "notes-sold-under-shelf"
# How much of each lot bears interest on a day: a step function, cut only by the lot's own events.
#
#     issued        converted       sold under the shelf        matures
#       |  60,000,000   |   45,000,000      |     40,000,000       |  0
#
# A day's amount holds from and including the day of the event that made it. Under FORFEIT what a
# conversion takes off was gone from the last Interest Payment Date: what was payable by then stays
# so, and nothing else. Notes sold under the shelf bear interest no more, except under ALL-NOTES. A
# lot issued in parts has a balance for each, since each bears from its own issue.

SHARES_SOLD = "shares-sold-under-shelf"
MOVES = (ACQUISITION, TRANSFER, CONVERSION, RETIREMENT, SHELF_SALE)
"""Facts by which Notes come to a Holder, pass on or are gone."""


class MoreThanOutstanding(EngineError):
    """Facts that take more Notes away than there are; the message names the one that does."""


@record
class Balance:
    """The principal of one issue of a lot that bears interest, in dollars.

    `issued` is the day of that issue, `place` where it stands among those of its lot.
    """

    lot: Lot
    issued: date
    steps: Steps
    place: int = 0


@record
class Principal:
    """The balances of the lots issued, and the facts and readings they rest on.

    `parts` tells which of them a fact is about.
    """

    balances: tuple[Balance, ...]
    grounds: Grounds
    parts: Parts

    def on(self, day: date) -> Fraction:
        """The principal of all lots that bears interest on a day."""
        return sum((b.steps.on(day) for b in self.balances), ZERO)

    @property
    def lots(self) -> tuple[Lot, ...]:
        """The lots issued, each once."""
        return tuple({b.lot.id: b.lot for b in self.balances}.values())

    def of_lot(self, lot: str, day: date) -> Fraction:
        """The principal of one lot that bears interest on a day."""
        return sum((b.steps.on(day) for b in self.balances if b.lot.id == lot), ZERO)


def principal(rates: Rates, context: Context) -> Principal:
    """The principal of every lot issued, as the facts stand and defaults bear."""
    defaults = rates.defaults
    gone = {kind: context.facts(kind) for kind in (CONVERSION, RETIREMENT, SHELF_SALE)}
    if not _bears(gone[SHELF_SALE], defaults) or context.choices[BASE] != "TRS-NOTES":
        counted = [s for kind in (CONVERSION, RETIREMENT) for s in gone[kind]]
    else:
        counted = [s for each in gone.values() for s in each]
    forfeited = None
    if _had_borne(gone[CONVERSION], defaults) and context.choices[CONVERTED] == "FORFEIT":
        forfeited = partial(_not_payable_from, rates=rates, context=context)
    by_lot: dict[str | None, list[EffectiveFact]] = defaultdict(list)
    for each in counted:
        by_lot[each.fact.lot].append(each)
    _refuse_unknown(by_lot, context)
    issues = {lot.id: issues_of(lot, context) for lot in context.terms.securities}
    every = [issue for own in issues.values() for issue in own]
    late = _issued_late(every, defaults) and context.choices[LATER_NOTES] == "FROM-DEFAULT"
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
    """Whether any default accrues on or after the first such sale."""
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
    """What each fact takes off each issue of a lot, by the issue's place."""
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
    """The first day of which the interest was not payable by a day: an Interest Payment Date.

    Under NEXT-DATE it is the one before, where the last one paid nothing yet of what had begun
    after its record date.
    """
    sheet = context.terms.indenture_sheet
    last = payment_date_on_or_before(day, sheet)
    before = payment_date_on_or_before(last - timedelta(days=1), sheet)
    bearing = [d for d in rates.defaults if accrues_in(d, before, last, rates)]
    after = bool(bearing) and began_after(record_date_of(last, sheet), bearing, rates)
    return before if after and context.choices[AFTER_RECORD_DATE] == "NEXT-DATE" else last


def amount_of(seen: EffectiveFact) -> Fraction:
    """The principal a fact is about, in dollars; raises EngineError where it gives none."""
    if seen.fact.amount is None:
        raise EngineError(f"{seen.id} gives no amount; give the principal it covers.")
    return fraction(seen.fact.amount)


def _refuse_more(lot: Lot, issues: Sequence[Issue], gone: Sequence[EffectiveFact]) -> None:
    if not gone:
        return
    if not issues:
        raise MoreThanOutstanding(
            f"{gone[0].id}: lot {lot.id} has not been issued; record its issue."
        )
    taken = ZERO
    for each in sorted(gone, key=lambda s: s.on):
        if each.on < issues[0].on:
            raise MoreThanOutstanding(
                f"{each.id} reduces lot {lot.id} on {each.on}, before its issue on "
                f"{issues[0].on}; correct one of the dates."
            )
        left = sum((issue.amount for issue in issues if issue.on <= each.on), ZERO) - taken
        if amount_of(each) > left:
            raise MoreThanOutstanding(
                f"{each.id} reduces lot {lot.id} by ${amount_of(each)} on {each.on}, but only "
                f"${left} is outstanding; correct it."
            )
        taken += amount_of(each)
