"""The rate of Additional Interest on a day (clause 3(a), tiers (i) to (iv)).

    occurred
       |1 ............... 90|91 ............    2nd anniv.   3rd anniv.   4th ...
       |       0.25%        |    1.00%     |      3.00%    |   5.00%   |  7.00% ...

Boundaries are actual calendar days: day 1 is the day after the default. An anniversary tier
applies from and including the anniversary to a default of any age (CALENDAR-LADDER). Open
defaults bear one rate, the highest of their own (SINGLE-RATE).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise

from dealclock.agreement.provisions import RateSchedule
from dealclock.days.counting import anniversary
from dealclock.engine.assessment import Default, RateChange

ZERO = Fraction(0)


@dataclass(frozen=True, slots=True)
class RatePeriod:
    """One rate, percent a year, from and including `start` to but excluding `end`."""

    start: date
    end: date
    rate: Fraction


@dataclass(frozen=True, slots=True)
class Rates:
    """The rate schedule of a deal with its defaults: a step function of the day."""

    schedule: RateSchedule
    anniversaries_of: date
    defaults: Sequence[Default]

    def on(self, day: date) -> Fraction:
        """The rate that accrues on `day`: the highest of the defaults open on it, or zero."""
        return max((self._of(d, day) for d in self.defaults if _open(d, day)), default=ZERO)

    def periods(self, start: date, end: date) -> Iterator[RatePeriod]:
        """The rate from `start` to but excluding `end`, in as few pieces as it has values."""
        days = [start, *(d for d in self._steps(start, end) if start < d < end), end]
        found: list[RatePeriod] = []
        for here, there in pairwise(days):
            rate = self.on(here)
            if found and found[-1].rate == rate:
                found[-1] = RatePeriod(found[-1].start, there, rate)
            else:
                found.append(RatePeriod(here, there, rate))
        return (p for p in found if p.rate)

    def next_change(self, after: date) -> RateChange | None:
        """The first day after `after` with another rate, if no default opens or is cured."""
        if self.on(after) == ZERO:
            return None
        later = (d for d in self._steps(after, anniversary(after, 2)) if d > after)
        return next((RateChange(d, self.on(d)) for d in later if self._changes(d)), None)

    def last_change(self, by: date) -> RateChange | None:
        """The latest day up to and including `by` on which the open defaults' rate changed."""
        if self.on(by) == ZERO:
            return None
        opened = min(d.accrues_from for d in self.defaults if _open(d, by))
        earlier = (d for d in reversed(self._steps(opened, by)) if d > opened)
        return next((RateChange(d, self.on(d)) for d in earlier if self._changes(d)), None)

    def _changes(self, day: date) -> bool:
        return self.on(day) != self.on(day - timedelta(days=1))

    def _of(self, default: Default, day: date) -> Fraction:
        age = (day - default.accrues_from).days + 1
        by_anniversary = self._by_anniversary(day)
        if by_anniversary is not None:
            return by_anniversary
        tier = max((t for t in self.schedule.by_age if t.from_day <= age), key=lambda t: t.from_day)
        return Fraction(tier.rate)

    def _by_anniversary(self, day: date) -> Fraction | None:
        reached = [t for t in self.schedule.by_anniversary if self._day(t.anniversary) <= day]
        if not reached:
            return None
        tier = max(reached, key=lambda t: t.anniversary)
        last = max(t.anniversary for t in self.schedule.by_anniversary)
        further = 0
        while tier.anniversary == last and self._day(last + further + 1) <= day:
            further += 1
        return Fraction(tier.rate) + further * Fraction(self.schedule.then_add_each_anniversary)

    def _day(self, n: int) -> date:
        return anniversary(self.anniversaries_of, n)

    def _steps(self, start: date, end: date) -> list[date]:
        """Every day from `start` to `end`, both included, on which the rate may change."""
        days = {t for d in self.defaults for t in self._steps_of(d)}
        since = self.anniversaries_of.year
        days |= {self._day(n) for n in range(start.year - since, end.year - since + 1)}
        return sorted(d for d in days if start <= d <= end)

    def _steps_of(self, default: Default) -> Iterator[date]:
        for tier in self.schedule.by_age:
            yield default.accrues_from + timedelta(days=tier.from_day - 1)
        if default.accrues_to is not None:
            yield default.accrues_to


def _open(default: Default, day: date) -> bool:
    return default.accrues_from <= day and (default.accrues_to is None or day < default.accrues_to)
