"""The amounts the paying agent pays, compared with Holders' entitlements: Section 3(b) of
infocrossing-2004.

The agent pays all positions of a CUSIP at the same rate, by the position on the record date, and
has no record of Questionnaires. So it cannot apply a bar on one Holder; the two views differ by the
amounts a barred Holder would receive, and by Notes converted since the record date.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction

from dealclock.engine.context import Context
from dealclock.engine.interest.ledger import AccrualLedger
from dealclock.engine.money import ZERO
from dealclock.engine.payments.buckets import Bucket
from dealclock.engine.special.holders.amounts import Holders
from dealclock.records import record
from dealclock.terms.terms import Lot


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
    """The payment through the agent for each CUSIP that is paid any amount; it pays all lots of a
    CUSIP at the same rate. Notes issued after the record date count from their issue.
    """
    record, amounts = min(bucket.record_date, context.as_of), bucket.by_lot
    held = holders.holdings.on(record) if holders.holdings else {}
    principal: dict[str, Fraction] = defaultdict(lambda: ZERO)
    for balance in ledger.principal.balances:
        if balance.steps.days[0] < bucket.nominal:
            principal[balance.lot.id] += balance.steps.on(max(record, balance.issued))
    groups: dict[str, list[Lot]] = defaultdict(list)
    for each in context.terms.securities:
        if each.id in amounts or principal[each.id]:
            groups[each.cusip or f"lot {each.id}"].append(each)
    for group in groups.values():
        lots = tuple(each.id for each in group)
        if amounts.keys() & lots:
            whole = sum((principal[lot] for lot in lots), ZERO)
            amount = sum((amounts.get(lot, ZERO) for lot in lots), ZERO)
            positions: dict[str, Fraction] = defaultdict(lambda: ZERO)
            for (lot, holder), position in held.items():
                if lot in lots and whole:
                    positions[holder] += amount * position / whole
            yield Through(group[0].cusip, lots, whole, amount, positions)
