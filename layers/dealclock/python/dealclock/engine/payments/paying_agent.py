"""What the paying agent pays beside what Holders are entitled to.

The agent pays one CUSIP alike: by each position on the record date, without knowing of any
Questionnaire. So a bar that is one Holder's own cannot be applied through it; the two views differ
by what a barred Holder would receive, and by what others converted since the record date.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction

from dealclock.agreement.terms import Lot
from dealclock.engine.context import Context
from dealclock.engine.holders.amounts import Holders
from dealclock.engine.interest.ledger import AccrualLedger
from dealclock.engine.money import ZERO
from dealclock.engine.payments.buckets import Bucket
from dealclock.records import record


@record
class Through:
    """One CUSIP, or one lot without: what it is paid in all, and by each position.

    `principal` is all of it on the record date; `by_position` what each recorded Holder would
    receive. Exact dollars.
    """

    cusip: str | None
    lots: tuple[str, ...]
    principal: Fraction
    amount: Fraction
    by_position: Mapping[str, Fraction]


def through_the_agent(
    bucket: Bucket, ledger: AccrualLedger, holders: Holders, context: Context
) -> Iterator[Through]:
    """Each CUSIP that is paid anything."""
    record = min(bucket.record_date, context.as_of)
    amounts = bucket.by_lot
    held = holders.holdings.on(record) if holders.holdings else {}
    began = [b for b in ledger.principal.balances if b.steps.days[0] < bucket.nominal]
    there = {b.lot.id for b in began if b.steps.on(_last_bearing(record, b.issued))}
    for cusip, lots in _by_cusip(context.terms.securities, amounts, there):
        balances = [b for b in began if b.lot.id in lots]
        principal = sum((b.steps.on(_last_bearing(record, b.issued)) for b in balances), ZERO)
        amount = sum((amounts.get(lot, ZERO) for lot in lots), ZERO)
        positions: dict[str, Fraction] = {}
        for (lot, holder), position in held.items():
            if lot in lots and principal:
                share = amount * position / principal
                positions[holder] = positions.get(holder, ZERO) + share
        yield Through(cusip, lots, principal, amount, positions)


def _last_bearing(record: date, issued: date) -> date:
    """The record date, or the day of issue where Notes were issued after it."""
    return max(record, issued)


def _by_cusip(
    securities: tuple[Lot, ...], paid: Mapping[str, Fraction], there: set[str]
) -> Iterator[tuple[str | None, tuple[str, ...]]]:
    """The lots of each CUSIP of which any is paid: the agent pays all of one alike."""
    groups: dict[str, list[Lot]] = {}
    for lot in securities:
        if lot.id in paid or lot.id in there:
            groups.setdefault(lot.cusip or f"lot {lot.id}", []).append(lot)
    for lots in groups.values():
        if any(lot.id in paid for lot in lots):
            yield lots[0].cusip, tuple(lot.id for lot in lots)
