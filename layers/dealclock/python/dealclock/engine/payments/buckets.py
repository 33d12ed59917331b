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

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from operator import attrgetter
from typing import NamedTuple

from dealclock.engine.conclusions import Default, Segment, Settlement, settlement
from dealclock.engine.context import ONE, Context
from dealclock.engine.day import Instance, day_of, steps_of
from dealclock.engine.interest.amounts import is_share
from dealclock.engine.interest.ledger import AccrualLedger
from dealclock.engine.interest.rates import Steps, StreamRates, counted_by, spells
from dealclock.engine.money import ZERO, figure, fraction
from dealclock.engine.payments.payment_dates import (
    nominal_dates,
    payable_on,
    record_date_of,
)
from dealclock.engine.why import Step
from dealclock.errors import DealclockError
from dealclock.facts.log import EffectiveFact
from dealclock.records import record
from dealclock.terms.general.stream import LateInterest, Payments


@record
class Bucket:
    """The interest from and including `start` to but excluding `nominal`.

    It is payable on `nominal`; for a span or a month, on its last day, the day before. `bearing`
    are the defaults that accrue in it. `after_record`: they all began after the record date. `rule`
    are the payments it belongs to, `paid` what `facts` say was paid of it.
    """

    start: date
    nominal: date
    record_date: date
    segments: tuple[Segment, ...]
    bearing: tuple[Default, ...]
    after_record: bool
    rule: Payments
    paid: Settlement
    facts: tuple[EffectiveFact, ...]

    @property
    def instance(self) -> str:
        """The payment's instance, by the day it is payable: `payment/2005-01-15`."""
        return f"{self.rule.id}/{self.payable.isoformat()}"

    @property
    def payable(self) -> date:
        """The day on which it is payable."""
        return payable_on(self.rule, self.nominal)

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
    start, runs = kept.begins(), [run for of in kept.bearings for run in of.runs]
    if start is None:
        return
    waiting, begun = deque(sorted(_default_days(kept, defaults))), list[_DefaultDays]()
    for nominal in nominal_dates(context, rule, spells(runs), start):
        while waiting and waiting[0].first < nominal:
            begun.append(waiting.popleft())
        begun = sorted((b for b in begun if max(b.over, b.first + ONE) > start), key=_PLACE)
        segments, waits = tuple(kept.segments(start, nominal)), False
        for here, there, own in _payable_parts(rule, context, segments, start, nominal):
            bears = [b for b in begun if b.of.accrues_in(b.default, b.over, here, there)]
            bearing = tuple(each.default for each in bears)
            sheet, record = context.terms.indenture, payable_on(rule, there)
            if rule.by_indenture and sheet is not None:
                record = record_date_of(there, sheet)
            after = bool(bears) and min(each.first for each in bears) > record
            if after and context.pick(rule.after_record_date) == "next date":
                waits = True
                continue
            nothing = settlement(ZERO, ())
            found = Bucket(here, there, record, own, bearing, after, rule, nothing, ())
            found = _paid(found, _raised(rule, own, there), context)
            yield _paid(found, _late(rule.late, found, context), context) if rule.late else found
        if waits:
            continue
        start = nominal
        if nominal >= context.as_of:
            return


def falls_due_alone(
    rule: Payments, context: Context, each: Segment, start: date, nominal: date
) -> bool:
    """Whether a share due at once is paid by itself, named by its own day: on the first day of a
    span of several, from and including `start` to but excluding `nominal`. A Holder's part of Notes
    is computed for a whole span, so that it stays.
    """
    in_span = rule.each is not None and each.start <= start and each.to_exclusive < nominal
    return in_span and is_share(each) and not context.terms.securities


def _payable_parts(
    rule: Payments, context: Context, segments: Sequence[Segment], start: date, nominal: date
) -> Iterator[tuple[date, date, tuple[Segment, ...]]]:
    """What is paid together of some days, with these, the second excluded: what falls due alone,
    and the rest; no part without an amount.
    """
    rest, alone = list[Segment](), list[Segment]()
    first = min((each.start for each in segments), default=start)
    for each in segments:
        by_itself = falls_due_alone(rule, context, each, first, nominal)
        (alone if by_itself else rest).append(each)
    for here, there, own in ((first, first + ONE, alone), (start, nominal, rest)):
        if any(each.amount for each in own):
            # Spans begin with what accrues: days since the one before have none.
            yield min(each.start for each in own) if rule.each else here, there, tuple(own)


class _DefaultDays(NamedTuple):
    """A default that the payments pay for: its first day, its place, the first day on which it
    bears nothing, and its rates.
    """

    first: date
    place: int
    over: date
    of: StreamRates
    default: Default


_PLACE = attrgetter("place")


