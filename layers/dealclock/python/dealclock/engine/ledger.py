"""What accrues: the rates of the open defaults on the Notes issued, lot by lot.

A lot is cut only where its own rate or principal changes, because 30/360 does not add up over
other cuts. Notes issued later share the clocks of the defaults but accrue only from their issue.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from dealclock.agreement.terms import Lot
from dealclock.days.day_counts import DayCount
from dealclock.engine.assessment import Grounds, Segment
from dealclock.engine.rates import ZERO, Rates


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
