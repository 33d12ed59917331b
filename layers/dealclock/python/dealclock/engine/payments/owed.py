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

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.interest.accrued import Segment
from dealclock.engine.money import ZERO, Money, between, figure
from dealclock.engine.payments.buckets import Bucket, by_lot, stated_by
from dealclock.engine.payments.settlement import Settlement
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
        by_then = paid.before(by + timedelta(days=1))
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
    return [*found.ledger.paid_by(bucket.rule).segments(bucket.start, context.as_of)]


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
        accrued=between({n: figure(o.accrued) for n, o in each.items()}),
        unpaid=between({n: figure(o.unpaid) for n, o in each.items()}),
        ahead=between({n: figure(o.ahead) for n, o in each.items()}),
        cut=False,
    )
