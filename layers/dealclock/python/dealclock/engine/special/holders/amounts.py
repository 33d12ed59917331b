"""Who holds Notes on which day, and to whom accrued interest is payable: Section 3(b) of
infocrossing-2004, Record Holders.

A payment goes to the Holder on its record date, even if another Holder held the Notes while
interest accrued. Interest accrued on Notes that ceased to bear interest by then goes to their last
Holder.

    start                      record date               payment date
      |  A converts    A -> B      |       B converts         |
      |----- to A                  |                          |
      |---------------------- to B |--------------- to B, who held on the record date
      |---------------------- to B |--------------------------|

Notes of a lot are fungible: those a Holder acquired first leave first. If a lot was issued in
parts, each part is tracked separately, since each bears interest from its own issue.
"""

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction

from dealclock.engine.conclusions import Obligation, Status
from dealclock.engine.context import ONE, Context, question
from dealclock.engine.findings import Findings
from dealclock.engine.interest.base import Principal
from dealclock.engine.interest.ledger import AccrualLedger
from dealclock.engine.interest.lots import (
    ACQUISITION,
    CONVERSION,
    SHELF_SALE,
    TRANSFER,
    acquirer,
    amount_of,
    issues_by_lot,
    leaver,
    taken_from,
)
from dealclock.engine.money import ZERO
from dealclock.engine.payments.buckets import Bucket
from dealclock.engine.plugins import Contrary
from dealclock.engine.special.consents import not_in_amounts, of_holder
from dealclock.engine.special.holders.moves import moves, moves_of
from dealclock.engine.special.questionnaires.requests import Entitlement, entitlement
from dealclock.engine.why import Why, joined
from dealclock.errors import DealclockError
from dealclock.facts.log import EffectiveFact
from dealclock.records import record
from dealclock.terms.terms import Lot

Part = tuple[str, int]
"""A lot and the place of an issue among those of the lot."""

_Queue = deque[tuple[str | None, Fraction]]
"""Notes in the order they came: who held them on the record date, None if not recorded; dollars."""


@record
class Parcel:
    """Notes of a lot that bear the same interest: `amount` dollars from and including `start` to
    but excluding `end`, payable to `holder`. `place` is the index of their issue in the lot.
    """

    holder: str
    lot: str
    amount: Fraction
    start: date
    end: date
    place: int = 0


class Holdings:
    """The Holders of a deal as its facts name them. Raises DealclockError for facts by
    which a Holder gives up more than it holds, or all Holders hold more than is outstanding.
    """

    def __init__(self, principal: Principal, context: Context) -> None:
        self.moves, self.principal = moves(context), principal
        kinds = {move.kind for move in self.moves}
        forfeits = CONVERSION in kinds and context.choices["converted-notes"] == "FORFEIT"
        bears = SHELF_SALE in kinds and context.choices["interest-base"] == "ALL-NOTES"
        self._lost = CONVERSION if forfeits else ""
        self._still_bears = SHELF_SALE if bears else ""
        for _, says in too_much(context):
            raise DealclockError(f"{says}.")

    @property
    def holders(self) -> tuple[str, ...]:
        """Every Holder the facts name, in order."""
        named = (holder for move in self.moves for holder in (move.fact.holder, move.fact.to))
        return tuple(dict.fromkeys(holder for holder in named if holder is not None))

    def on(self, day: date) -> Mapping[tuple[str, str], Fraction]:
        """The holdings at the end of a day by lot and Holder, in dollars."""
        held = defaultdict[tuple[str, str], Fraction](Fraction)
        for move in self.moves:
            if move.on <= day:
                _count(move, held)
        return {place: amount for place, amount in held.items() if amount}

    def parcels(self, start: date, end: date, record: date, *, payable: bool) -> Iterator[Parcel]:
        """The parcels for interest accruing from and including `start` to but excluding `end`, by
        Holder. `payable`: it is payable on that day, so a conversion on it forfeits nothing.
        """
        balances = {(b.lot.id, b.place): b for b in self.principal.balances}
        counted = end - ONE if payable else end
        for holder, part, amount, until in self._payable(end, record, counted):
            balance = balances[part]
            begin = max(start, balance.steps.days[0])
            stop = min(until, balance.lot.matures or until)
            if begin < stop:
                yield Parcel(holder, part[0], amount, begin, stop, part[1])

    def _payable(
        self, end: date, record: date, counted: date
    ) -> Iterator[tuple[str, Part, Fraction, date]]:
        """To whom Notes are payable, and the day on which they cease to bear interest, or `end`;
        moves after the record date and the day `counted` change nothing.

        By the record date a Holder's Notes of a part are alike; later they stay payable to who held
        them on it.
        """
        queues: dict[tuple[Part, str], _Queue] = defaultdict(deque)
        moved = ((move, *part) for move in self.moves for part in self.principal.parts.of(move))
        for move, place, amount in moved:
            part, into, out = (move.fact.lot or "", place), acquirer(move), leaver(move)
            by_then = move.on <= record
            if not by_then and move.on > counted:
                break
            gone: _Queue = deque(taken_from(queues[part, out], amount) if out else [(None, amount)])
            if into is not None:
                queue = queues[part, into]
                queue.extend(gone)
                if by_then:
                    whole = sum((left for _, left in queue), ZERO)
                    queues[part, into] = deque([(into, whole)])
            elif move.kind != self._lost and not (by_then and move.kind == self._still_bears):
                until = end if move.kind == self._still_bears else move.on
                yield from ((owner, part, left, until) for owner, left in gone if owner)
        for (part, _), queue in queues.items():
            yield from ((owner, part, left, end) for owner, left in queue if owner)


