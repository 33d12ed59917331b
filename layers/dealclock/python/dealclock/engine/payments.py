"""Payments of Additional Interest in arrears on each Interest Payment Date.

Each pays what accrued from and including the Interest Payment Date before it to but excluding its
own; a date that is not a Business Day is paid on the next one, without interest for the wait.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction

from dealclock.agreement.indenture import MonthDay
from dealclock.agreement.rules.interest import Payment
from dealclock.engine.accrual import INDENTURE_NOT_REVIEWED
from dealclock.engine.assessment import Default, Obligation, Step
from dealclock.engine.context import Context, EngineError, status_of
from dealclock.engine.found import Found
from dealclock.engine.ledger import Ledger
from dealclock.engine.named import named

PROJECTED = "projected: assumes that no open default is cured before the Interest Payment Date"


def add(context: Context, found: Found) -> None:
    """Every payment owed, and the next one to come."""
    for rule in context.terms.all_of(Payment):
        if found.ledger is None:
            raise EngineError("the terms have a payment and no rate schedule; add one.")
        # The rates' own choices, so that a payment names what its segments consulted.
        own = replace(context, choices=found.ledger.rates.choices)
        found.obligations.extend(_payments(rule, found.ledger, found.defaults, own))


def _payments(
    rule: Payment, ledger: Ledger, defaults: Sequence[Default], context: Context
) -> Iterator[Obligation]:
    if not defaults:
        return
    first = min(d.accrues_from for d in defaults)
    previous = first
    for nominal in interest_payment_dates(context, first):
        amount = sum((s.amount for s in ledger.segments(previous, nominal)), Fraction(0))
        if amount:
            bearing = [d for d in defaults if _accrues_in(d, previous, nominal)]
            yield _payment(rule, nominal, amount, bearing, ledger, context)
        if nominal >= context.as_of:
            return
        previous = nominal


def interest_payment_dates(context: Context, after: date) -> Iterator[date]:
    """The nominal Interest Payment Dates after a day, in order, without end."""
    yearly = context.terms.indenture.interest_payment_dates
    year = after.year
    while True:
        yield from (d for d in sorted(m.in_year(year) for m in yearly) if d > after)
        year += 1


def _record_date(nominal: date, days: Sequence[MonthDay]) -> date:
    """The last record date on or before an Interest Payment Date."""
    candidates = (m.in_year(y) for m in days for y in (nominal.year - 1, nominal.year))
    return max(d for d in candidates if d <= nominal)


def _accrues_in(default: Default, start: date, end: date) -> bool:
    """Whether a default accrues on any day from `start` to but excluding `end`."""
    stops = default.stops_on
    first = max(default.accrues_from, start)
    return first < (end if stops is None else min(stops, end))


def _payment(
    rule: Payment,
    nominal: date,
    amount: Fraction,
    bearing: Sequence[Default],
    ledger: Ledger,
    context: Context,
) -> Obligation:
    """The payment of `amount`, which the `bearing` defaults accrued."""
    instance = f"{rule.id}/{nominal.isoformat()}"
    due = context.calendar.first_open_on_or_after(nominal)
    paid = context.about(rule.met_by, instance)
    projected = nominal > context.as_of and any(d.is_open for d in bearing)
    clause = context.terms.clauses.interest_payment_dates
    record = _record_date(nominal, context.terms.indenture.record_dates)
    closed = context.calendar.closed_because(nominal)
    notes = [] if context.terms.indenture.reviewed else [INDENTURE_NOT_REVIEWED]
    grounds = context.grounds(paid) | ledger.grounds
    for default in bearing:
        grounds |= default.grounds
    return Obligation(
        **named(rule),
        instance=instance,
        opens=record,
        due=due,
        closes=None,
        status=status_of(due, paid.on if paid else None, context.as_of),
        met_on=paid.on if paid else None,
        grounds=grounds,
        trace=(
            Step(f"Interest Payment Date{f' ({closed})' if closed else ''}", clause, nominal),
            Step("its record date", clause, record),
            Step("paid on the first Business Day on or after it", rule.clause, due),
        ),
        notes=(*notes, *([PROJECTED] if projected else [])),
        amount=amount,
        record_date=record,
    )
