"""The day from which converted Notes bear nothing, if what was not yet payable is forfeited.

payment date      record date      payment date     converted
    |-----------------|------[ began ]--|----------------x
    under NEXT-DATE interest that began after the record date was not paid on the later date,
    so that it is lost too
"""

from collections.abc import Iterable
from datetime import date, timedelta

from dealclock.engine.conclusions import Default
from dealclock.engine.context import Context
from dealclock.engine.interest.rates import DefaultRun, StreamRates
from dealclock.engine.payments.payment_dates import (
    paying,
    payment_date_on_or_before,
    record_date_of,
)


def accrues_in(
    of: StreamRates, run: DefaultRun | Default, stops: date, start: date, end: date
) -> bool:
    """Whether a default bears interest on any day from and including `start` to but excluding
    `end`, if it stops on a day.
    """
    at_once = of.first_day(run)
    if at_once < run.accrues_from and start <= at_once < end:
        return True
    return max(run.accrues_from, start) < min(stops, end)


def paid_on_next(
    context: Context, of: StreamRates, bearing: Iterable[DefaultRun | Default], record: date
) -> bool:
    """Whether all of these defaults began to accrue after a record date, and such interest is paid
    on the next payment date.
    """
    if not all(of.first_day(run) > record for run in bearing):
        return False
    rule = paying(context, of.stream)
    return rule is not None and context.pick(rule.after_record_date) == "next date"


def not_payable_from(context: Context, of: StreamRates, day: date) -> date:
    """The first day whose interest was not yet payable by a given day: an Interest Payment Date."""
    sheet = context.terms.indenture_sheet
    last = payment_date_on_or_before(day, sheet)
    before = payment_date_on_or_before(last - timedelta(days=1), sheet)
    bearing = [run for run in of.runs if accrues_in(of, run, run.stops_on, before, last)]
    later = bearing and paid_on_next(context, of, bearing, record_date_of(last, sheet))
    return before if later else last
