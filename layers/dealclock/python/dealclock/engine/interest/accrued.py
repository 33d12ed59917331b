"""Accrued Additional Interest, by lot and rate."""

from datetime import date
from fractions import Fraction

from dealclock.engine.money import Money, NoFigureError, figure
from dealclock.engine.why import NOTHING, Why
from dealclock.records import record


@record
class Segment:
    """One lot at one rate: from and including `start` to but excluding `to_exclusive`.

    `rate` is in percent, a year or for the schedule's period; `amount` in exact dollars. `note`
    marks an amount that is not rate times days: a share due at once, or the rest up to the cap.
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
    """A day on which the rate changes by the age of the open defaults or by an anniversary.

    `per` is the period of the rate: "a year", "for each 30 days". A zero rate marks the first day
    without interest; `because` is the reason: the cap, or the end of the protected period.
    """

    on: date
    rate: Fraction
    per: str = "a year"
    because: str = ""


@record
class Accrual:
    """What accrued to but excluding `as_of`, all lots together.

    `title` is what the terms call it, "what accrues" if they have several names, "" for none.
    `accrued` is in exact dollars, a range while the day count is unset. `rate` is the percentage in
    force on `as_of`, zero if nothing accrues, and `per` its period, a year or the schedule's;
    `a_day` is dollars for one counted day at that rate. If a period counts in full once begun,
    `a_day` is None and `a_period` is dollars for one period. `last_change` is the latest change on
    or before `as_of`, `next_change` the first after it, both for the defaults now open and assuming
    no further events. `trace` has steps that no segment shows: shares due at once, and the day the
    cap is reached.
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
    why: Why
    notes: tuple[str, ...] = ()
    per: str = "a year"
    a_period: Fraction | None = None
    title: str = ""

    @property
    def exact(self) -> Fraction:
        """The accrued amount, unrounded; raises NoFigureError while the day count is unset."""
        return figure(self.accrued)

    @property
    def per_diem(self) -> Fraction:
        """The dollars for one counted day; raises NoFigureError while the day count is unset, or if
        interest accrues by whole periods.
        """
        if self.a_day is None:
            raise NoFigureError(
                f"the rate is {self.per}, so a single day has no amount; give a whole period."
            )
        return figure(self.a_day)

    @classmethod
    def none(cls, as_of: date) -> "Accrual":
        """The accrual under terms without a rate schedule: zero."""
        zero = Fraction(0)
        return cls(as_of, "", zero, zero, zero, None, None, (), "none", NOTHING)