@question
def holdings(context: Context, principal: Principal) -> Holdings:
    """The Holders of a deal, of a ledger's principal."""
    return Holdings(principal, context)


@question
def by_holder(
    context: Context,
    principal: Principal,
    start: date,
    end: date,
    record: date,
    payable: bool,
) -> Mapping[str, Sequence[Parcel]]:
    """The parcels as in `Holdings.parcels`, by Holder."""
    found: dict[str, list[Parcel]] = {}
    for parcel in holdings(context, principal).parcels(start, end, record, payable=payable):
        found.setdefault(parcel.holder, []).append(parcel)
    return found


def too_much(context: Context) -> Iterator[tuple[EffectiveFact, str]]:
    """Each fact by which a Holder gives up more than it holds, or all Holders hold more than is
    outstanding.
    """
    moved = moves(context)
    held = defaultdict[tuple[str, str], Fraction](Fraction)
    of_lot = defaultdict[str, Fraction](Fraction)
    gone = defaultdict[str, Fraction](Fraction)
    issues = issues_by_lot(context) if moved else {}
    for move in moved:
        lot, holder, amount = move.fact.lot or "", leaver(move), amount_of(move)
        _count(move, held)
        if holder and held[lot, holder] < 0:
            says = (
                f"{move.id} takes more of lot {lot} from {holder} than it holds on {move.on}; "
                "record what it acquired, or correct the amount"
            )
            yield move, says
        if move.kind == ACQUISITION:
            of_lot[lot] += amount
        elif move.kind != TRANSFER:
            gone[lot] += amount
            of_lot[lot] -= amount if holder else ZERO
        issued = sum((i.amount for i in issues.get(lot, ()) if i.on <= move.on), ZERO)
        if of_lot[lot] > (issued - gone[lot] if issued else ZERO):
            says = (
                f"after {move.id} on {move.on} the Holders would hold more of lot {lot} than is "
                "outstanding; correct an amount, or give the Holder whose Notes were reduced"
            )
            yield move, says


def _count(move: EffectiveFact, held: dict[tuple[str, str], Fraction]) -> None:
    """Count a move in the holdings by lot and Holder."""
    lot, amount = move.fact.lot or "", amount_of(move)
    if out := leaver(move):
        held[lot, out] -= amount
    if into := acquirer(move):
        held[lot, into] += amount


# Each Holder's holdings and payments: Sections 2(b), 3(b) and 10(d) of infocrossing-2004.
#
# A Holder's Notes are split only at its own events: conversions and sales by others change none of
# its amounts.


