"""Payments of Additional Interest in arrears on each Interest Payment Date, and their steps: the
certificate, the funds, the confirmation of payment.
"""

from collections.abc import Iterator
from datetime import date, timedelta

from dealclock.agreement.indenture import Indenture
from dealclock.agreement.rules.interest import Payment
from dealclock.agreement.rules.rule import Period
from dealclock.engine.conclusions import Obligation, Status
from dealclock.engine.context import Context, status_of
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Grounds, Step, joined
from dealclock.engine.interest.accrual import INDENTURE_NOT_REVIEWED
from dealclock.engine.interest.ledger import AccrualLedger
from dealclock.engine.money import dollars, figure
from dealclock.engine.payments.buckets import Bucket, buckets, instance_of, paid_of
from dealclock.engine.payments.settlement import Instalment
from dealclock.engine.plugins import barred, not_in_amounts
from dealclock.errors import EngineError
from dealclock.facts.log import EffectiveFact

# The steps of a payment besides the payment itself: certificate, funds, confirmation.
#
#     record date     certificate    funds by 10:00     paid      confirmed
#        |----------------|---------------|--------------|------------|
#
# The Indenture input sheet gives the time before or after the payment for each step; a step without
# a time is not owed. Under an Indenture of this kind the Trustee may assume that nothing is payable
# until it has the certificate.

KIND = "payment step"
INDENTURE = "Indenture"

_TITLES = {
    "certificate": "Officers' certificate for a payment",
    "funding": "Funds for a payment",
    "confirmation": "Confirmation of a payment",
}
_ACTIONS = {
    "certificate": "Deliver the officers' certificate to the Trustee.",
    "funding": "Put the paying agent in funds, by {}.",
    "confirmation": "Have the paying agent confirm the payment.",
}


def step_kinds(rule: Payment) -> dict[str, str | None]:
    """The steps of a payment in order, each with the kind of fact that satisfies it."""
    return {
        "certificate": rule.certified_by,
        "funding": rule.funded_by,
        "confirmation": rule.confirmed_by,
    }


def is_funding(step: Obligation) -> bool:
    """Whether a step of a payment moves money; the other steps are papers."""
    return step.instance.startswith(f"{step.id}-funding/")


def payment_steps(rule: Payment, payment: Obligation, context: Context) -> Iterator[Obligation]:
    """The steps of one payment for which the Indenture input sheet gives a time."""
    sheet = context.terms.indenture_sheet
    nominal = payment.instance.partition("/")[2]
    for name, kind in step_kinds(rule).items():
        found = _due(name, payment.due, sheet, context)
        if kind is None or found is None:
            continue
        due, says = found
        done = context.about(kind, payment.instance)
        due_readings = (payment.due_readings or frozenset()) | context.choices.consulted
        action = _ACTIONS[name].format(sheet.funds_by.time if sheet.funds_by else "")
        rests_on = Grounds((), payment.grounds.hypothetical, payment.grounds.readings)
        yield Obligation(
            id=rule.id,
            instance=f"{rule.id}-{name}/{nominal}",
            cause=payment.instance,
            kind=KIND,
            clause=INDENTURE,
            title=_TITLES[name],
            owed_by=rule.owed_by,
            action=action,
            opens=min(payment.opens, due),
            due=due,
            closes=None,
            status=_status(name, due, done, payment, context.as_of),
            met_on=done.on if done else None,
            grounds=context.grounds(done) | rests_on,
            trace=(Step("the payment", payment.clause, payment.due), Step(says, INDENTURE, due)),
            notes=payment.notes,
            due_readings=due_readings,
        )


def _status(
    name: str, due: date, done: EffectiveFact | None, payment: Obligation, as_of: date
) -> Status:
    """The status of a step; once the payment is made, earlier steps are closed."""
    if done is None and payment.met_on and name != "confirmation":
        return Status.CLOSED
    return status_of(due, done.on if done else None, as_of)


