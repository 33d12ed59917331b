"""The amounts the paying agent pays, compared with Holders' entitlements: Section 3(b) of
infocrossing-2004.

The agent pays all positions of a CUSIP at the same rate, by the position on the record date, and
has no record of Questionnaires. So it cannot apply a bar on one Holder; the two views differ by the
amounts a barred Holder would receive, and by Notes converted since the record date.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction

from dealclock.agreement.terms import Lot
from dealclock.engine.context import Context
from dealclock.engine.interest.ledger import AccrualLedger
from dealclock.engine.money import ZERO
from dealclock.engine.payments.buckets import Bucket
from dealclock.engine.special.holders.amounts import Holders
from dealclock.records import record


@record
class Through:
    """One CUSIP, or one lot without a CUSIP: the amount paid in total and by position.

    `principal` is the total on the record date; `by_position` is the amount each recorded Holder
    would receive. Exact dollars.
    """

    cusip: str | None
    lots: tuple[str, ...]
    principal: Fraction
    amount: Fraction
    by_position: Mapping[str, Fraction]


def through_the_agent(
    bucket: Bucket, ledger: AccrualLedger, holders: Holders, context: Context
) -> Iterator[Through]:
    """The payment through the agent for each CUSIP that is paid any amount."""
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
    """The record date, or the day of issue if the Notes were issued after it."""
    return max(record, issued)


def _by_cusip(
    securities: tuple[Lot, ...], paid: Mapping[str, Fraction], there: set[str]
) -> Iterator[tuple[str | None, tuple[str, ...]]]:
    """The lots of each CUSIP with a payment; the agent pays all lots of a CUSIP at the same
    rate.
    """
    groups: dict[str, list[Lot]] = {}
    for lot in securities:
        if lot.id in paid or lot.id in there:
            groups.setdefault(lot.cusip or f"lot {lot.id}", []).append(lot)
    for lots in groups.values():
        if any(lot.id in paid for lot in lots):
            yield lots[0].cusip, tuple(lot.id for lot in lots)
