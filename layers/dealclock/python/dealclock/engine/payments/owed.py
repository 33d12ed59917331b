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
from datetime import date
from fractions import Fraction

from dealclock.agreement.rules.interest import Payment
from dealclock.engine.context import NOTHING, Context
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Grounds, joined
from dealclock.engine.money import ZERO, Between, Money, figure, fraction
from dealclock.engine.payments.buckets import Bucket, instance_of, paid_of
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
    grounds: Grounds
    cut: bool = False

    @property
    def has_payments(self) -> bool:
        """Whether any event records a payment."""
        return bool(self.paid) or bool(self.not_stated)

    @classmethod
    def none(cls) -> "InterestOwed":
        """The figures under terms without a rate schedule: zero."""
        return cls(ZERO, ZERO, ZERO, ZERO, (), NOTHING)


def interest_owed(context: Context, found: Findings) -> InterestOwed:
    """The three figures on the day of a pass."""
    if found.accrual is None:
        return InterestOwed.none()
    rule = next(context.terms.all_of(Payment), None)
    accrued = found.accrual.exact
    if rule is None:
        return InterestOwed(accrued, ZERO, accrued, ZERO, (), found.accrual.grounds)
    facts = tuple(s for s in context.facts(rule.met_by) if s.on <= context.as_of)
    by_payment, unpaid, ahead = ZERO, ZERO, ZERO
    closed = not_payable(found, context.as_of)
    for bucket in found.buckets:
        so_far = sum(accrued_in(bucket, context, found).values(), ZERO)
        settled, _ = paid_of(rule, bucket, context)
        left = so_far - figure(settled.stated)
        left = ZERO if instance_of(rule, bucket) in closed else left
        by_payment += so_far
        unpaid, ahead = unpaid + max(left, ZERO), ahead + max(-left, ZERO)
    known = {instance_of(rule, bucket) for bucket in found.buckets}
    ahead += sum((stated_by(s) for s in facts if s.about not in known), ZERO)
    paid = sum((stated_by(s) for s in facts), ZERO)
    return InterestOwed(
        accrued,
        paid,
        unpaid,
        ahead,
        tuple(without_amount(facts)),
        joined([found.accrual.grounds, *_of_payments(found), context.fresh().grounds(*facts)]),
        cut=by_payment != accrued,
    )


def not_payable(found: Findings, by: date) -> Mapping[str, Fraction]:
    """What is left of payments, by instance, when all that Holders are entitled to was paid by a
    day.
    """
    each = ((p.instance, p.settlement) for p in found.payments)
    return {n: s.not_payable for n, s in each if s and s.barred and s.met_on and s.met_on <= by}


def accrued_in(bucket: Bucket, context: Context, found: Findings) -> Mapping[str, Fraction]:
    """The interest a payment has accrued to but excluding the day of a pass, by lot."""
    if bucket.nominal <= context.as_of:
        return bucket.by_lot
    by_lot: dict[str, Fraction] = {}
    if found.ledger is not None and bucket.start < context.as_of:
        for segment in found.ledger.segments(bucket.start, context.as_of):
            by_lot[segment.lot] = by_lot.get(segment.lot, ZERO) + segment.amount
    return by_lot


def without_amount(facts: Sequence[EffectiveFact]) -> Iterator[UnstatedPayment]:
    """The payments among these facts without an amount."""
    for seen in facts:
        if seen.fact.amount is None:
            yield UnstatedPayment(seen.id, seen.on, seen.about or "")


def by_every_count(each: Mapping[str, InterestOwed]) -> InterestOwed:
    """The figures over every day count, each a range from the least to the most."""
    first = next(iter(each.values()))
    return replace(
        first,
        accrued=_ends({n: figure(o.accrued) for n, o in each.items()}),
        unpaid=_ends({n: figure(o.unpaid) for n, o in each.items()}),
        ahead=_ends({n: figure(o.ahead) for n, o in each.items()}),
        cut=False,
    )


def _of_payments(found: Findings) -> Iterator[Grounds]:
    return (payment.grounds for payment in found.payments)


def stated_by(seen: EffectiveFact) -> Fraction:
    """The dollars an event states; zero if it states no amount."""
    return ZERO if seen.fact.amount is None else fraction(seen.fact.amount)


def _ends(amounts: Mapping[str, Fraction]) -> Money:
    least = min(amounts, key=lambda n: amounts[n])
    most = max(amounts, key=lambda n: amounts[n])
    if amounts[least] == amounts[most]:
        return amounts[most]
    return Between(amounts[least], amounts[most], least, most)
