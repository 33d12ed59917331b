"""A roll-forward: what was accrued and unpaid on one day, what came and went, what is on another.

    opening + accrued - paid = closing        for each lot and in all, exactly

Each end is assessed as of its own day, with what is known at one instant. What accrued is counted
as the payments are, cut at Interest Payment Dates, so that what is owed is what will be paid. What
a conversion forfeits lowers what accrued in the period in which it happens.
"""

from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction

from dealclock.engine.context import Context
from dealclock.engine.exact import ZERO
from dealclock.engine.found import Found
from dealclock.engine.grounds import Grounds, joined
from dealclock.engine.payments.paid import paid_by_lot, payment_fact
from dealclock.records import record

Look = Callable[[date, Mapping[str, str]], tuple[Context, Found]]
"""One pass as of a day, with some readings moved."""


@record
class Balances:
    """What had accrued by the start of a day, and what of it was paid before that day, by lot."""

    accrued: Mapping[str, Fraction]
    paid: Mapping[str, Fraction]
    grounds: Grounds


@record
class Roll:
    """One line of a roll-forward, in exact dollars."""

    opening: Fraction
    accrued: Fraction
    paid: Fraction

    @property
    def closing(self) -> Fraction:
        """What is accrued and unpaid at the end."""
        return self.opening + self.accrued - self.paid


@record
class RollForward:
    """From the start of one day to the start of another: by lot, and in all."""

    by_lot: Mapping[str, Roll]
    in_all: Roll
    grounds: Grounds


def balances(context: Context, found: Found) -> Balances:
    """Those on the day of a pass."""
    accrued: dict[str, Fraction] = {}
    paid: dict[str, Fraction] = {}
    grounds: list[Grounds] = []
    for bucket in found.buckets:
        ended = bucket.nominal <= context.as_of
        fact = payment_fact(bucket, context)
        if ended:
            _add(accrued, bucket.by_lot)
        elif found.ledger is not None and bucket.start < context.as_of:
            for segment in found.ledger.segments(bucket.start, context.as_of):
                _add(accrued, {segment.lot: segment.amount})
        if fact is not None and fact.on < context.as_of:
            _add(paid, paid_by_lot(bucket, fact))
            grounds.append(context.grounds(fact))
    grounds += [owed.grounds for owed in found.obligations if owed.kind == "payment"]
    if found.accrual is not None:
        grounds.append(found.accrual.grounds)
    return Balances(accrued, paid, joined(grounds))


def roll_forward(start: date, end: date, look: Look, moved: Mapping[str, str]) -> RollForward:
    """From the start of `start` to the start of `end`, with some readings moved."""
    opening, closing = balances(*look(start, moved)), balances(*look(end, moved))
    lots = dict.fromkeys((*opening.accrued, *closing.accrued))
    by_lot = {lot: _roll(lot, opening, closing) for lot in lots}
    return RollForward(by_lot, _sum(by_lot), opening.grounds | closing.grounds)


def _roll(lot: str, opening: Balances, closing: Balances) -> Roll:
    def of(amounts: Mapping[str, Fraction]) -> Fraction:
        return amounts.get(lot, ZERO)

    return Roll(
        opening=of(opening.accrued) - of(opening.paid),
        accrued=of(closing.accrued) - of(opening.accrued),
        paid=of(closing.paid) - of(opening.paid),
    )


def _sum(rolls: Mapping[str, Roll]) -> Roll:
    each = rolls.values()
    return Roll(
        sum((r.opening for r in each), ZERO),
        sum((r.accrued for r in each), ZERO),
        sum((r.paid for r in each), ZERO),
    )


def _add(to: dict[str, Fraction], amounts: Mapping[str, Fraction]) -> None:
    for lot, amount in amounts.items():
        to[lot] = to.get(lot, ZERO) + amount
