"""Additional Interest (clause 3(a)): exact amounts per lot and rate, rounded by nobody here.

A lot is cut only where its own rate or principal changes, because 30/360 does not add up over
other cuts. Notes issued later share the clocks of the defaults but accrue only from their issue.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import reduce
from operator import or_

from dealclock.agreement.provisions import RateSchedule
from dealclock.agreement.readings import LATER_NOTES
from dealclock.agreement.terms import Lot
from dealclock.days.day_counts import DayCount, day_count
from dealclock.engine.assessment import Accrual, Default, Grounds, Segment
from dealclock.engine.context import NOTHING, Context
from dealclock.engine.rates import ZERO, Rates
from dealclock.facts.log import Seen

INDENTURE_NOT_REVIEWED = "Indenture not reviewed: day count and payment dates are assumptions"


@dataclass(frozen=True, slots=True)
class Ledger:
    """What accrues: the rates of the open defaults on the Notes issued, by one day count."""

    rates: Rates
    lots: tuple[tuple[Lot, date], ...]
    convention: DayCount
    grounds: Grounds
    from_issue: bool

    def segments(self, start: date, end: date) -> Iterator[Segment]:
        """What accrues from and including `start` to but excluding `end`, lot by lot."""
        for lot, issued in self.lots:
            begin = max(start, issued) if self.from_issue else start
            if begin < end:
                for p in self.rates.periods(begin, end):
                    yield self._segment(lot, p.start, p.end, p.rate)

    def _segment(self, lot: Lot, start: date, end: date, rate: Fraction) -> Segment:
        principal = Fraction(lot.principal)
        return Segment(
            lot=lot.id,
            principal=principal,
            start=start,
            to_exclusive=end,
            rate=rate,
            days_counted=self.convention.days(start, end),
            days_actual=(end - start).days,
            amount=principal * rate / 100 * self.convention.year_fraction(start, end),
        )

    def principal(self, day: date) -> Fraction:
        """The principal issued by `day`, in dollars."""
        return sum((Fraction(lot.principal) for lot, issued in self.lots if issued <= day), ZERO)


def ledger(schedule: RateSchedule, defaults: Sequence[Default], context: Context) -> Ledger:
    """The ledger of a deal as its facts stand."""
    since = context.terms.dates[schedule.anniversaries_of]
    rates = Rates(schedule, since, defaults, context.readings)
    issues = {lot.id: issue_of(lot, context) for lot in context.terms.securities}
    lots = [(lot, day) for lot in context.terms.securities if (day := _issued(lot, issues[lot.id]))]
    convention = day_count(context.terms.indenture.day_count)
    from_issue = context.readings[LATER_NOTES.id] == "FROM-ISSUE"
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
    reviewed = context.terms.indenture.reviewed
    one_day = ledger.convention.day_fraction(context.as_of)
    return Accrual(
        as_of=context.as_of,
        clause=schedule.clause,
        exact=sum((s.amount for s in segments), ZERO),
        rate=rate,
        per_diem=ledger.principal(context.as_of) * rate / 100 * one_day,
        last_change=ledger.rates.last_change(context.as_of),
        next_change=ledger.rates.next_change(context.as_of),
        segments=segments,
        day_count=ledger.convention.name,
        grounds=reduce(or_, (d.grounds for d in defaults), ledger.grounds if defaults else NOTHING),
        notes=() if reviewed else (INDENTURE_NOT_REVIEWED,),
    )
