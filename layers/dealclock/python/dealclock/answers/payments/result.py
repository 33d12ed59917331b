"""Each payment of Additional Interest, its steps and who is paid what: the result and its
computation.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction

from dealclock.agreement.terms import Lot
from dealclock.answers.heading import Heading
from dealclock.answers.holders.result import HolderPart
from dealclock.answers.question import NotAnsweredError, option, rounded
from dealclock.engine.assess import examine
from dealclock.engine.conclusions import Obligation, Status
from dealclock.engine.context import Context
from dealclock.engine.findings import Findings
from dealclock.engine.interest.base import Principal
from dealclock.engine.look import Look
from dealclock.engine.money import ZERO, Between, Money
from dealclock.engine.payments.buckets import Bucket
from dealclock.engine.payments.in_arrears import KIND
from dealclock.engine.payments.settlement import Settlement
from dealclock.engine.special.holders.amounts import Holders, Share
from dealclock.engine.special.holders.paying_agent import Through, through_the_agent
from dealclock.engine.why import Why
from dealclock.files.source import nearest
from dealclock.messages import words

PRO_RATA = (
    "the paying agent pays a CUSIP alike by position: what a Holder is barred from cannot be held "
    "back through it"
)
HOLDERS_NOT_RECORDED = "Holders not recorded"
_HOLDERS_NOT_RECORDED_AND_CUTS = (
    "Holders not recorded, with any difference that the day count makes between the payment and "
    "the Holders' own periods"
)
CUTS = (
    "All Notes have a recorded Holder; the day count makes this difference between the payment and "
    "the Holders' own periods"
)


@dataclass(frozen=True, slots=True)
class PaymentsQuery:
    """The payments to show: every one through the next, or one."""

    payment: str | None = option("one payment, such as payment/2005-01-15", shown="PAYMENT")


@dataclass(frozen=True, slots=True)
class PaidPart:
    """One event that records a payment; `amount` is None if the event states none."""

    fact: str
    on: date
    amount: Money | None


@dataclass(frozen=True, slots=True)
class AmountPaid:
    """The amount paid of a payment: `on` is the day it was paid in full, or the last day some was.

    An amount that no event states is None, and so are those that depend on it.
    """

    on: date
    in_full: bool
    amount: Money | None
    short: Decimal | None
    excess: Decimal | None
    instalments: tuple[PaidPart, ...]
    note: str | None

    @classmethod
    def of(cls, settlement: Settlement | None) -> "AmountPaid | None":
        """The amount paid, or None while no event records a payment."""
        if settlement is None:
            return None
        unknown = settlement.paid is None or isinstance(settlement.owed, Between)
        return cls(
            on=settlement.met_on or settlement.instalments[-1].on,
            in_full=settlement.met_on is not None,
            amount=settlement.paid,
            short=None if unknown else rounded(settlement.short),
            excess=None if unknown else rounded(settlement.excess),
            instalments=tuple(PaidPart(e.fact, e.on, e.paid) for e in settlement.instalments),
            note=settlement.note or None,
        )


@dataclass(frozen=True, slots=True)
class PaymentStep:
    """One step of a payment, such as the notice of its record date."""

    instance: str
    title: str
    action: str
    due: date
    status: Status
    done_on: date | None
    clause: str
    why: Why
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LotAmount:
    """The amount paid on one lot."""

    lot: str
    cusip: str | None
    principal_on_record_date: Decimal
    amount: Fraction


@dataclass(frozen=True, slots=True)
class EntitledHolders:
    """The Holders entitled to a payment: their `total`, `barred` what Holders not entitled would
    receive, `not_recorded` the rest, and `not_recorded_is` what the rest is.
    """

    holders: tuple[HolderPart, ...]
    total: Fraction
    barred: Fraction
    not_recorded: Fraction
    not_recorded_is: str | None


@dataclass(frozen=True, slots=True)
class PositionAmount:
    """The amount that one recorded position receives through the paying agent."""

    holder: str
    amount: Fraction


@dataclass(frozen=True, slots=True)
class AgentPayment:
    """What the paying agent pays on one CUSIP, and how much of it on each recorded position."""

    cusip: str | None
    lots: tuple[str, ...]
    principal: Decimal
    amount: Fraction
    positions: tuple[PositionAmount, ...]

    @classmethod
    def of(cls, through: Through) -> "AgentPayment":
        """Built from the engine's result."""
        positions = (PositionAmount(*each) for each in through.by_position.items())
        return cls(
            through.cusip,
            through.lots,
            rounded(through.principal),
            through.amount,
            tuple(positions),
        )


@dataclass(frozen=True, slots=True)
class PaymentDetail:
    """One payment. It covers the days from and including `accrues_from` to but excluding
    `interest_payment_date`; `due` is the day the cash moves. `lots_rounding` is the difference
    between the rounded total and the sum of the rounded lots.
    """

    instance: str
    interest_payment_date: date
    accrues_from: date
    record_date: date
    due: date
    status: Status
    amount: Fraction
    paid: AmountPaid | None
    steps: tuple[PaymentStep, ...]
    lots: tuple[LotAmount, ...]
    lots_rounding: Decimal
    entitled: EntitledHolders
    through_paying_agent: tuple[AgentPayment, ...]
    why: Why
    notes: tuple[str, ...]

    @property
    def is_paid_in_full(self) -> bool:
        """Whether it is paid in full on the record."""
        return self.paid is not None and self.paid.in_full


