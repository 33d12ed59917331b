"""The days on which streams are paid: of the Indenture, of every year, after spans or events.

They are nominal: a payment on a closed day is made on the next Business Day, unless the terms say
when it is due.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import chain, count, takewhile

from dealclock.days.periods import moved
from dealclock.engine.context import ONE, Context
from dealclock.terms.general.stream import Payments, Stream
from dealclock.terms.indenture import Indenture, MonthDay

Spell = tuple[date, date]
"""Days from and including the first to but excluding the second; `date.max` is no end yet."""


def paying(context: Context, stream: Stream) -> Payments | None:
    """The payments that pay a stream; None if none do."""
    every = context.terms.payments
    return next((rule for rule in every if not rule.of or stream.id in rule.of), None)


def nominal_dates(
    context: Context, rule: Payments | None, runs: Sequence[Spell], after: date
) -> Iterator[date]:
    """The nominal payment dates after a day, in order: of each, the first day that it does not pay.

    Spans and months are paid to the end of each of the `runs`, days on which anything accrues; the
    last part of one on that day, or with the whole.
    Without payments of their own the Indenture's dates count; without end, but for those after
    events.
    """
    if rule is not None and rule.after_each:
        days = {seen.on for kind in rule.after_each for seen in context.facts(kind)}
        yield from sorted(day for day in days if day > after)
    elif rule is not None and (rule.each or rule.month_ends):
        for first, stop in runs:
            ends = takewhile(lambda day: day < stop, _ends(rule, first))  # noqa: B023
            # What falls due at once may fall due before the run, in a span or month of its own.
            begins = first if rule.each else first.replace(day=1)
            for day in chain((begins,), ends, _last_part(rule, first, stop)):
                if day > after:
                    yield day
                    after = day
    elif dates := _dates(context, rule):
        for year in count(after.year):
            yield from (day for day in sorted(d.in_year(year) for d in dates) if day > after)


def payable_on(rule: Payments | None, nominal: date) -> date:
    """The day on which what accrued before a nominal date is payable: of a span or a month, its
    last day.
    """
    to_last_day = rule is not None and (rule.each or rule.month_ends)
    return nominal - ONE if to_last_day else nominal


def _last_part(rule: Payments, first: date, stop: date) -> Iterator[date]:
    """The day that pays the last part of a span or a month of a run, or the first day after it."""
    ends = (day for day in _ends(rule, first) if day >= stop)
    yield stop if rule.last_part == "at once" else next(ends)


def _ends(rule: Payments, first: date) -> Iterator[date]:
    """The first day after each span from a day on, or after each month."""
    for n in count(1):
        if rule.each:
            yield moved(first, n * rule.each.count, rule.each.unit)
        else:
            yield moved(first.replace(day=1), n, "months")


def _dates(context: Context, rule: Payments | None) -> Sequence[MonthDay]:
    if rule is not None and not rule.by_indenture:
        return rule.dates
    sheet = context.terms.indenture
    return sheet.interest_payment_dates if sheet is not None else ()


def payment_date_on_or_before(day: date, indenture: Indenture) -> date:
    """The last nominal Interest Payment Date on or before a day."""
    return _last(day, indenture.interest_payment_dates)


def record_date_of(nominal: date, indenture: Indenture) -> date:
    """The last record date on or before an Interest Payment Date."""
    return _last(nominal, indenture.record_dates)


def _last(day: date, days: Sequence[MonthDay]) -> date:
    candidates = (m.in_year(y) for m in days for y in (day.year - 1, day.year))
    return max(d for d in candidates if d <= day)