def _default_days(kept: AccrualLedger, defaults: Sequence[Default]) -> Iterator[_DefaultDays]:
    for place, default in enumerate(defaults):
        if found := kept.by_default.get(default.instance):
            of, over = found[0], default.accrues_to or date.max
            yield _DefaultDays(of.first_day(default), place, over, of, default)


def due_of(bucket: Bucket, context: Context) -> tuple[date, tuple[Step, ...]]:
    """The day a payment is due, and how it was counted."""
    rule, it = bucket.rule, bucket.payable
    if rule.due is not None:
        value = day_of(context, rule.due, Instance(bucket.instance, it=it))
        if value.day is None:
            raise DealclockError(f"the due day of {bucket.instance} is not known; correct its due.")
        return value.day, steps_of(value, rule.clause, context)
    clause = context.terms.clauses.interest_payment_dates or rule.clause
    closed = context.calendar.closed_because(it)
    due = context.calendar.first_open_on_or_after(it)
    name = "Interest Payment Date" if rule.by_indenture else "payment date"
    record = Step(_RECORD_DATE[bucket.after_record], clause, bucket.record_date)
    return due, (
        Step(f"{name}{f' ({closed})' if closed else ''}", clause, it),
        *([record] if rule.by_indenture else []),
        Step(ON_OPEN_DAY, rule.clause, due),
    )


ON_OPEN_DAY = "paid on the first Business Day on or after it"
_RECORD_DATE = {
    False: "its record date",
    True: "its record date, before interest began to accrue: paid to its holders (AT-ONCE)",
}
LATE, LATE_FEE = "interest on a late payment", "fee for a late payment"
LEAST = "the least of a payment"


def added(kept: AccrualLedger, defaults: Sequence[Default]) -> Iterator[Segment]:
    """What payments add by the day to what accrues: interest and fees on what is late of each, and
    what raises each to its least.
    """
    for rule in kept.context.terms.payments:
        for bucket in buckets(rule, kept, defaults) if rule.late or rule.at_least else ():
            has_come = bucket.nominal <= kept.context.as_of
            notes = (LATE, LATE_FEE, LEAST) if has_come else (LATE, LATE_FEE)
            yield from (s for s in bucket.segments if s.note in notes)


def _raised(rule: Payments, of: Sequence[Segment], nominal: date) -> Iterator[Segment]:
    """What raises a payment to its least."""
    short = fraction(rule.at_least or 0) - sum((each.amount for each in of), ZERO)
    if rule.at_least is not None and short > 0:
        lot, principal = of[-1].lot, of[-1].principal
        yield Segment(lot, principal, nominal - ONE, nominal, ZERO, 0, 1, short, LEAST)


def _late(terms: LateInterest, bucket: Bucket, context: Context) -> Iterator[Segment]:
    """Interest on what is unpaid of a payment after its due day, and the fee for it."""
    due, paid = due_of(bucket, context)[0] + ONE, bucket.paid
    changes = defaultdict(Fraction, {due: bucket.amount})
    for each in paid.instalments:
        changes[max(each.on, due)] -= figure(each.paid or ZERO)
    left = Steps.of(changes)
    if paid.not_stated and paid.met_on is not None:
        left = left.until(max(paid.met_on, due))
    lot, today = bucket.segments[0].lot, max(due, context.as_of)
    grace = terms.unless_paid_within
    over = context.after(due - ONE, grace).result + ONE if grace else due
    in_time = paid.before(over)
    unpaid = bucket.amount - figure(in_time.stated)
    if over > context.as_of or unpaid <= 0 or in_time.met_on is not None:
        return
    if terms.at_once is not None:
        rate = fraction(terms.at_once)
        yield Segment(lot, unpaid, over, over + ONE, rate, 1, 1, unpaid * rate / 100, LATE_FEE)
    if terms.for_each is None or terms.percent is None:
        return
    counted, rate = counted_by(context, terms.for_each, due), fraction(terms.percent)
    for start, end, unpaid in left.pieces(due, today):
        amount = max(unpaid, ZERO) * rate / 100 * counted.year_fraction(start, end)
        days = (end - start).days
        if amount:
            yield Segment(lot, unpaid, start, end, rate, days, days, amount, LATE)


def _paid(bucket: Bucket, more: Iterable[Segment], context: Context) -> Bucket:
    """A bucket with more segments, and its settlement by the facts about it."""
    facts = context.known.about(bucket.rule.met_by, bucket.instance)
    stated = ((s.id, s.on, None if s.fact.amount is None else stated_by(s)) for s in facts)
    found = replace(bucket, segments=(*bucket.segments, *more), facts=facts)
    return replace(found, paid=settlement(found.amount, stated))


def stated_by(seen: EffectiveFact) -> Fraction:
    """The dollars an event states; zero if it states no amount."""
    return ZERO if seen.fact.amount is None else fraction(seen.fact.amount)