@dataclass(frozen=True, slots=True)
class PaymentsResult:
    """The payments asked for, in order of their days."""

    heading: Heading
    payments: tuple[PaymentDetail, ...]
    lot_names: Mapping[str, str]


def answer(look: Look, request: PaymentsQuery) -> PaymentsResult:
    """Every payment through the next one, or the one asked about; raises NotAnsweredError if there
    is no such payment.
    """
    context, findings = examine(look)
    known = [o.instance for o in findings.obligations if o.kind == "payment"]
    if request.payment is not None and request.payment not in known:
        raise NotAnsweredError(
            f"no payment is named {request.payment!r} as of {words.day(look.as_of)}; there are "
            f"{', '.join(known) or 'none'}.{nearest(request.payment, known)}"
        )
    payments = (p for p in _payments(context, findings) if request.payment in (None, p.instance))
    return PaymentsResult(
        Heading.of(look, agreements=True), tuple(payments), look.in_force.base_names
    )


def _payments(context: Context, findings: Findings) -> Iterator[PaymentDetail]:
    if findings.ledger is None:
        return
    holders = Holders(context, findings)
    owed = [o for o in findings.obligations if o.kind == "payment"]
    for payment, bucket in zip(owed, findings.buckets, strict=True):
        agent = through_the_agent(bucket, findings.ledger, holders, context)
        yield _payment(
            payment,
            bucket,
            findings.ledger.principal,
            tuple(_steps(payment, findings)),
            tuple(holders.shares(payment, bucket)),
            tuple(map(AgentPayment.of, agent)),
        )


def _payment(
    payment: Obligation,
    bucket: Bucket,
    principal: Principal,
    steps: tuple[PaymentStep, ...],
    shares: Sequence[tuple[str, Share]],
    agent: tuple[AgentPayment, ...],
) -> PaymentDetail:
    gross = sum((s.gross for _, s in shares), ZERO)
    due = sum((s.amount for _, s in shares), ZERO)
    amount = bucket.amount
    by_lot = sum(map(rounded, bucket.by_lot.values()), Decimal("0.00"))
    return PaymentDetail(
        instance=payment.instance,
        interest_payment_date=bucket.nominal,
        accrues_from=bucket.start,
        record_date=bucket.record_date,
        due=payment.due,
        status=payment.status,
        amount=amount,
        paid=AmountPaid.of(payment.settlement),
        steps=steps,
        lots=tuple(_lot(lot, bucket, principal) for lot in principal.lots),
        lots_rounding=rounded(amount) - by_lot,
        entitled=EntitledHolders(
            holders=tuple(HolderPart.of(*each) for each in shares),
            total=due,
            barred=gross - due,
            not_recorded=amount - gross,
            not_recorded_is=None if amount == gross else _what_is_left(bucket, shares, principal),
        ),
        through_paying_agent=agent,
        why=payment.why,
        notes=(*payment.notes, *([PRO_RATA] if gross != due else [])),
    )


def _steps(payment: Obligation, findings: Findings) -> Iterator[PaymentStep]:
    day = payment.instance.partition("/")[2]
    for o in findings.obligations:
        if o.kind == KIND and o.id == payment.id and o.instance.endswith(f"/{day}"):
            yield PaymentStep(
                instance=o.instance,
                title=o.title,
                action=o.action,
                due=o.due,
                status=o.status,
                done_on=o.done_on,
                clause=o.clause,
                why=o.why,
                notes=o.notes,
            )


def _lot(lot: Lot, bucket: Bucket, principal: Principal) -> LotAmount:
    on_record = rounded(principal.of_lot(lot.id, bucket.record_date))
    return LotAmount(lot.id, lot.cusip, on_record, bucket.by_lot.get(lot.id, ZERO))


def _what_is_left(bucket: Bucket, shares: Sequence[tuple[str, Share]], principal: Principal) -> str:
    """Why the payment differs from the sum of its recorded Holders' parts.

    Compares the principal that bears interest with the Holders', on every day that either changes.
    """
    parcels = [p for _, each in shares for p in each.parcels]
    all_held, cut = True, False
    for balance in principal.balances:
        own = [p for p in parcels if p.lot == balance.lot.id]
        changes = {*balance.steps.days, *(d for p in own for d in (p.start, p.end))}
        within = [d for d in changes if bucket.start < d < bucket.nominal]
        cut = cut or bool(within)
        for each in (bucket.start, *within):
            held = sum((p.amount for p in own if p.start <= each < p.end), ZERO)
            all_held = all_held and balance.steps.on(each) == held
    if all_held:
        return CUTS
    return _HOLDERS_NOT_RECORDED_AND_CUTS if cut else HOLDERS_NOT_RECORDED
