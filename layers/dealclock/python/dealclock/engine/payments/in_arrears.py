"""Payments in arrears and their steps: the certificate, the funds, the confirmation.

    record date     certificate    funds by 10:00     paid      confirmed
       |----------------|---------------|--------------|------------|

Each pays the interest from and including the previous payment date to but excluding its own. If the
date is not a Business Day, it is paid on the next one, without interest for the delay. A payment is
satisfied on the day the amounts paid reach its amount, to the cent, or that amount less what
Holders not entitled to it would be paid.

The Indenture input sheet gives the time before or after the payment for each step; a step without a
time is not owed. Under an Indenture of this kind the Trustee may assume that nothing is payable
until it has the certificate.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date

from dealclock.engine.conclusions import Default, Instalment, Obligation, Status
from dealclock.engine.context import Context, question, status_of
from dealclock.engine.findings import Findings
from dealclock.engine.interest.accrual import INDENTURE_NOT_REVIEWED, AccrualResult
from dealclock.engine.interest.ledger import AccrualLedger
from dealclock.engine.money import dollars, figure
from dealclock.engine.payments.buckets import Bucket, buckets, due_of
from dealclock.engine.plugins import plugin
from dealclock.engine.why import Step, joined
from dealclock.errors import DealclockError
from dealclock.terms.general.stream import Payments
from dealclock.terms.rules.interest import Payment
from dealclock.terms.rules.rule import Period

KIND = "payment step"
PAYMENT = "payment"
INDENTURE = "Indenture"
COMPOUNDS_PAID_OR_NOT = (
    "what accrued before compounds here whether or not it was paid, and a payment is recorded: "
    "check this amount"
)
PROJECTED = "projected: assumes that no open default is cured before the Interest Payment Date"
PROJECTED_TO_A_DAY = "projected: assumes that no open default is cured before its day"


Payable = tuple[Bucket, Obligation, tuple[Obligation, ...]]
"""A bucket with its payment and the steps of it."""


@question
def payable(
    context: Context, defaults: tuple[Default, ...], accrued: AccrualResult
) -> tuple[Payable, ...]:
    """Every payment owed, and the next future one."""
    return tuple(_payable(context, defaults, accrued))


def _payable(
    context: Context, defaults: Sequence[Default], accrued: AccrualResult
) -> Iterator[Payable]:
    for rule in context.terms.payments:
        if accrued.ledger is None:
            raise DealclockError(
                "the terms have a payment but no rate schedule; add a rate schedule."
            )
        own = context.fresh()
        ledger = accrued.ledger.asking(own)
        found = Findings(defaults=[*defaults], ledger=ledger, accrual=accrued.accrual)
        for each in tuple(buckets(rule, ledger, defaults)):
            of_others = plugin().barred(each, found, own) if each.paid.in_part else None
            paid = each.paid if of_others is None else each.paid.less(of_others)
            bucket = replace(each, paid=paid)
            payment = _payment(bucket, ledger, own)
            yield bucket, payment, tuple(_payment_steps(rule, payment, own.fresh()))


def _payment(bucket: Bucket, ledger: AccrualLedger, context: Context) -> Obligation:
    """The obligation to pay a bucket."""
    rule, record, paid = bucket.rule, bucket.record_date, bucket.paid
    counting = context.fresh()
    due, counted = due_of(bucket, counting)
    context.choices.consulted |= counting.choices.consulted
    done = ((name, context.about(k, bucket.instance)) for name, k in _kinds(rule).items() if k)
    steps = [(name, seen) for name, seen in done if seen]
    projected = bucket.nominal > context.as_of and any(d.is_open for d in bucket.bearing)
    sheet = context.terms.indenture
    own = context.why(*bucket.facts, *(seen for _, seen in steps))
    why = joined([own, ledger.why, *(d.why for d in bucket.bearing)])
    return Obligation(
        **(rule.named | {"kind": PAYMENT}),
        instance=bucket.instance,
        opens=record,
        due=due,
        closes=None,
        status=status_of(due, paid.met_on, context),
        done_on=paid.met_on,
        why=why.with_steps(
            (
                *counted,
                *(Step(f"{name} recorded", rule.clause, seen.on) for name, seen in steps),
                *(Step(_says(each), rule.clause, each.on) for each in paid.instalments),
            )
        ),
        notes=(
            *plugin().not_in_amounts(bucket.bearing, context.fresh()),
            *([] if sheet is None or sheet.reviewed else [INDENTURE_NOT_REVIEWED]),
            *([PROJECTED if rule.by_indenture else PROJECTED_TO_A_DAY] if projected else []),
            *([COMPOUNDS_PAID_OR_NOT] if _compounds_what_was_paid(bucket, context.fresh()) else []),
            *([paid.note] if paid.note else []),
        ),
        amount=figure(paid.owed),
        settlement=paid if paid.instalments else None,
        segments=bucket.segments,
        record_date=record if rule.by_indenture else None,
        due_readings=frozenset(counting.choices.consulted),
    )


def _compounds_what_was_paid(bucket: Bucket, context: Context) -> bool:
    """Whether a stream of the payment compounds, and a payment was recorded before its end."""
    rule = bucket.rule
    compounding = any(
        each.compounds_each and (not rule.of or each.id in rule.of)
        for each in context.terms.streams
    )
    paid = context.facts(rule.met_by) if compounding else ()
    return any(seen.on < bucket.nominal for seen in paid)


def _says(each: Instalment) -> str:
    """The amount a fact states was paid, in words."""
    if each.paid is None:
        return f"paid, amount not stated ({each.fact})"
    return f"{dollars(figure(each.paid))} paid ({each.fact})"


# The steps of a payment besides the payment itself.

_STEPS = {
    "certificate": (
        "Officers' certificate for a payment",
        "Deliver the officers' certificate to the Trustee.",
    ),
    "funding": ("Funds for a payment", "Put the paying agent in funds, by {}."),
    "confirmation": ("Confirmation of a payment", "Have the paying agent confirm the payment."),
}


def is_funding(step: Obligation) -> bool:
    """Whether a step of a payment moves money; the other steps are papers."""
    return step.instance.startswith(f"{step.id}-funding/")


def _kinds(rule: Payment) -> Mapping[str, str | None]:
    """The steps of a payment in order, each with the kind of fact that satisfies it."""
    kinds = (rule.certified_by, rule.funded_by, rule.confirmed_by)
    return dict(zip(_STEPS, kinds, strict=True))


def _payment_steps(rule: Payments, payment: Obligation, context: Context) -> Iterator[Obligation]:
    """The steps of one payment for which the Indenture input sheet gives a time."""
    for name, kind in _kinds(rule).items():
        found = _step_due(name, payment.due, context)
        if kind is None or found is None:
            continue
        due, says = found
        done = context.about(kind, payment.instance)
        status = status_of(due, done.on if done else None, context)
        if done is None and payment.done_on and name != "confirmation":
            status = Status.CLOSED  # earlier steps, once the payment is made
        title, action = _STEPS[name]
        sheet = context.terms.indenture_sheet
        yield Obligation(
            id=rule.id,
            instance=payment.instance.replace("/", f"-{name}/", 1),
            cause=payment.instance,
            kind=KIND,
            clause=INDENTURE,
            title=title,
            owed_by=rule.owed_by,
            action=action.format(sheet.funds_by.time if sheet.funds_by else ""),
            opens=min(payment.opens, due),
            due=due,
            closes=None,
            status=status,
            done_on=done.on if done else None,
            why=(context.why(done) | replace(payment.why, facts=())).with_steps(
                (Step("the payment", payment.clause, payment.due), Step(says, INDENTURE, due))
            ),
            notes=payment.notes,
            due_readings=(payment.due_readings or frozenset()) | context.choices.consulted,
        )


def _step_due(name: str, paid: date, context: Context) -> tuple[date, str] | None:
    """The day a step is due, and its description; None if the sheet gives no time."""
    sheet = context.terms.indenture
    if sheet is None:
        return None
    if name == "certificate" and (lead := sheet.officers_certificate):
        return _before(paid, lead, context), f"{lead} before it at the latest"
    if name == "funding" and (funds := sheet.funds_by):
        at = f"by {funds.time} in New York"
        if funds.lead is None:
            return paid, f"{at}, that day"
        return _before(paid, funds.lead, context), f"{at}, {funds.lead} before it"
    if name == "confirmation" and (within := sheet.confirmed_within):
        return context.after(paid, within).result, f"within {within} after it"
    return None


def _before(day: date, lead: Period, context: Context) -> date:
    before = context.back(day, lead).result
    return before if lead.counts_open_days else context.calendar.last_open_on_or_before(before)