@record
class Share:
    """One Holder's part of one payment: `gross` as if entitled, `amount` as due to it.

    `parcels` are the Notes it is paid on. All in exact dollars. `notes` are on agreements with this
    Holder only, which no amount takes into account.
    """

    holder: str
    payment: Obligation
    bucket: Bucket
    parcels: Sequence[Parcel]
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
    def paid_if_stated(self) -> Fraction | None:
        """The part paid; None if a fact records the payment without an amount."""
        return None if self.not_stated else self.paid

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
    account.
    """

    holder: str
    principal: Mapping[str, Fraction]
    entitlement: Entitlement
    shares: tuple[Share, ...]
    gross: Fraction
    accrued: Fraction
    unpaid: Fraction
    why: Why
    notes: tuple[str, ...] = ()

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

    def __init__(self, context: Context, found: Findings) -> None:
        self._context, self._found = context.fresh(), found
        self.holdings = holdings(self._context, found.ledger.principal) if found.ledger else None

    def views(self, only: str | None = None) -> Iterator[HolderView]:
        """Every Holder, or the one with that name."""
        if self.holdings is not None:
            held = self.holdings.on(self._context.as_of)
            for holder in self.holdings.holders:
                if only in (None, holder):
                    lots = {lot: amount for (lot, of), amount in held.items() if of == holder}
                    yield self._view(holder, lots)

    def not_recorded(self) -> Mapping[str, Fraction]:
        """The interest-bearing principal of each lot on the day that has no recorded Holder."""
        if self.holdings is None:
            return {}
        today, principal = self._context.as_of, self.holdings.principal
        left = {lot.id: principal.of_lot(lot.id, today) for lot in principal.lots}
        for (lot, _), amount in self.holdings.on(today).items():
            left[lot] -= amount
        return left

    def shares(self, payment: Obligation, bucket: Bucket) -> Iterator[Share]:
        """Each Holder's part of one payment; Holders without a part are left out."""
        for holder, own in self.parcels(bucket, bucket.nominal).items():
            yield self._share(holder, payment, bucket, own)

    def right(self, holder: str, day: date) -> Entitlement:
        """A Holder's entitlement, judged on a day that has come."""
        clause = self._found.accrual.clause if self._found.accrual else ""
        return entitlement(holder, min(day, self._context.as_of), clause, self._context)

    def parcels(self, bucket: Bucket, end: date) -> Mapping[str, Sequence[Parcel]]:
        """The parcels of a bucket, to but excluding `end`, by the Holder to whom they are
        payable.
        """
        if self.holdings is None:
            return {}
        record_date = min(bucket.record_date, self._context.as_of)
        principal, whole = self.holdings.principal, end == bucket.nominal
        return by_holder(self._context, principal, bucket.start, end, record_date, whole)

    def _view(self, holder: str, lots: Mapping[str, Fraction]) -> HolderView:
        context, found, today = self._context, self._found, self._context.as_of
        now = self.right(holder, today)
        shown = {o.instance: o for o in found.obligations if o.kind == "payment"}
        shares = tuple(
            self._share(holder, shown.get(payment.instance, payment), bucket, own)
            for payment, bucket in zip(found.payments, found.buckets, strict=True)
            if (own := self.parcels(bucket, bucket.nominal).get(holder))
        )
        past = [s for s in shares if s.bucket.nominal <= today]
        so_far: Sequence[Parcel] = ()
        for bucket in [b for b in found.buckets if b.nominal > today][:1]:
            if bucket.start < today:
                so_far = self.parcels(bucket, today).get(holder, ())
        open_gross, open_due = self.amounts(so_far, now)
        due = sum((s.amount for s in past), open_due)
        paid = sum((s.paid for s in past), ZERO)
        ahead = sum((s.paid for s in shares), -paid)
        alone = of_holder(holder, found.defaults, [p.instance for p in found.payments], context)
        grounds = [found.ledger.why] if found.ledger else []
        grounds += [*(s.payment.why for s in shares), now.why]
        return HolderView(
            holder=holder,
            principal=lots,
            entitlement=now,
            shares=shares,
            gross=sum((s.gross for s in past), open_gross),
            accrued=due,
            unpaid=due - paid - min(ahead, open_due),
            why=joined([*grounds, context.why(*moves_of(context, holder))]),
            notes=(*not_in_amounts(found.defaults, context), *alone),
        )

    def _share(
        self, holder: str, payment: Obligation, bucket: Bucket, parcels: Sequence[Parcel]
    ) -> Share:
        right = self.right(holder, bucket.nominal)
        notes = of_holder(holder, bucket.bearing, [payment.instance], self._context)
        amounts = self.amounts(parcels, right)
        return Share(holder, payment, bucket, parcels, *amounts, right, notes)

    def amounts(self, parcels: Sequence[Parcel], right: Entitlement) -> tuple[Fraction, Fraction]:
        """The interest on parcels, and what of it is due to a Holder, in dollars."""
        gross = due = self._on(parcels, date.min)
        if right.since is not None:
            due = self._on(parcels, right.since)
        return gross, due if right.entitled else ZERO

    def _on(self, parcels: Sequence[Parcel], since: date) -> Fraction:
        """The interest on parcels from and including a day, in dollars."""
        total, ledger = ZERO, self._found.ledger
        if ledger is None:
            return total
        for each in parcels:
            begin, of = max(each.start, since), (each.place, each.holder)
            total += each.amount * ledger.on_a_dollar(each.lot, begin, each.end, *of)
        return total


