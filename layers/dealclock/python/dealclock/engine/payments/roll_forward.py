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

from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from fractions import Fraction

from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Grounds, joined
from dealclock.engine.money import ZERO, dollars, figure, in_cents
from dealclock.engine.payments.buckets import stated_by
from dealclock.engine.payments.in_arrears import PAYMENT
from dealclock.engine.payments.owed import positions
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
    then = positions(context, found, context.as_of - timedelta(days=1))
    for each in then.each:
        _add(accrued, each.accrued)
        if each.settled.instalments:
            _add(paid, each.bucket.over_lots(figure(each.settled.stated)))
            grounds.append(context.grounds(*each.facts))
        note = each.settled.note
        if each.not_payable is not None:
            note = f"{dollars(each.not_payable)} of closing is of Holders not entitled to it"
        notes += [f"{note} ({each.bucket.instance})"] if note else []
    grounds += [context.fresh().grounds(*then.unowed)] if then.unowed else []
    grounds += [owed.grounds for owed in found.obligations if owed.kind == PAYMENT]
    grounds += [found.accrual.grounds] if found.accrual is not None else []
    return Balances(
        accrued,
        paid,
        sum(map(stated_by, then.unowed), ZERO),
        then.unpaid,
        then.ahead,
        tuple(each.fact for each in then.not_stated),
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
    lines = (*by_lot.values(), apart)
    in_all = RollForwardLine(
        sum((line.opening for line in lines), ZERO),
        sum((line.accrued for line in lines), ZERO),
        sum((line.paid for line in lines), ZERO),
    )
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
    had, has = opening.accrued.get(lot, ZERO), closing.accrued.get(lot, ZERO)
    before, then = opening.paid.get(lot, ZERO), closing.paid.get(lot, ZERO)
    return RollForwardLine(opening=had - before, accrued=has - had, paid=then - before)


def _add(to: dict[str, Fraction], amounts: Mapping[str, Fraction]) -> None:
    for lot, amount in amounts.items():
        to[lot] = to.get(lot, ZERO) + amount