def _due(name: str, paid: date, sheet: Indenture, context: Context) -> tuple[date, str] | None:
    """The day a step is due, and its description; None if the sheet gives no time."""
    match name:
        case "certificate" if sheet.officers_certificate:
            lead = sheet.officers_certificate
            return _before(paid, lead, context), f"{lead} before it at the latest"
        case "funding" if sheet.funds_by:
            lead_time, at = sheet.funds_by.lead, f"by {sheet.funds_by.time} in New York"
            if lead_time is None:
                return paid, f"{at}, that day"
            return _before(paid, lead_time, context), f"{at}, {lead_time} before it"
        case "confirmation" if sheet.confirmed_within:
            count = context.after(paid, sheet.confirmed_within)
            return count.result, f"within {sheet.confirmed_within} after it"
        case _:
            return None


def _before(day: date, lead: Period, context: Context) -> date:
    if lead.unit == "days":
        return context.calendar.last_open_on_or_before(day - timedelta(days=lead.count))
    return context.back(day, lead).result


# Payments of Additional Interest in arrears on each Interest Payment Date.
#
# Each pays the interest from and including the previous Interest Payment Date to but excluding its
# own. If the date is not a Business Day, it is paid on the next one, without interest for the
# delay. A payment is satisfied on the day the amounts paid reach its amount, to the cent, or that
# amount less what Holders not entitled to it would be paid.

_RECORD_DATE = {
    False: "its record date",
    True: "its record date, before interest began to accrue: paid to its holders (AT-ONCE)",
}
PROJECTED = "projected: assumes that no open default is cured before the Interest Payment Date"


def add(context: Context, found: Findings) -> None:
    """Add every payment owed, and the next future one, with their steps."""
    for rule in context.terms.all_of(Payment):
        if found.ledger is None:
            raise EngineError("the terms have a payment but no rate schedule; add a rate schedule.")
        own = context.fresh()
        ledger = found.ledger.asking(own.choices)
        found.buckets = tuple(buckets(ledger, found.defaults, own))
        found.payments = tuple(_payment(rule, each, ledger, own, found) for each in found.buckets)
        for payment in found.payments:
            found.obligations += [payment, *payment_steps(rule, payment, own.fresh())]


def _payment(
    rule: Payment, bucket: Bucket, ledger: AccrualLedger, context: Context, found: Findings
) -> Obligation:
    """The obligation to pay a bucket."""
    instance, nominal, record = instance_of(rule, bucket), bucket.nominal, bucket.record_date
    counting = context.fresh()
    due = counting.calendar.first_open_on_or_after(nominal)
    paid, paying = paid_of(rule, bucket, context)
    if paid.in_part:
        paid = paid.less(barred(bucket, found, context))
    done = [
        (name, context.about(kind, instance)) for name, kind in step_kinds(rule).items() if kind
    ]
    steps = [(name, seen) for name, seen in done if seen]
    projected = nominal > context.as_of and any(d.is_open for d in bucket.bearing)
    clause = context.terms.clauses.interest_payment_dates
    closed = context.calendar.closed_because(nominal)
    notes = [] if context.terms.indenture_sheet.reviewed else [INDENTURE_NOT_REVIEWED]
    own = context.grounds(*paying, *(seen for _, seen in steps))
    grounds = joined([own, ledger.grounds, *(d.grounds for d in bucket.bearing)])
    return Obligation(
        **rule.named,
        instance=instance,
        opens=record,
        due=due,
        closes=None,
        status=status_of(due, paid.met_on, context.as_of),
        met_on=paid.met_on,
        grounds=grounds,
        trace=(
            Step(f"Interest Payment Date{f' ({closed})' if closed else ''}", clause, nominal),
            Step(_RECORD_DATE[bucket.after_record], clause, record),
            Step("paid on the first Business Day on or after it", rule.clause, due),
            *(Step(f"{name} recorded", rule.clause, seen.on) for name, seen in steps),
            *(Step(_says(each), rule.clause, each.on) for each in paid.instalments),
        ),
        notes=(
            *not_in_amounts(bucket.bearing, context.fresh()),
            *notes,
            *([PROJECTED] if projected else []),
            *([paid.note] if paid.note else []),
        ),
        amount=figure(paid.owed),
        settlement=paid if paid.instalments else None,
        segments=bucket.segments,
        record_date=record,
        due_readings=frozenset(counting.choices.consulted),
    )


def _says(each: Instalment) -> str:
    """The amount a fact states was paid, in words."""
    if each.paid is None:
        return f"paid, amount not stated ({each.fact})"
    return f"{dollars(figure(each.paid))} paid ({each.fact})"