def barred(bucket: Bucket, found: Findings, context: Context) -> Fraction:
    """The exact dollars of a payment that are of recorded Holders not entitled to it."""
    total, of = ZERO, Holders(context, found)
    for holder, own in of.parcels(bucket, bucket.nominal).items():
        gross, due = of.amounts(own, of.right(holder, bucket.nominal))
        total += gross - due
    return total


def contradictions(context: Context, found: Findings) -> Iterator[Contrary]:
    """What cannot be true of the Holders' events, if any interest rests on them."""
    return too_much(context) if found.ledger is not None else iter(())


# The amounts the paying agent pays, compared with Holders' entitlements: Section 3(b) of
# infocrossing-2004.
#
# The agent pays all positions of a CUSIP at the same rate, by the position on the record date, and
# has no record of Questionnaires. So it cannot apply a bar on one Holder; the two views differ by
# the amounts a barred Holder would receive, and by Notes converted since the record date.


@record
class Through:
    """One CUSIP, or one lot without a CUSIP: the amount paid in total and by position.

    `principal` is the total on the record date; `by_position` is the amount each recorded Holder
    would receive. Exact dollars.
    """

    cusip: str | None
    lots: tuple[str, ...]
    principal: Fraction
    amount: Fraction
    by_position: Mapping[str, Fraction]


def through_the_agent(
    bucket: Bucket, ledger: AccrualLedger, holders: Holders, context: Context
) -> Iterator[Through]:
    """The payment through the agent for each CUSIP that is paid any amount; it pays all lots of a
    CUSIP at the same rate. Notes issued after the record date count from their issue.
    """
    record, amounts = min(bucket.record_date, context.as_of), bucket.by_lot
    held = holders.holdings.on(record) if holders.holdings else {}
    principal = defaultdict[str, Fraction](Fraction)
    for balance in ledger.principal.balances:
        if balance.steps.days[0] < bucket.nominal:
            principal[balance.lot.id] += balance.steps.on(max(record, balance.issued))
    groups: dict[str, list[Lot]] = defaultdict(list)
    for each in context.terms.securities:
        if each.id in amounts or principal[each.id]:
            groups[each.cusip or f"lot {each.id}"].append(each)
    for group in groups.values():
        lots = tuple(each.id for each in group)
        if amounts.keys() & lots:
            whole = sum((principal[lot] for lot in lots), ZERO)
            amount = sum((amounts.get(lot, ZERO) for lot in lots), ZERO)
            positions = defaultdict[str, Fraction](Fraction)
            for (lot, holder), position in held.items():
                if lot in lots and whole:
                    positions[holder] += amount * position / whole
            yield Through(group[0].cusip, lots, whole, amount, positions)
