"""What has accrued, and at which rates."""

from datetime import date
from fractions import Fraction

from dealclock.engine.grounds import Grounds, Step
from dealclock.engine.money import Money, NoFigure, figure
from dealclock.records import record


@record
class Segment:
    """One lot at one rate: from and including `start` to but excluding `to_exclusive`.

    `rate` is percent, of a year or of what the schedule has it for; `amount` is exact dollars.
    `note` says what is no rate times days: a share at once, what is left to the most in all.
    """

    lot: str
    principal: Fraction
    start: date
    to_exclusive: date
    rate: Fraction
    days_counted: int
    days_actual: int
    amount: Fraction
    note: str | None = None


@record
class RateChange:
    """A day on which the rate of open defaults changes by their age or an anniversary.

    `per` says what the rate is for: "a year", "for each 30 days". Zero is the first day without
    any, `because` of what: the most in all, or the end of the period that the defaults protect.
    """

    on: date
    rate: Fraction
    per: str = "a year"
    because: str = ""


@record
class Accrual:
    """Additional Interest accrued to but excluding `as_of`, all lots together.

    `accrued` is exact dollars, or what they lie between while the day count is unset; `rate` is
    percent in force on `as_of`, `per` a year or what the schedule says, zero when nothing accrues;
    `a_day` dollars for one counted day at that rate. Where a period begun counts whole, `a_day` is
    None and `a_period` dollars for one period. `last_change` is the latest on or before `as_of`,
    `next_change` the first after it, both of the defaults now open and as if nothing else happened.
    `trace` has what no segment tells: what falls due at once, and the day that reaches the most.
    """

    as_of: date
    clause: str
    accrued: Money
    rate: Fraction
    a_day: Money | None
    last_change: RateChange | None
    next_change: RateChange | None
    segments: tuple[Segment, ...]
    day_count: str
    grounds: Grounds
    notes: tuple[str, ...] = ()
    per: str = "a year"
    a_period: Fraction | None = None
    trace: tuple[Step, ...] = ()

    @property
    def exact(self) -> Fraction:
        """What accrued, before the one rounding; raises NoFigure while the day count is unset."""
        return figure(self.accrued)

    @property
    def per_diem(self) -> Fraction:
        """What one counted day bears; raises NoFigure while the day count is unset, or where
        whole periods bear."""
        if self.a_day is None:
            raise NoFigure(
                f"the rate is {self.per}, so a single day has no amount; give a whole period."
            )
        return figure(self.a_day)

    @classmethod
    def none(cls, as_of: date) -> "Accrual":
        """What accrues under terms without a rate schedule: nothing."""
        zero = Fraction(0)
        return cls(as_of, "", zero, zero, zero, None, None, (), "none", Grounds((), False))
