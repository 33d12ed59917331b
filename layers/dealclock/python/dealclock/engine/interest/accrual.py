"""Additional Interest: exact amounts per lot and rate, rounded by nobody here.

A lot is cut only where its own rate or principal changes, because 30/360 does not add up over
other cuts. Notes issued later share the clocks of the defaults but accrue only from their issue.
"""

from collections.abc import Sequence
from functools import reduce
from operator import or_

from dealclock.agreement.rules.interest import RateSchedule
from dealclock.days.day_counts import day_count
from dealclock.engine.assessment import Accrual, Default
from dealclock.engine.context import NOTHING, Context, EngineError
from dealclock.engine.exact import ZERO
from dealclock.engine.found import Found
from dealclock.engine.interest.ledger import Ledger
from dealclock.engine.interest.principal import principal
from dealclock.engine.interest.rates import Rates

INDENTURE_NOT_REVIEWED = "Indenture not reviewed: day count and payment dates are assumptions"


class DayCountUnset(EngineError):
    """Amounts were asked for by one day count where the Indenture input sheet gives none."""


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
    dates, named = context.terms.dates, schedule.anniversaries_of
    since = dates[named] if named is not None else None
    rates = Rates(schedule, since, defaults, context.choices)
    borne_by = principal(defaults, context)
    name = context.terms.indenture_sheet.day_count
    if name is None:
        raise DayCountUnset(
            "the Indenture's day count is unset, so there is no one amount; ask `assess` for what "
            "it lies between, or set indenture.day_count."
        )
    convention = day_count(name)
    return Ledger(rates, borne_by, convention, borne_by.grounds)


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
        accrued=sum((s.amount for s in segments), ZERO),
        rate=rate,
        a_day=ledger.principal.on(context.as_of) * rate / 100 * one_day,
        last_change=last_change,
        next_change=next_change,
        segments=segments,
        day_count=ledger.convention.name,
        grounds=grounds | context.grounds(),
        notes=() if reviewed else (INDENTURE_NOT_REVIEWED,),
    )
