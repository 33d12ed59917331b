"""Each Holder's holdings, entitlement and payments. The bar for a late Questionnaire applies to the
Holder, not to its Notes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from fractions import Fraction

from dealclock.agreement.rules.interest import RateSchedule
from dealclock.engine.conclusions import Obligation, Status
from dealclock.engine.context import NOTHING, Context
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Grounds, Step, joined
from dealclock.engine.interest.ledger import AccrualLedger
from dealclock.engine.money import ZERO
from dealclock.engine.payments.buckets import Bucket
from dealclock.engine.plugins import Plugin
from dealclock.engine.special.consents.agreements import dates_of_all_deals, of_holder
from dealclock.engine.special.holders.holdings import Holdings, Parcel, moves, too_much
from dealclock.engine.special.questionnaires.entitlement import Entitlements
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

# Whether a Holder is entitled to Additional Interest: the bar applies to the Holder, not to its
# Notes.
#
#     request        deadline            delivered late
#        |---------------|---------------------|---------->
#         nothing missed    BARRED: nothing
#                                               FROM-DELIVERY: what accrues from here
#        everything under RESTORED
#
# A transferee's right depends on its own Questionnaire, not on another Holder's.


@record
class Delivered:
    """One Holder's Questionnaire: its last day for delivery, that day included, and the day of
    delivery; None if there was no request, or no delivery.

    `strictly`: the terms require delivery before a day, the one after `deadline`. `waived_by` is
    the id of a waiver that excuses it, "" for none.
    """

    holder: str
    deadline: date | None
    delivered_on: date | None
    grounds: Grounds = NOTHING
    trace: tuple[Step, ...] = ()
    strictly: bool = False
    waived_by: str = ""


@record
class Entitlement:
    """Whether a Holder is entitled and why; `since` is the day it starts, None for all days."""

    entitled: bool
    since: date | None
    why: Step
    grounds: Grounds
    trace: tuple[Step, ...]


def entitlement(
    answer: Delivered | None, judged_on: date, clause: str, context: Context
) -> Entitlement:
    """The entitlement by a Holder's Questionnaire on a day: that of a payment, or `as_of`.

    `answer` is None if the terms require no Questionnaire.
    """
    own = context.fresh()
    entitled, since, why = _judged(answer, judged_on, own)
    step = Step(why, clause, since or (answer.delivered_on if answer else None))
    grounds = (answer.grounds if answer else NOTHING) | own.grounds()
    trace = (*(answer.trace if answer else ()), step)
    return Entitlement(entitled, since, step, grounds, trace)


def _judged(
    answer: Delivered | None, judged_on: date, context: Context
) -> tuple[bool, date | None, str]:
    if answer is None:
        return True, None, "entitled: the terms require no Questionnaire"
    deadline, delivered = answer.deadline, answer.delivered_on
    if answer.waived_by:
        return True, None, f"entitled: its Questionnaire was waived by {answer.waived_by}"
    if deadline is None:
        return _not_asked(delivered, context)
    if delivered is not None and delivered <= deadline:
        return True, None, "entitled: its Questionnaire was delivered in time"
    if judged_on <= deadline:
        return True, None, "entitled: the deadline of its Questionnaire had not passed"
    if delivered is None:
        by = "before" if answer.strictly else "by"
        return False, None, f"barred: its Questionnaire was not delivered {by} the deadline"
    match context.choices["late-entitlement"]:
        case "FROM-DELIVERY":
            return True, delivered, "entitled from the day its late Questionnaire was delivered"
        case "RESTORED":
            return True, None, "entitled: its late Questionnaire restores everything (RESTORED)"
        case _:
            how = "not before" if answer.strictly else "after"
            return False, None, f"barred: its Questionnaire was delivered {how} the deadline"


def _not_asked(delivered: date | None, context: Context) -> tuple[bool, date | None, str]:
    if delivered is not None:
        return True, None, "entitled: its Questionnaire was delivered without a request"
    if context.choices["no-questionnaire-requested"] == "NOT-ENTITLED":
        return False, None, "not entitled: it has provided no information (NOT-ENTITLED)"
    return True, None, "entitled: no Questionnaire was requested, so no deadline was missed"


# What each Holder has, is entitled to, and is to be paid.
#
# A Holder's Notes are split only at its own events: conversions and sales by others change none of
# its amounts.

Answers = Callable[[str], Delivered | None]


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
        self._found = found
        self._answers = answers
        self._borne: dict[tuple[str, date, date, int], Fraction] = {}
        self._parcels: dict[tuple[date, date, date], Mapping[str, tuple[Parcel, ...]]] = {}
        self.holdings: Holdings | None = None
        if found.ledger is not None:
            self.holdings = Holdings(found.ledger.principal, self._context)

    def views(self, only: str | None = None) -> Iterator[HolderView]:
        """Every Holder, or the one with that name."""
        if self.holdings is None or self._found.ledger is None:
            return
        held = self.holdings.on(self._context.as_of)
        of: dict[str, dict[str, Fraction]] = {h: {} for h in self.holdings.holders}
        for (lot, holder), amount in held.items():
            of[holder][lot] = amount
        for holder, lots in of.items():
            if only in (None, holder):
                yield self._view(holder, lots, self.holdings, self._found.ledger)

    def not_recorded(self) -> Mapping[str, Fraction]:
        """The interest-bearing principal of each lot on the day that has no recorded Holder."""
        if self.holdings is None or self._found.ledger is None:
            return {}
        today = self._context.as_of
        principal = self._found.ledger.principal
        left = {lot.id: principal.of_lot(lot.id, today) for lot in principal.lots}
        for (lot, _), amount in self.holdings.on(today).items():
            left[lot] -= amount
        return left

    def shares(self, payment: Obligation, bucket: Bucket) -> Iterator[tuple[str, Share]]:
        """Each Holder's part of one payment; Holders without a part are left out."""
        if self._found.ledger is None:
            return
        for holder, own in self._of(bucket, bucket.nominal).items():
            yield holder, self._share(holder, payment, bucket, own, self._found.ledger)

    def barred(self, bucket: Bucket) -> Fraction:
        """The exact dollars of a payment that are of recorded Holders not entitled to it."""
        ledger = self._found.ledger
        if ledger is None:
            return ZERO
        of = self._of(bucket, bucket.nominal)
        rights = {holder: self._right(holder, bucket) for holder in of}
        gross = sum((self._on(own, ledger) for own in of.values()), ZERO)
        return gross - sum((self._due(own, rights[h], ledger) for h, own in of.items()), ZERO)

    def _right(self, holder: str, bucket: Bucket) -> Entitlement:
        """A Holder's entitlement to a payment, judged on its date."""
        judged_on = min(bucket.nominal, self._context.as_of)
        return entitlement(self._answers(holder), judged_on, self._clause, self._context)

    def _of(self, bucket: Bucket, end: date) -> Mapping[str, tuple[Parcel, ...]]:
        """The parcels of a bucket, to but excluding `end`, by the Holder to whom they are
        payable.
        """
        if self.holdings is None:
            return {}
        record = min(bucket.record_date, self._context.as_of)
        key = bucket.start, end, record
        if key not in self._parcels:
            found: dict[str, list[Parcel]] = {}
            for parcel in self.holdings.parcels(*key):
                found.setdefault(parcel.holder, []).append(parcel)
            self._parcels[key] = {holder: tuple(own) for holder, own in found.items()}
        return self._parcels[key]

    def _view(
        self, holder: str, lots: Mapping[str, Fraction], holdings: Holdings, ledger: AccrualLedger
    ) -> HolderView:
        context = self._context
        now = entitlement(self._answers(holder), context.as_of, self._clause, context)
        shares = tuple(
            self._share(holder, payment, bucket, own, ledger)
            for payment, bucket in self._payments()
            if (own := self._of(bucket, bucket.nominal).get(holder))
        )
        open_gross, open_due = self._open(holder, ledger, now)
        past = [s for s in shares if s.bucket.nominal <= context.as_of]
        due = sum((s.amount for s in past), ZERO) + open_due
        paid = sum((s.paid for s in past), ZERO)
        ahead = sum((s.paid for s in shares if s.bucket.nominal > context.as_of), ZERO)
        paying = [share.payment.grounds for share in shares]
        moves = context.grounds(*holdings.facts_of(holder))
        return HolderView(
            holder=holder,
            principal=lots,
            entitlement=now,
            shares=shares,
            gross=sum((s.gross for s in past), ZERO) + open_gross,
            accrued=due,
            unpaid=due - paid - min(ahead, open_due),
            grounds=joined([ledger.grounds, *paying, now.grounds, moves]),
            notes=self._notes(holder, binding=False),
            binding=self._notes(holder, binding=True),
        )

    def _notes(self, holder: str, *, binding: bool) -> tuple[str, ...]:
        defaults, context = self._found.defaults, self._context
        payments = [payment.instance for payment, _ in self._payments()]
        own = of_holder(holder, defaults, payments, context)
        return (*dates_of_all_deals(defaults, context, binding=binding), *own)

    @property
    def _clause(self) -> str:
        return self._found.accrual.clause if self._found.accrual else ""

    def _payments(self) -> Iterator[tuple[Obligation, Bucket]]:
        shown = {o.instance: o for o in self._found.obligations if o.kind == "payment"}
        for payment, bucket in zip(self._found.payments, self._found.buckets, strict=True):
            yield shown.get(payment.instance, payment), bucket

    def _open(
        self, holder: str, ledger: AccrualLedger, now: Entitlement
    ) -> tuple[Fraction, Fraction]:
        """The amounts an open payment has accrued for a Holder so far: gross, and due to it."""
        today = self._context.as_of
        bucket = next((b for b in self._found.buckets if b.nominal > today), None)
        if bucket is None or bucket.start >= today:
            return ZERO, ZERO
        own = self._of(bucket, today).get(holder, ())
        return self._on(own, ledger), self._due(own, now, ledger)

    def _share(
        self,
        holder: str,
        payment: Obligation,
        bucket: Bucket,
        parcels: tuple[Parcel, ...],
        ledger: AccrualLedger,
    ) -> Share:
        right = self._right(holder, bucket)
        gross, due = self._on(parcels, ledger), self._due(parcels, right, ledger)
        notes = of_holder(holder, bucket.bearing, [payment.instance], self._context)
        return Share(payment, bucket, parcels, gross, due, right, notes)

    def _on(
        self, parcels: Iterable[Parcel], ledger: AccrualLedger, since: date = date.min
    ) -> Fraction:
        return sum(
            (p.amount * self._on_a_dollar(p, since, ledger) for p in parcels),
            ZERO,
        )

    def _due(
        self, parcels: Iterable[Parcel], right: Entitlement, ledger: AccrualLedger
    ) -> Fraction:
        return self._on(parcels, ledger, right.since or date.min) if right.entitled else ZERO

    def _on_a_dollar(self, parcel: Parcel, since: date, ledger: AccrualLedger) -> Fraction:
        key = parcel.lot, max(parcel.start, since), parcel.end, parcel.place
        if key not in self._borne:
            self._borne[key] = ledger.on_a_dollar(*key)
        return self._borne[key]


