"""Additional Interest: exact amounts per lot and rate, rounded by nobody here.

A lot is cut only where its own rate or principal changes, because 30/360 does not add up over
other cuts. Notes issued later share the clocks of the defaults but accrue only from their issue.
"""

from collections.abc import Sequence
from datetime import date
from functools import reduce
from operator import or_

from dealclock.agreement.readings.interest import LATER_NOTES
from dealclock.agreement.rules.interest import RateSchedule
from dealclock.agreement.terms import Lot
from dealclock.days.day_counts import day_count
from dealclock.engine.assessment import Accrual, Default
from dealclock.engine.context import NOTHING, Context
from dealclock.engine.found import Found
from dealclock.engine.ledger import Ledger
from dealclock.engine.rates import ZERO, Rates
from dealclock.facts.log import Seen

INDENTURE_NOT_REVIEWED = "Indenture not reviewed: day count and payment dates are assumptions"


def add(context: Context, found: Found) -> None:
    """What accrues, once every default is known; nothing under terms without a rate schedule."""
    schedule = next(context.terms.all_of(RateSchedule), None)
    if schedule is None:
        return
    own = context.fresh()
    own.choices.consulted.update(context.choices.in_all)
    found.ledger = ledger(schedule, found.defaults, own)
    found.accrual = accrual(schedule, found.ledger, found.defaults, own)


def ledger(schedule: RateSchedule, defaults: Sequence[Default], context: Context) -> Ledger:
    """The ledger of a deal as its facts stand."""
    since = context.terms.dates[schedule.anniversaries_of]
    rates = Rates(schedule, since, defaults, context.choices)
    issues = {lot.id: issue_of(lot, context) for lot in context.terms.securities}
    lots = [(lot, day) for lot in context.terms.securities if (day := _issued(lot, issues[lot.id]))]
    convention = day_count(context.terms.indenture_sheet.day_count)
    late = any(day > d.accrues_from for _, day in lots for d in defaults)
    from_issue = not late or context.choices[LATER_NOTES] == "FROM-ISSUE"
    return Ledger(rates, tuple(lots), convention, context.grounds(*issues.values()), from_issue)


def issue_of(lot: Lot, context: Context) -> Seen | None:
    """The fact that says a lot was issued; None where the terms give the date, or none says so."""
    if isinstance(lot.issued, date):
        return None
    return next((s for s in context.facts(lot.issued) if s.fact.lot in (None, lot.id)), None)


def _issued(lot: Lot, issue: Seen | None) -> date | None:
    return lot.issued if isinstance(lot.issued, date) else issue.on if issue else None


def accrual(
    schedule: RateSchedule, ledger: Ledger, defaults: Sequence[Default], context: Context
) -> Accrual:
    """Additional Interest to but excluding `as_of`, and the rate in force on it."""
    rate = ledger.rates.on(context.as_of)
    starts = [d.accrues_from for d in defaults if d.accrues_from < context.as_of]
    segments = tuple(ledger.segments(min(starts), context.as_of)) if starts else ()
    reviewed = context.terms.indenture_sheet.reviewed
    one_day = ledger.convention.day_fraction(context.as_of)
    last_change = ledger.rates.last_change(context.as_of)
    next_change = ledger.rates.next_change(context.as_of)
    grounds = reduce(or_, (d.grounds for d in defaults), ledger.grounds if defaults else NOTHING)
    return Accrual(
        as_of=context.as_of,
        clause=schedule.clause,
        exact=sum((s.amount for s in segments), ZERO),
        rate=rate,
        per_diem=ledger.principal(context.as_of) * rate / 100 * one_day,
        last_change=last_change,
        next_change=next_change,
        segments=segments,
        day_count=ledger.convention.name,
        grounds=grounds | context.grounds(),
        notes=() if reviewed else (INDENTURE_NOT_REVIEWED,),
    )
