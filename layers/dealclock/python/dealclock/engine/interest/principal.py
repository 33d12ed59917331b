"""How much of each lot bears interest on a day: a step function, cut only by the lot's own events.

    issued        converted       sold under the shelf        matures
      |  60,000,000   |   45,000,000      |     40,000,000       |  0

A day's amount holds from and including the day of the event that made it. Under FORFEIT what a
conversion takes off was gone from the last Interest Payment Date: what was payable by then stays
so, and nothing else. Notes sold under the shelf bear interest no more, except under ALL-NOTES.
A lot issued in parts has a balance for each, since each bears from its own issue.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from functools import partial

from dealclock.agreement.readings.interest import (
    AFTER_RECORD_DATE,
    BASE,
    CONVERTED,
    LATER_NOTES,
)
from dealclock.agreement.terms import Lot
from dealclock.engine.conclusions import Default
from dealclock.engine.context import Context, EngineError
from dealclock.engine.fractions import ZERO, fraction
from dealclock.engine.grounds import Grounds
from dealclock.engine.interest.issues import Issue, issues_of
from dealclock.engine.interest.parts import ACQUISITION, TRANSFER, Parts
from dealclock.engine.interest.rates import Rates
from dealclock.engine.interest.steps import Steps
from dealclock.engine.payments.payment_dates import payment_date_on_or_before, record_date_of
from dealclock.facts.log import EffectiveFact
from dealclock.records import record


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