def answers(context: Context) -> Answers:
    """A function from a Holder's name to its Questionnaire; it returns None if the terms require
    none.
    """
    schedule = next(context.terms.all_of(RateSchedule), None)
    entitlements = Entitlements(schedule.id, context) if schedule else None

    def of(holder: str) -> Delivered | None:
        if entitlements is None or not entitlements.needed:
            return None
        found = entitlements.of(holder)
        return Delivered(
            holder=holder,
            deadline=found.entitled_by,
            strictly=_strictly(found.grounds.readings, context),
            delivered_on=found.delivered_on,
            grounds=found.grounds,
            trace=found.trace,
            waived_by=found.waived_by.id if found.waived_by else "",
        )

    return of


def _strictly(readings: frozenset[str], context: Context) -> bool:
    """Whether delivery on the deadline's own day is late under the chosen reading."""
    of = context.choices.of
    return "entitlement-last-day" in readings and of["entitlement-last-day"] == "STRICTLY-BEFORE"


def _barred(bucket: Bucket, found: Findings, context: Context) -> Fraction:
    return Holders(context, found, answers(context)).barred(bucket)


def _contradictions(context: Context, found: Findings) -> Iterator[tuple[EffectiveFact, str]]:
    if found.ledger is not None:
        yield from too_much(moves(context), context)


PLUGIN = Plugin(barred=_barred, contradictions=_contradictions)
