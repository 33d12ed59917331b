"""What of each payment was paid, by lot.

A payment recorded without an amount paid what was computed; so did one whose amount is the computed
one to the cent. Any other amount is shared out by the lots' parts of what was computed.
"""

from collections.abc import Mapping
from fractions import Fraction

from dealclock.agreement.rules.interest import Payment
from dealclock.engine.context import Context
from dealclock.engine.exact import ZERO, fraction
from dealclock.engine.payments.buckets import Bucket
from dealclock.engine.payments.in_arrears import instance_of
from dealclock.facts.log import Seen

_HALF_A_CENT = Fraction(1, 200)


def payment_fact(bucket: Bucket, context: Context) -> Seen | None:
    """The fact that a bucket was paid, if one is recorded."""
    rule = next(context.terms.all_of(Payment), None)
    return context.about(rule.met_by, instance_of(rule, bucket)) if rule else None


def paid_by_lot(bucket: Bucket, fact: Seen) -> Mapping[str, Fraction]:
    """What `fact` paid of a bucket, by lot."""
    computed = bucket.amount
    stated = computed if fact.fact.amount is None else fraction(fact.fact.amount)
    if abs(stated - computed) <= _HALF_A_CENT:
        stated = computed
    return {lot: amount * stated / computed for lot, amount in bucket.by_lot.items()}


def paid_in_all(bucket: Bucket, fact: Seen) -> Fraction:
    """All that `fact` paid of a bucket."""
    return sum(paid_by_lot(bucket, fact).values(), ZERO)
