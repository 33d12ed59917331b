"""Payments of Additional Interest in arrears on each Interest Payment Date.

Each pays what accrued from and including the Interest Payment Date before it to but excluding its
own; a date that is not a Business Day is paid on the next one, without interest for the wait.
It is met on the day on which what was paid of it reaches its amount, to the cent.
"""

from dealclock.agreement.rules.interest import Payment
from dealclock.engine.conclusions import Obligation
from dealclock.engine.consents.apart import of_all
from dealclock.engine.context import Context, EngineError, status_of
from dealclock.engine.findings import Findings
from dealclock.engine.grounds import Step, joined
from dealclock.engine.interest.accrual import INDENTURE_NOT_REVIEWED
from dealclock.engine.interest.ledger import AccrualLedger
from dealclock.engine.money import dollars, figure
from dealclock.engine.payments.buckets import Bucket, buckets
from dealclock.engine.payments.paid import instance_of, paid_of
from dealclock.engine.payments.payment_steps import payment_steps, step_kinds
from dealclock.engine.payments.settlement import Instalment

_RECORD_DATE = {
    False: "its record date",
    True: "its record date, before interest began to accrue: paid to its holders (AT-ONCE)",
}
PROJECTED = "projected: assumes that no open default is cured before the Interest Payment Date"


def add(context: Context, found: Findings) -> None:
    """Every payment owed, and the next one to come."""
    for rule in context.terms.all_of(Payment):
        if found.ledger is None:
            raise EngineError("the terms have a payment but no rate schedule; add a rate schedule.")
        own = context.fresh()
        ledger = found.ledger.asking(own.choices)
        found.buckets = tuple(buckets(ledger, found.defaults, own))
        found.payments = tuple(_payment(rule, each, ledger, own) for each in found.buckets)
        for payment in found.payments:
            found.obligations += [payment, *payment_steps(rule, payment, own.fresh())]


def _payment(rule: Payment, bucket: Bucket, ledger: AccrualLedger, context: Context) -> Obligation:
    """The payment of what a bucket holds."""
    instance, nominal, record = instance_of(rule, bucket), bucket.nominal, bucket.record_date
    counting = context.fresh()
    due = counting.calendar.first_open_on_or_after(nominal)
    paid, paying = paid_of(rule, bucket, context)
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
            *of_all(bucket.bearing, context.fresh()),
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
    """What a fact says was paid."""
    if each.paid is None:
        return f"paid, amount not stated ({each.fact})"
    return f"{dollars(figure(each.paid))} paid ({each.fact})"
