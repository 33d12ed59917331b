"""Each Holder's holdings and payments: Sections 2(b), 3(b) and 10(d) of infocrossing-2004.

A Holder's Notes are split only at its own events: conversions and sales by others change none of
its amounts.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from fractions import Fraction

from dealclock.engine.conclusions import Obligation, Status
from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Grounds, joined
from dealclock.engine.money import ZERO
from dealclock.engine.payments.buckets import Bucket
from dealclock.engine.plugins import Plugin
from dealclock.engine.special.consents.agreements import dates_of_all_deals, of_holder
from dealclock.engine.special.holders.entitlement import (
    Answers,
    Entitlement,
    answers,
    entitlement,
)
from dealclock.engine.special.holders.holdings import Parcel, holdings, too_much
from dealclock.engine.special.holders.moves import moves_of
from dealclock.facts.log import EffectiveFact
from dealclock.records import record


@record
class Share:
    """One Holder's part of one payment: `gross` as if entitled, `amount` as due to it.

    `parcels` are the Notes it is paid on. All in exact dollars. `notes` are on agreements with this
    Holder only, which no amount takes into account.
    """

    payment: Obligation
    bucket: Bucket
    parcels: tuple[Parcel, ...]
    gross: Fraction
    amount: Fraction
    entitlement: Entitlement
    notes: tuple[str, ...] = ()

    @property
    def not_stated(self) -> tuple[str, ...]:
        """The facts that record the payment without an amount."""
        settled = self.payment.settlement
        return tuple(each.fact for each in settled.not_stated) if settled else ()

    @property
    def paid(self) -> Fraction:
        """The Holder's part of the stated amounts paid, in proportion, at most all of it."""
        settled = self.payment.settlement
        return self.amount * settled.part if settled else ZERO

    @property
    def unpaid(self) -> Fraction:
        """The part not paid by any stated amount."""
        return self.amount - self.paid


@record
class HolderView:
    """One Holder on a day.

    `accrued` is the amount due to it to but excluding the day, paid or not, as if an open payment's
    record date were no later than the day; `unpaid` is the part not paid by any stated amount.
    `notes` are on waivers and on agreements with this Holder only, which no amount takes into
    account; `binding` are those shown to bind it, for the Holder itself.
    """

    holder: str
    principal: Mapping[str, Fraction]
    entitlement: Entitlement
    shares: tuple[Share, ...]
    gross: Fraction
    accrued: Fraction
    unpaid: Fraction
    grounds: Grounds
    notes: tuple[str, ...] = ()
    binding: tuple[str, ...] = ()

    @property
    def not_stated(self) -> tuple[str, ...]:
        """The facts that record a payment to it without an amount."""
        return tuple(dict.fromkeys(fact for each in self.shares for fact in each.not_stated))

    @property
    def next(self) -> Share | None:
        """Its part of the next open payment that is not overdue."""
        waits = (s for s in self.shares if s.payment.is_open)
        return next((s for s in waits if s.payment.status is not Status.MISSED), None)

    @property
    def overdue(self) -> tuple[Share, ...]:
        """Its parts of overdue payments that are not paid in full."""
        missed = (s for s in self.shares if s.payment.status is Status.MISSED)
        return tuple(s for s in missed if s.unpaid)


