"""A roll-forward of accrued and unpaid interest from one day to another.

    opening + accrued - paid = closing        for each lot and in total, exact
                               closing        = unpaid - ahead, in total, with what is of Holders
                                                not entitled to payments otherwise paid

The lines are a balance of all that accrued and all that was paid. What is unpaid at the end is
computed as everywhere (`owed.py`): the amount paid beyond what its payment accrued is `ahead`, and
reduces no other payment.

Each end is assessed as of its own day, both with the events known at one instant. Interest is
computed as payments are, split at Interest Payment Dates, so that the amount owed is the amount
that will be paid. Interest forfeited by a conversion reduces accrued interest in the period of the
conversion.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction

from dealclock.agreement.rules.interest import Payment
from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Grounds, joined
from dealclock.engine.money import ZERO, dollars, figure, in_cents
from dealclock.engine.payments.buckets import instance_of, over_lots, paid_of
from dealclock.engine.payments.owed import accrued_in, not_payable, stated_by, without_amount
from dealclock.records import record

Look = Callable[[date, Mapping[str, str]], tuple[Context, Findings]]
"""Runs one pass as of a day, with some readings changed."""


@record
class Balances:
    """Interest accrued by the start of a day, and amounts paid before that day, by lot.

    `of_no_lot` is the total paid on payments for which nothing accrued. `unpaid` and `ahead` are
    the parts of the balance, in total. `notes` are on partial
    payments, overpayments, and payments without an amount; the last count as zero and are
    `not_stated`.
    """

    accrued: Mapping[str, Fraction]
    paid: Mapping[str, Fraction]
    of_no_lot: Fraction
    unpaid: Fraction
    ahead: Fraction
    not_stated: tuple[str, ...]
    grounds: Grounds
    notes: tuple[str, ...]


@record
class RollForwardLine:
    """One line of a roll-forward, in exact dollars."""

    opening: Fraction
    accrued: Fraction
    paid: Fraction

    @property
    def closing(self) -> Fraction:
        """The balance at the end: what accrued by then, less all that was paid."""
        return self.opening + self.accrued - self.paid


@record
class RollForward:
    """A roll-forward from the start of one day to the start of another: by lot, and in total.

    `unpaid` is the interest unpaid at the end, and `ahead` the excess paid over what its payment
    accrued. `not_stated` are the payments before the end without an amount, which reduce nothing.
    `notes` are on the payments as of the end, and on an excess.
    """

    by_lot: Mapping[str, RollForwardLine]
    in_all: RollForwardLine
    unpaid: Fraction
    ahead: Fraction
    grounds: Grounds
    not_stated: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def balances(context: Context, found: Findings) -> Balances:
    """The balances on the day of a pass."""
    accrued: dict[str, Fraction] = {}
    paid: dict[str, Fraction] = {}
    grounds: list[Grounds] = []
    notes: list[str] = []
    rule = next(context.terms.all_of(Payment), None)
    unpaid, ahead = ZERO, ZERO
    closed = not_payable(found, context.as_of - timedelta(days=1))
    for bucket in found.buckets:
        so_far = accrued_in(bucket, context, found)
        left = sum(so_far.values(), ZERO)
        _add(accrued, so_far)
        if rule is not None:
            settled, facts = paid_of(rule, bucket, context)
            settled = settled.before(context.as_of)
            if settled.instalments:
                _add(paid, over_lots(bucket, figure(settled.stated)))
                grounds.append(context.grounds(*(f for f in facts if f.on < context.as_of)))
            left -= figure(settled.stated)
            instance = instance_of(rule, bucket)
            if instance in closed:
                left = ZERO
                barred = dollars(closed[instance])
                notes.append(f"{barred} of closing is of Holders not entitled to it ({instance})")
            elif settled.note:
                notes.append(f"{settled.note} ({instance})")
        unpaid, ahead = unpaid + max(left, ZERO), ahead + max(-left, ZERO)
    facts = context.facts(rule.met_by) if rule is not None else ()
    before = tuple(s for s in facts if s.on < context.as_of)
    known = {instance_of(rule, b) for b in found.buckets} if rule is not None else set()
    unowed = [s for s in before if s.about not in known]
    grounds += [context.fresh().grounds(*unowed)] if unowed else []
    grounds += [owed.grounds for owed in found.obligations if owed.kind == "payment"]
    if found.accrual is not None:
        grounds.append(found.accrual.grounds)
    of_no_lot = sum((stated_by(s) for s in unowed), ZERO)
    return Balances(
        accrued,
        paid,
        of_no_lot,
        unpaid,
        ahead + of_no_lot,
        tuple(each.fact for each in without_amount(before)),
        joined(grounds),
        tuple(notes),
    )


def roll_forward(start: date, end: date, look: Look, moved: Mapping[str, str]) -> RollForward:
    """The roll-forward from the start of `start` to the start of `end`, with some readings
    changed.
    """
    opening, closing = balances(*look(start, moved)), balances(*look(end, moved))
    lots = dict.fromkeys((*opening.accrued, *closing.accrued, *opening.paid, *closing.paid))
    by_lot = {lot: _roll(lot, opening, closing) for lot in lots}
    apart = RollForwardLine(-opening.of_no_lot, ZERO, closing.of_no_lot - opening.of_no_lot)
    in_all = _sum((*by_lot.values(), apart))
    grounds = opening.grounds | closing.grounds
    return RollForward(
        by_lot,
        in_all,
        closing.unpaid,
        closing.ahead,
        grounds,
        closing.not_stated,
        tuple(_notes(closing)),
    )


def _notes(closing: Balances) -> Iterator[str]:
    if in_cents(closing.ahead):
        yield (
            f"closing is the {dollars(closing.unpaid)} unpaid less {dollars(closing.ahead)} paid "
            "beyond what its payment accrued, which the terms apply to no other payment"
        )
    if closing.of_no_lot:
        unowed = dollars(closing.of_no_lot)
        yield f"{unowed} was paid on payments for which nothing accrued; it belongs to no lot"
    yield from closing.notes


def _roll(lot: str, opening: Balances, closing: Balances) -> RollForwardLine:
    def of(amounts: Mapping[str, Fraction]) -> Fraction:
        return amounts.get(lot, ZERO)

    return RollForwardLine(
        opening=of(opening.accrued) - of(opening.paid),
        accrued=of(closing.accrued) - of(opening.accrued),
        paid=of(closing.paid) - of(opening.paid),
    )


def _sum(each: Sequence[RollForwardLine]) -> RollForwardLine:
    return RollForwardLine(
        sum((r.opening for r in each), ZERO),
        sum((r.accrued for r in each), ZERO),
        sum((r.paid for r in each), ZERO),
    )


def _add(to: dict[str, Fraction], amounts: Mapping[str, Fraction]) -> None:
    for lot, amount in amounts.items():
        to[lot] = to.get(lot, ZERO) + amount
