"""What accrues: the rates of the open defaults on the Notes outstanding, lot by lot.

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
from dealclock.engine.exact import ZERO
from dealclock.engine.interest.principal import Principal
from dealclock.engine.interest.rates import Rates


@dataclass(frozen=True, slots=True)
class Ledger:
    """What accrues: the rates of the open defaults on the Notes outstanding, by one day count."""

    rates: Rates
    principal: Principal
    convention: DayCount
    grounds: Grounds

    def segments(self, start: date, end: date) -> Iterator[Segment]:
        """What accrues from and including `start` to but excluding `end`, lot by lot."""
        periods = tuple(self.rates.periods(start, end))
        for balance in self.principal.balances:
            for p in periods:
                for here, there, amount in balance.steps.pieces(p.start, p.end):
                    yield self._segment(balance.lot, amount, here, there, p.rate)

    def on_a_dollar(self, start: date, end: date) -> Fraction:
        """What a dollar of principal that does not change bears over the same days."""
        periods = self.rates.periods(start, end) if start < end else ()
        share = self.convention.year_fraction
        return sum((p.rate / 100 * share(p.start, p.end) for p in periods), ZERO)

    def _segment(
        self, lot: Lot, principal: Fraction, start: date, end: date, rate: Fraction
    ) -> Segment:
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
