"""How much of each lot bears interest on a day: a step function, cut only by the lot's own events.

    issued        converted       sold under the shelf        matures
      |  60,000,000   |   45,000,000      |     40,000,000       |  0

A day's amount holds from and including the day of the event that made it. Under FORFEIT what a
conversion takes off was gone from the last Interest Payment Date: what was payable by then stays
so, and nothing else. Notes sold under the shelf bear interest no more, except under ALL-NOTES.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
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
from dealclock.engine.exact import ZERO, fraction
from dealclock.engine.grounds import Grounds
from dealclock.engine.interest.after_record import accrues_in, began_after
from dealclock.engine.interest.rates import Rates
from dealclock.engine.interest.steps import Steps
from dealclock.engine.payments.payment_dates import payment_date_on_or_before, record_date_of
from dealclock.facts.log import Seen
from dealclock.records import record

CONVERSION, RETIREMENT, SHELF_SALE = "notes-converted", "notes-retired", "notes-sold-under-shelf"
SHARES_SOLD = "shares-sold-under-shelf"


class MoreThanOutstanding(EngineError):
    """Facts that take more Notes away than there are; the message names the one that does."""


@record
class Balance:
    """The principal of one lot that bears interest, in dollars; `issued` is its day of issue."""

    lot: Lot
    issued: date
    steps: Steps


@record
class Principal:
    """The balances of the lots issued, and the facts and readings they rest on."""

    balances: tuple[Balance, ...]
    grounds: Grounds

    def on(self, day: date) -> Fraction:
        """The principal of all lots that bears interest on a day."""
        return sum((b.steps.on(day) for b in self.balances), ZERO)


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
    by_lot: dict[str | None, list[Seen]] = defaultdict(list)
    for each in counted:
        by_lot[each.fact.lot].append(each)
    _refuse_unknown(by_lot, context)
    issues = [(lot, issue_of(lot, context)) for lot in context.terms.securities]
    late = _issued_late(issues, defaults) and context.choices[LATER_NOTES] == "FROM-DEFAULT"
    balances = [
        _balance(lot, issue, by_lot[lot.id], forfeited=forfeited, from_default=late)
        for lot, issue in issues
    ]
    seen = [*(issue for _, issue in issues), *counted]
    return Principal(tuple(b for b in balances if b is not None), context.grounds(*seen))


def issue_of(lot: Lot, context: Context) -> Seen | None:
    """The fact that says a lot was issued; None where the terms give the date, or none says so."""
    if isinstance(lot.issued, date):
        return None
    return next((s for s in context.facts(lot.issued) if s.fact.lot in (None, lot.id)), None)


def issued_on(lot: Lot, issue: Seen | None) -> date | None:
    """The day a lot was issued, or None while it is not."""
    return lot.issued if isinstance(lot.issued, date) else issue.on if issue else None


def issued_amount(lot: Lot, issue: Seen | None) -> Fraction:
    """The principal issued: what the fact says, or the whole lot."""
    stated = issue.fact.amount if issue else None
    return fraction(lot.principal if stated is None else stated)


def _bears(sold: Sequence[Seen], defaults: Sequence[Default]) -> bool:
    """Whether any default accrues on or after the first such sale."""
    return bool(sold) and any(d.accrues_to is None or d.accrues_to > sold[0].on for d in defaults)


def _had_borne(converted: Sequence[Seen], defaults: Sequence[Default]) -> bool:
    """Whether any default had accrued before the last conversion."""
    return bool(converted) and any(d.accrues_from < converted[-1].on for d in defaults)


def _issued_late(issues: Sequence[tuple[Lot, Seen | None]], defaults: Sequence[Default]) -> bool:
    days = [day for lot, issue in issues if (day := issued_on(lot, issue))]
    return any(day > d.accrues_from for day in days for d in defaults)


def _refuse_unknown(by_lot: dict[str | None, list[Seen]], context: Context) -> None:
    lots = [lot.id for lot in context.terms.securities]
    for lot, facts in by_lot.items():
        if lot not in lots:
            known = ", ".join(lots)
            raise EngineError(f"{facts[0].id} names the lot {lot!r}; the terms have {known}.")


def _balance(
    lot: Lot,
    issue: Seen | None,
    gone: Sequence[Seen],
    *,
    forfeited: Callable[[date], date] | None,
    from_default: bool,
) -> Balance | None:
    issued = issued_on(lot, issue)
    if issued is None:
        if gone:
            raise MoreThanOutstanding(
                f"{gone[0].id}: lot {lot.id} is not issued; record its issue."
            )
        return None
    start = date.min if from_default else issued
    changes: dict[date, Fraction] = defaultdict(lambda: ZERO)
    changes[start] += issued_amount(lot, issue)
    _refuse_more(lot, issued, changes[start], gone)
    for each in gone:
        day = each.on
        if forfeited is not None and each.kind == CONVERSION:
            day = forfeited(day)
        changes[max(day, start)] -= amount_of(each)
    steps = Steps.of(changes)
    return Balance(lot, issued, steps if lot.matures is None else steps.until(lot.matures))


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


def amount_of(seen: Seen) -> Fraction:
    """The principal a fact is about, in dollars; raises EngineError where it gives none."""
    if seen.fact.amount is None:
        raise EngineError(f"{seen.id} gives no amount; say how much principal it is about.")
    return fraction(seen.fact.amount)


def _refuse_more(lot: Lot, issued: date, amount: Fraction, gone: Sequence[Seen]) -> None:
    left = amount
    for each in sorted(gone, key=lambda s: s.on):
        if each.on < issued:
            raise MoreThanOutstanding(
                f"{each.id} takes Notes of lot {lot.id} away on {each.on}, before their issue on "
                f"{issued}; correct one of the two."
            )
        if amount_of(each) > left:
            raise MoreThanOutstanding(
                f"{each.id} takes ${amount_of(each)} of lot {lot.id} away on {each.on}, of which "
                f"${left} are outstanding; correct it."
            )
        left -= amount_of(each)
