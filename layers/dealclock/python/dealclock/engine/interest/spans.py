"""What a rate is for: a year by a day count, or each span of days, months or open days."""

from collections.abc import Iterator
from datetime import date, timedelta
from fractions import Fraction
from typing import Protocol

from dealclock.days.counting import business_days_after
from dealclock.days.day_counts import DayCount, day_count, in_periods
from dealclock.days.periods import moved
from dealclock.engine.context import Context
from dealclock.errors import DealclockError
from dealclock.records import record
from dealclock.terms.general.stream import AccrualSpan, Stream

ONE = timedelta(days=1)
_CALENDAR_DAYS = {"days": 1, "weeks": 7}


class Convention(Protocol):
    """How days count towards what a rate is for, as `DayCount` does."""

    @property
    def name(self) -> str: ...
    def days(self, start: date, end: date) -> int: ...
    def year_fraction(self, start: date, end: date) -> Fraction: ...
    def day_fraction(self, day: date) -> Fraction: ...


@record
class InMonths:
    """Spans of months from a first day on; a part of one counts by its own days."""

    name: str
    first: date
    span: AccrualSpan

    def days(self, start: date, end: date) -> int:
        """The days from `start`, included, to `end`, excluded."""
        return (end - start).days

    def year_fraction(self, start: date, end: date) -> Fraction:
        """The number of spans from `start`, included, to `end`, excluded."""
        return self._passed(end) - self._passed(start)

    def day_fraction(self, day: date) -> Fraction:
        """One day as a part of its span."""
        return self._passed(day + ONE) - self._passed(day)

    def _passed(self, day: date) -> Fraction:
        n = 0
        while (there := moved(self.first, (n + 1) * self.span.count, self.span.unit)) <= day:
            n += 1
        here = moved(self.first, n * self.span.count, self.span.unit)
        return n + Fraction((day - here).days, (there - here).days)


def convention(context: Context, stream: Stream, first: date) -> Convention:
    """The day count of a stream whose first day is `first`."""
    span, sheet = stream.for_each, context.terms.indenture
    if span is None:
        name = stream.day_count or (sheet.day_count if sheet else None)
        if name is None:
            raise DealclockError(
                "the Indenture's day count is unset, so there is no single amount; run `assess` "
                "for the range, or set indenture.day_count."
            )
        return day_count(name)
    return counted_by(context, span, first)


def counted_by(context: Context, span: AccrualSpan, first: date) -> Convention:
    """How days count towards spans, the first of which begins on a day."""
    if days := span.count * _CALENDAR_DAYS.get(span.unit, 0):
        return in_periods(days, whole=span.part == "whole")
    if not span.counts_open_days:
        return InMonths(f"by {span}", first, span)
    calendar = context.open_days(span)
    name = f"by {span}"
    return DayCount(name, lambda here, there: calendar.between(here - ONE, there - ONE), span.count)


def spans(
    context: Context, span: AccrualSpan, first: date, start: date
) -> Iterator[tuple[date, date]]:
    """The spans one after another from `first`, the first day of each and that of the next; those
    that begin on or after `start`.
    """
    days = span.count * _CALENDAR_DAYS.get(span.unit, 0)
    n = max(0, -((first - start).days // days)) if days else 0
    here = span_start(context, span, first, n)
    while True:
        n += 1
        there = span_start(context, span, first, n)
        if here >= start:
            yield here, there
        here = there


def span_start(context: Context, span: AccrualSpan, first: date, n: int) -> date:
    """The first day after `n` spans from `first`."""
    if span.counts_open_days:
        days = context.open_days(span)
        return business_days_after(first - ONE, n * span.count, days).result + ONE
    return moved(first, n * span.count, span.unit)