class Holders:
    """The Holders of a deal on the day of a pass, by the findings of the pass."""

    def __init__(self, context: Context, found: Findings, answers: Answers) -> None:
        self._context = context.fresh()
        self._found, self._answers, self._ledger = found, answers, found.ledger
        self._clause = found.accrual.clause if found.accrual else ""
        self._borne: dict[tuple[str, date, date, int, str], Fraction] = {}
        self._parcels: dict[tuple[date, date, date], Mapping[str, list[Parcel]]] = {}
        ledger = found.ledger
        self.holdings = holdings(self._context, ledger.principal) if ledger else None

    def views(self, only: str | None = None) -> Iterator[HolderView]:
        """Every Holder, or the one with that name."""
        if self.holdings is None:
            return
        held = self.holdings.on(self._context.as_of)
        for holder in self.holdings.holders:
            if only in (None, holder):
                own = {lot: amount for (lot, of), amount in held.items() if of == holder}
                yield self._view(holder, own)

    def not_recorded(self) -> Mapping[str, Fraction]:
        """The interest-bearing principal of each lot on the day that has no recorded Holder."""
        if self.holdings is None or self._ledger is None:
            return {}
        today, principal = self._context.as_of, self._ledger.principal
        left = {lot.id: principal.of_lot(lot.id, today) for lot in principal.lots}
        for (lot, _), amount in self.holdings.on(today).items():
            left[lot] -= amount
        return left

    def shares(self, payment: Obligation, bucket: Bucket) -> Iterator[tuple[str, Share]]:
        """Each Holder's part of one payment; Holders without a part are left out."""
        for holder, own in self._of(bucket, bucket.nominal).items():
            yield holder, self._share(holder, payment, bucket, own)

    def barred(self, bucket: Bucket) -> Fraction:
        """The exact dollars of a payment that are of recorded Holders not entitled to it."""
        barred = ZERO
        for holder, own in self._of(bucket, bucket.nominal).items():
            barred += self._on(own) - self._due(own, self._right(holder, bucket))
        return barred

    def _right(self, holder: str, bucket: Bucket) -> Entitlement:
        """A Holder's entitlement to a payment, judged on its date."""
        judged_on = min(bucket.nominal, self._context.as_of)
        return entitlement(self._answers(holder), judged_on, self._clause, self._context)

    def _of(self, bucket: Bucket, end: date) -> Mapping[str, list[Parcel]]:
        """The parcels of a bucket, to but excluding `end`, by the Holder to whom they are
        payable.
        """
        if self.holdings is None:
            return {}
        key = bucket.start, end, min(bucket.record_date, self._context.as_of)
        if key not in self._parcels:
            found: dict[str, list[Parcel]] = {}
            for parcel in self.holdings.parcels(*key):
                found.setdefault(parcel.holder, []).append(parcel)
            self._parcels[key] = found
        return self._parcels[key]

    def _view(self, holder: str, lots: Mapping[str, Fraction]) -> HolderView:
        context, found = self._context, self._found
        now = entitlement(self._answers(holder), context.as_of, self._clause, context)
        shown = {o.instance: o for o in found.obligations if o.kind == "payment"}
        payments = [
            (shown.get(payment.instance, payment), bucket)
            for payment, bucket in zip(found.payments, found.buckets, strict=True)
        ]
        shares = tuple(
            self._share(holder, payment, bucket, own)
            for payment, bucket in payments
            if (own := self._of(bucket, bucket.nominal).get(holder))
        )
        open_gross, open_due = self._open(holder, now)
        past = [s for s in shares if s.bucket.nominal <= context.as_of]
        due = sum((s.amount for s in past), ZERO) + open_due
        paid = sum((s.paid for s in past), ZERO)
        ahead = sum((s.paid for s in shares if s.bucket.nominal > context.as_of), ZERO)
        paying = [share.payment.grounds for share in shares]
        ledger = [self._ledger.grounds] if self._ledger else []
        moved = context.grounds(*moves_of(context, holder))
        names = [payment.instance for payment, _ in payments]
        alone = of_holder(holder, found.defaults, names, context)
        return HolderView(
            holder=holder,
            principal=lots,
            entitlement=now,
            shares=shares,
            gross=sum((s.gross for s in past), ZERO) + open_gross,
            accrued=due,
            unpaid=due - paid - min(ahead, open_due),
            grounds=joined([*ledger, *paying, now.grounds, moved]),
            notes=(*dates_of_all_deals(found.defaults, context), *alone),
            binding=(*dates_of_all_deals(found.defaults, context, binding=True), *alone),
        )

    def _open(self, holder: str, now: Entitlement) -> tuple[Fraction, Fraction]:
        """The amounts an open payment has accrued for a Holder so far: gross, and due to it."""
        today = self._context.as_of
        bucket = next((b for b in self._found.buckets if b.nominal > today), None)
        if bucket is None or bucket.start >= today:
            return ZERO, ZERO
        own = self._of(bucket, today).get(holder, ())
        return self._on(own), self._due(own, now)

    def _share(
        self, holder: str, payment: Obligation, bucket: Bucket, parcels: list[Parcel]
    ) -> Share:
        right = self._right(holder, bucket)
        gross, due = self._on(parcels), self._due(parcels, right)
        notes = of_holder(holder, bucket.bearing, [payment.instance], self._context)
        return Share(payment, bucket, tuple(parcels), gross, due, right, notes)

    def _due(self, parcels: Iterable[Parcel], right: Entitlement) -> Fraction:
        return self._on(parcels, right.since or date.min) if right.entitled else ZERO

    def _on(self, parcels: Iterable[Parcel], since: date = date.min) -> Fraction:
        """The interest on parcels from and including a day, in dollars."""
        return sum((p.amount * self._on_a_dollar(p, since) for p in parcels), ZERO)

    def _on_a_dollar(self, parcel: Parcel, since: date) -> Fraction:
        key = parcel.lot, max(parcel.start, since), parcel.end, parcel.place, parcel.holder
        if key not in self._borne and self._ledger is not None:
            self._borne[key] = self._ledger.on_a_dollar(*key)
        return self._borne[key]


def _barred(bucket: Bucket, found: Findings, context: Context) -> Fraction:
    return Holders(context, found, answers(context)).barred(bucket)


def _contradictions(context: Context, found: Findings) -> Iterator[tuple[EffectiveFact, str]]:
    if found.ledger is not None:
        yield from too_much(context)


PLUGIN = Plugin(barred=_barred, contradictions=_contradictions)
