"""The three figures people act on: unpaid, accrued to date, and paid.

    accrued by payment   |-- Jan 15: $31,666.67 --|-- since: $11,666.67 --> as_of
    paid, as recorded    |---- $10,000.00 --------|
    unpaid               |- $21,666.67 -----------|- $11,666.67 ----------> $33,333.33

Unpaid is the interest each payment has accrued so far, less the amounts that events state were paid
of it. An overpayment of one payment reduces no other: it is `ahead`. An event without an amount
reduces nothing, since how much it paid is not known: the figures are before that payment, and name
it. What Holders not entitled would be paid stops being unpaid when all the rest of its payment is
paid.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from operator import attrgetter

from dealclock.engine.conclusions import Segment, Settlement
from dealclock.engine.context import ONE, Context
from dealclock.engine.findings import Findings
from dealclock.engine.money import ZERO, Money, between_of, dollars, figure, in_cents
from dealclock.engine.payments.buckets import Bucket, by_lot, falls_due_alone, stated_by
from dealclock.engine.payments.in_arrears import PAYMENT
from dealclock.engine.why import NOTHING, Why, joined
from dealclock.facts.log import EffectiveFact
from dealclock.records import record


@record
class UnstatedPayment:
    """An event that records a payment without an amount."""

    fact: str
    on: date
    payment: str


@record
class InterestOwed:
    """Additional Interest accrued, paid and unpaid: exact dollars, or ranges of them.

    `accrued` is to but excluding the day; `paid` is the total stated by events up to and including
    the day; `unpaid` is accrued interest not paid by any stated amount; `ahead` is the excess paid
    over a payment's accrued interest. `not_stated` are the payments without an amount, which reduce
    nothing. `cut`: unpaid is computed in parts split at Interest Payment Dates, as payments are,
    and so does not reconcile with `accrued`, which is computed in one span.
    """

    accrued: Money
    paid: Money
    unpaid: Money
    ahead: Money
    not_stated: tuple[UnstatedPayment, ...]
    why: Why
    cut: bool = False

    @property
    def has_payments(self) -> bool:
        """Whether any event records a payment."""
        return bool(self.paid) or bool(self.not_stated)

    @classmethod
    def none(cls) -> "InterestOwed":
        """The figures under terms without a stream: zero."""
        return cls(ZERO, ZERO, ZERO, ZERO, (), NOTHING)


@record
class Position:
    """One payment on a day: interest `accrued` by lot, what was paid `by_then`, and what is left to
    pay, negative if more was paid. `not_payable` of it is of Holders not entitled, once all the
    rest is paid; None while it is not.
    """

    bucket: Bucket
    accrued: Mapping[str, Fraction]
    by_then: Settlement
    not_payable: Fraction | None

    @property
    def left(self) -> Fraction:
        """What is left to pay."""
        if self.not_payable is not None:
            return ZERO
        return sum(self.accrued.values(), ZERO) - figure(self.by_then.stated)


@record
class Positions:
    """Every payment by the end of a day, the facts about payments for which nothing accrued, and
    all facts of payments.
    """

    each: tuple[Position, ...]
    unowed: tuple[EffectiveFact, ...]
    facts: tuple[EffectiveFact, ...]

    @property
    def unpaid(self) -> Fraction:
        """What is unpaid of all payments."""
        return sum((max(p.left, ZERO) for p in self.each), ZERO)

    @property
    def ahead(self) -> Fraction:
        """What was paid beyond what its payment accrued."""
        beyond = (max(-p.left, ZERO) for p in self.each)
        return sum((*beyond, *map(stated_by, self.unowed)), ZERO)

    @property
    def accrued(self) -> Mapping[str | None, Fraction]:
        """What was accrued, by lot."""
        found = defaultdict[str | None, Fraction](Fraction)
        for each in self.each:
            for lot, amount in each.accrued.items():
                found[lot] += amount
        return found

    @property
    def paid(self) -> Mapping[str | None, Fraction]:
        """What was paid, by lot; of None, on payments for which nothing accrued."""
        found = defaultdict[str | None, Fraction](Fraction)
        for each in self.each:
            stated = each.bucket.over_lots(figure(each.by_then.stated))
            for lot, amount in stated.items() if each.by_then.instalments else ():
                found[lot] += amount
        found[None] = sum(map(stated_by, self.unowed), ZERO)
        return found

    @property
    def not_stated(self) -> Iterator[UnstatedPayment]:
        """The payments without an amount."""
        for seen in self.facts:
            if seen.fact.amount is None:
                yield UnstatedPayment(seen.id, seen.on, seen.about or "")


def positions(context: Context, found: Findings, by: date) -> Positions:
    """Every payment with what it accrued to but excluding the day of a pass, and what was paid by
    the end of a day.
    """
    each = []
    for bucket in found.buckets:
        paid, accrued = bucket.paid, by_lot(_accrued_in(bucket, context, found))
        closed = paid.barred and paid.met_on and paid.met_on <= by
        by_then = paid.before(by + ONE)
        each.append(Position(bucket, accrued, by_then, paid.not_payable if closed else None))
    known = {bucket.instance for bucket in found.buckets}
    kinds = dict.fromkeys(rule.met_by for rule in context.terms.payments)
    facts = tuple(s for kind in kinds for s in context.facts(kind) if s.on <= by)
    return Positions(tuple(each), tuple(s for s in facts if s.about not in known), facts)


def interest_owed(context: Context, found: Findings) -> InterestOwed:
    """The three figures on the day of a pass."""
    if found.accrual is None:
        return InterestOwed.none()
    accrued = found.accrual.exact
    if not context.terms.payments:
        return InterestOwed(accrued, ZERO, accrued, ZERO, (), found.accrual.why)
    now = positions(context, found, context.as_of)
    of_payments = (payment.why for payment in found.payments)
    return InterestOwed(
        accrued,
        sum(map(stated_by, now.facts), ZERO),
        now.unpaid + _not_called(context, found),
        now.ahead,
        tuple(now.not_stated),
        joined([found.accrual.why, *of_payments, context.fresh().why(*now.facts)]),
        cut=sum((sum(p.accrued.values(), ZERO) for p in now.each), ZERO) != accrued,
    )


def _accrued_in(bucket: Bucket, context: Context, found: Findings) -> Sequence[Segment]:
    """The interest a payment has accrued to but excluding the day of a pass."""
    if bucket.nominal <= context.as_of:
        return bucket.segments
    if found.ledger is None or bucket.start >= context.as_of:
        return ()
    accrued = found.ledger.paid_by(bucket.rule).segments(bucket.start, context.as_of)
    of, days = bucket.rule, (bucket.start, bucket.nominal)
    return [each for each in accrued if not falls_due_alone(of, context, each, *days)]


def _not_called(context: Context, found: Findings) -> Fraction:
    """What has accrued since the last event after which it is paid, such as a demand."""
    rest = ZERO
    for rule in context.terms.payments:
        if rule.after_each and found.ledger is not None:
            kept = found.ledger.paid_by(rule)
            ends = (bucket.nominal for bucket in found.buckets if bucket.rule is rule)
            start = max(ends, default=kept.begins() or context.as_of)
            if start < context.as_of:
                rest += sum((s.amount for s in kept.segments(start, context.as_of)), ZERO)
    return rest


def by_every_count(each: Mapping[str, InterestOwed]) -> InterestOwed:
    """The figures over every day count, each a range from the least to the most."""
    first = next(iter(each.values()))
    return replace(
        first,
        accrued=between_of(each, attrgetter("accrued")),
        unpaid=between_of(each, attrgetter("unpaid")),
        ahead=between_of(each, attrgetter("ahead")),
        cut=False,
    )


# A roll-forward of accrued and unpaid interest from one day to another.
#
#     opening + accrued - paid = closing        for each lot and in total, exact
#                                closing        = unpaid - ahead, in total, with what is of Holders
#                                                 not entitled to payments otherwise paid
#
# The lines are a balance of all that accrued and all that was paid. What is unpaid at the end is
# computed as everywhere (`owed.py`): the amount paid beyond what its payment accrued is `ahead`,
# and reduces no other payment.
#
# Each end is assessed as of its own day, both with the events known at one instant. Interest is
# computed as payments are, split at Interest Payment Dates, so that the amount owed is the amount
# that will be paid. Interest forfeited by a conversion reduces accrued interest in the period of
# the conversion.


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


def roll_forward(start: date, end: date, look: Look, moved: Mapping[str, str]) -> RollForward:
    """The roll-forward from the start of `start` to the start of `end`, with some readings
    changed.
    """
    (opening, before), (closing, after) = (_end(*look(day, moved)) for day in (start, end))
    had, has, paid_then, paid = opening.accrued, closing.accrued, opening.paid, closing.paid
    lines = {
        lot: RollForwardLine(
            opening=had.get(lot, ZERO) - paid_then.get(lot, ZERO),
            accrued=has.get(lot, ZERO) - had.get(lot, ZERO),
            paid=paid.get(lot, ZERO) - paid_then.get(lot, ZERO),
        )
        for lot in dict.fromkeys((*had, *has, *paid_then, *paid))
    }
    in_all = RollForwardLine(
        sum((line.opening for line in lines.values()), ZERO),
        sum((line.accrued for line in lines.values()), ZERO),
        sum((line.paid for line in lines.values()), ZERO),
    )
    return RollForward(
        {lot: line for lot, line in lines.items() if lot is not None},
        in_all,
        closing.unpaid,
        closing.ahead,
        before | after,
        tuple(each.fact for each in closing.not_stated),
        tuple(_notes(closing)),
    )


def _end(context: Context, found: Findings) -> tuple[Positions, Why]:
    """The payments before the day of a pass, and what they rest on."""
    by = context.as_of - ONE
    then = positions(context, found, by)
    facts = [seen for each in then.each for seen in each.bucket.facts if seen.on <= by]
    grounds = [context.why(*facts)] if facts else []
    grounds += [context.fresh().why(*then.unowed)] if then.unowed else []
    grounds += [owed.why for owed in found.obligations if owed.kind == PAYMENT]
    grounds += [found.accrual.why] if found.accrual is not None else []
    return then, joined(grounds)


def _notes(then: Positions) -> Iterator[str]:
    if in_cents(then.ahead):
        yield (
            f"closing is the {dollars(then.unpaid)} unpaid less {dollars(then.ahead)} paid "
            "beyond what its payment accrued, which the terms apply to no other payment"
        )
    if of_no_lot := then.paid[None]:
        unowed = dollars(of_no_lot)
        yield f"{unowed} was paid on payments for which nothing accrued; it belongs to no lot"
    for each in then.each:
        note = each.by_then.note
        if each.not_payable is not None:
            note = f"{dollars(each.not_payable)} of closing is of Holders not entitled to it"
        if note:
            yield f"{note} ({each.bucket.instance})"
