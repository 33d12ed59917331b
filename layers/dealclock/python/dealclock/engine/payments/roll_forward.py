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
from dealclock.engine.money import ZERO, dollars, figure, in_cents
from dealclock.engine.payments.buckets import stated_by
from dealclock.engine.payments.in_arrears import PAYMENT
from dealclock.engine.payments.owed import Positions, positions
from dealclock.engine.why import Why, joined
from dealclock.records import record

Look = Callable[[date, Mapping[str, str]], tuple[Context, Findings]]
"""Runs one pass as of a day, with some readings changed."""


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
    why: Why
    not_stated: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@record
class _End:
    """Interest accrued by the start of a day, and amounts paid before that day, by lot; None for
    what was paid on payments for which nothing accrued.
    """

    then: Positions
    accrued: Mapping[str | None, Fraction]
    paid: Mapping[str | None, Fraction]
    why: Why


def roll_forward(start: date, end: date, look: Look, moved: Mapping[str, str]) -> RollForward:
    """The roll-forward from the start of `start` to the start of `end`, with some readings
    changed.
    """
    opening, closing = (_end(*look(day, moved)) for day in (start, end))
    lots = dict.fromkeys((*opening.accrued, *closing.accrued, *opening.paid, *closing.paid))
    lines = {lot: _line(lot, opening, closing) for lot in lots}
    in_all = RollForwardLine(
        sum((line.opening for line in lines.values()), ZERO),
        sum((line.accrued for line in lines.values()), ZERO),
        sum((line.paid for line in lines.values()), ZERO),
    )
    return RollForward(
        {lot: line for lot, line in lines.items() if lot is not None},
        in_all,
        closing.then.unpaid,
        closing.then.ahead,
        opening.why | closing.why,
        tuple(each.fact for each in closing.then.not_stated),
        tuple(_notes(closing)),
    )


def _end(context: Context, found: Findings) -> _End:
    by = context.as_of - timedelta(days=1)
    then = positions(context, found, by)
    accrued: dict[str | None, Fraction] = {}
    paid: dict[str | None, Fraction] = {}
    for each in then.each:
        for lot, amount in each.accrued.items():
            accrued[lot] = accrued.get(lot, ZERO) + amount
        stated = each.bucket.over_lots(figure(each.by_then.stated))
        for lot, amount in stated.items() if each.by_then.instalments else ():
            paid[lot] = paid.get(lot, ZERO) + amount
    paid[None] = sum(map(stated_by, then.unowed), ZERO)
    facts = [seen for each in then.each for seen in each.bucket.facts if seen.on <= by]
    grounds = [context.why(*facts)] if facts else []
    grounds += [context.fresh().why(*then.unowed)] if then.unowed else []
    grounds += [owed.why for owed in found.obligations if owed.kind == PAYMENT]
    grounds += [found.accrual.why] if found.accrual is not None else []
    return _End(then, accrued, paid, joined(grounds))


def _line(lot: str | None, opening: _End, closing: _End) -> RollForwardLine:
    had, has = opening.accrued.get(lot, ZERO), closing.accrued.get(lot, ZERO)
    before, then = opening.paid.get(lot, ZERO), closing.paid.get(lot, ZERO)
    return RollForwardLine(opening=had - before, accrued=has - had, paid=then - before)


def _notes(closing: _End) -> Iterator[str]:
    then = closing.then
    if in_cents(then.ahead):
        yield (
            f"closing is the {dollars(then.unpaid)} unpaid less {dollars(then.ahead)} paid "
            "beyond what its payment accrued, which the terms apply to no other payment"
        )
    if of_no_lot := closing.paid[None]:
        unowed = dollars(of_no_lot)
        yield f"{unowed} was paid on payments for which nothing accrued; it belongs to no lot"
    for each in then.each:
        note = each.by_then.note
        if each.not_payable is not None:
            note = f"{dollars(each.not_payable)} of closing is of Holders not entitled to it"
        if note:
            yield f"{note} ({each.bucket.instance})"
