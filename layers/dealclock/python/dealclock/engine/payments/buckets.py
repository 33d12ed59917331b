"""The interest payable on each Interest Payment Date: the days it covers, its record date, its
amounts by lot, and the amounts paid.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction

from dealclock.agreement.rules.interest import Payment
from dealclock.engine.conclusions import Default
from dealclock.engine.context import Context
from dealclock.engine.interest.accrued import Segment
from dealclock.engine.interest.ledger import AccrualLedger
from dealclock.engine.interest.principal import accrues_in
from dealclock.engine.money import ZERO, fraction
from dealclock.engine.payments.payment_dates import payment_dates_after, record_date_of
from dealclock.engine.payments.settlement import Settlement, settlement
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

# The interest payable on each Interest Payment Date: days covered, record date, amounts by lot.
#
#     accrues   |------------------------------------------ . . .
#     pays            15 Jan          15 Jul          15 Jan
#               [ first )[   second   )[    third     )
#
# A bucket covers the days from and including the previous Interest Payment Date to but excluding
# its own, whatever day the cash moves. Under NEXT-DATE, interest that began after the record date
# of the first one joins the next bucket.


@record
class Bucket:
    """The interest from and including `start` to but excluding `nominal`, payable on `nominal`.

    `bearing` are the defaults that accrue in it. `after_record`: they all began after the record
    date.
    """

    start: date
    nominal: date
    record_date: date
    segments: tuple[Segment, ...]
    bearing: tuple[Default, ...]
    after_record: bool

    @property
    def amount(self) -> Fraction:
        """The total, in exact dollars."""
        return sum((s.amount for s in self.segments), ZERO)

    @property
    def by_lot(self) -> dict[str, Fraction]:
        """The amount of each lot, in exact dollars."""
        found: dict[str, Fraction] = {}
        for s in self.segments:
            found[s.lot] = found.get(s.lot, ZERO) + s.amount
        return found


def buckets(
    ledger: AccrualLedger, defaults: Sequence[Default], context: Context
) -> Iterator[Bucket]:
    """Every bucket with an amount, through the first that ends on or after `as_of`."""
    if not defaults:
        return
    rates = ledger.rates
    start = rates.begins() or context.as_of
    for nominal in payment_dates_after(start, context.terms.indenture_sheet):
        bearing = tuple(d for d in defaults if accrues_in(d, start, nominal, ledger.rates_of(d)))
        segments = tuple(ledger.segments(start, nominal)) if bearing else ()
        if any(s.amount for s in segments):
            record = record_date_of(nominal, context.terms.indenture_sheet)
            after = all(ledger.rates_of(d).first_day(d) > record for d in bearing)
            if after and context.choices["payment-after-record-date"] == "NEXT-DATE":
                continue
            yield Bucket(start, nominal, record, segments, bearing, after)
        start = nominal
        if nominal >= context.as_of:
            return


# The amounts paid of each payment, by its facts and by lot.
#
# The lots for which a partial payment was made are not recorded, so it is allocated in proportion
# to the computed amounts.


def instance_of(rule: Payment, bucket: Bucket) -> str:
    """The instance of a payment, by its nominal date: `payment/2005-01-15`."""
    return f"{rule.id}/{bucket.nominal.isoformat()}"


def paid_of(
    rule: Payment, bucket: Bucket, context: Context
) -> tuple[Settlement, tuple[EffectiveFact, ...]]:
    """The settlement of a bucket, and the facts that record it, in order of their days."""
    seen = context.known.about(rule.met_by, instance_of(rule, bucket))
    stated = ((s.id, s.on, _dollars(s)) for s in seen)
    return settlement(bucket.amount, stated), seen


def over_lots(bucket: Bucket, paid: Fraction) -> Mapping[str, Fraction]:
    """A paid amount of a bucket, allocated by lot."""
    whole = bucket.amount
    return {lot: amount * paid / whole for lot, amount in bucket.by_lot.items()}


def _dollars(seen: EffectiveFact) -> Fraction | None:
    return None if seen.fact.amount is None else fraction(seen.fact.amount)
