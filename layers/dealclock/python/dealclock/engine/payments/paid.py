"""What of each payment was paid, by its facts and by lot.

What a part of a payment was paid on is not recorded: it is shared out by the lots' parts of what
was computed.
"""

from collections.abc import Mapping
from fractions import Fraction

from dealclock.agreement.rules.interest import Payment
from dealclock.engine.context import Context
from dealclock.engine.fractions import fraction
from dealclock.engine.payments.buckets import Bucket
from dealclock.engine.payments.settlement import Settlement, settlement
from dealclock.facts.log import EffectiveFact


def instance_of(rule: Payment, bucket: Bucket) -> str:
    """What a payment goes by: `payment/2005-01-15`, its nominal date."""
    return f"{rule.id}/{bucket.nominal.isoformat()}"


def paid_of(
    rule: Payment, bucket: Bucket, context: Context
) -> tuple[Settlement, tuple[EffectiveFact, ...]]:
    """What was paid of a bucket, and the facts that say so, in order of their days."""
    seen = context.known.about(rule.met_by, instance_of(rule, bucket))
    stated = ((s.id, s.on, _dollars(s)) for s in seen)
    return settlement(bucket.amount, stated), seen


def over_lots(bucket: Bucket, paid: Fraction) -> Mapping[str, Fraction]:
    """So much of what was paid of a bucket, by lot."""
    whole = bucket.amount
    return {lot: amount * paid / whole for lot, amount in bucket.by_lot.items()}


def _dollars(seen: EffectiveFact) -> Fraction | None:
    return None if seen.fact.amount is None else fraction(seen.fact.amount)
