"""What each payment pays: the days it covers, its record date, its amounts by lot, and the amounts
paid of it.

    accrues   |------------------------------------------ . . .
    pays            15 Jan          15 Jul          15 Jan
              [ first )[   second   )[    third     )

A bucket covers the days from and including the previous payment date to but excluding its own,
whatever day the cash moves. Under NEXT-DATE, interest that began after the record date of the first
one joins the next bucket. The lots for which a partial payment was made are not recorded, so it is
allocated in proportion to the computed amounts.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction

from dealclock.agreement.general.stream import Payments
from dealclock.engine.conclusions import Default
from dealclock.engine.context import Context
from dealclock.engine.interest.accrued import Segment
from dealclock.engine.interest.forfeited import accrues_in
from dealclock.engine.interest.ledger import AccrualLedger
from dealclock.engine.money import ZERO, fraction
from dealclock.engine.payments.payment_dates import nominal_dates, record_date_of
from dealclock.engine.payments.settlement import Settlement, settlement
from dealclock.facts.log import EffectiveFact
from dealclock.records import record


@record
class Bucket:
    """The interest from and including `start` to but excluding `nominal`, payable on `nominal`.

    `bearing` are the defaults that accrue in it. `after_record`: they all began after the record
    date. `rule` are the payments it belongs to.
    """

    start: date
    nominal: date
    record_date: date
    segments: tuple[Segment, ...]
    bearing: tuple[Default, ...]
    after_record: bool
    rule: Payments

    @property
    def instance(self) -> str:
        """The payment's instance, by its nominal date: `payment/2005-01-15`."""
        return f"{self.rule.id}/{self.nominal.isoformat()}"

    @property
    def amount(self) -> Fraction:
        """The total, in exact dollars."""
        return sum((s.amount for s in self.segments), ZERO)

    @property
    def by_lot(self) -> dict[str, Fraction]:
        """The amount of each lot, in exact dollars."""
        return by_lot(self.segments)

    def over_lots(self, paid: Fraction) -> Mapping[str, Fraction]:
        """A paid amount of the bucket, allocated by lot."""
        whole = self.amount
        return {lot: amount * paid / whole for lot, amount in self.by_lot.items()}


def by_lot(segments: Sequence[Segment]) -> dict[str, Fraction]:
    """The amount of each lot, in exact dollars."""
    found: dict[str, Fraction] = {}
    for s in segments:
        found[s.lot] = found.get(s.lot, ZERO) + s.amount
    return found


def buckets(rule: Payments, every: AccrualLedger, defaults: Sequence[Default]) -> Iterator[Bucket]:
    """Every bucket with an amount, through the first that ends on or after `as_of`."""
    kept, context = every.paid_by(rule), every.context
    start = kept.begins()
    if start is None:
        return
    for nominal in nominal_dates(context, rule, start, start):
        bearing = tuple(d for d in defaults if _accrues_in(kept, d, start, nominal))
        segments = tuple(kept.segments(start, nominal))
        if any(s.amount for s in segments):
            sheet, record = context.terms.indenture, nominal
            if rule.by_indenture and sheet is not None:
                record = record_date_of(nominal, sheet)
            after = bool(bearing) and all(kept.bearing_of(d).first_day(d) > record for d in bearing)
            if after and context.pick(rule.after_record_date) == "next date":
                continue
            yield Bucket(start, nominal, record, segments, bearing, after, rule)
        start = nominal
        if nominal >= context.as_of:
            return


def _accrues_in(kept: AccrualLedger, default: Default, start: date, end: date) -> bool:
    of = kept.bearing_of(default)
    stops = default.accrues_to or date.max
    return of.place(default) is not None and accrues_in(of, default, stops, start, end)


def paid_of(bucket: Bucket, context: Context) -> tuple[Settlement, tuple[EffectiveFact, ...]]:
    """The settlement of a bucket, and the facts that record it, in order of their days."""
    seen = context.known.about(bucket.rule.met_by, bucket.instance)
    stated = ((s.id, s.on, None if s.fact.amount is None else stated_by(s)) for s in seen)
    return settlement(bucket.amount, stated), seen


def stated_by(seen: EffectiveFact) -> Fraction:
    """The dollars an event states; zero if it states no amount."""
    return ZERO if seen.fact.amount is None else fraction(seen.fact.amount)
