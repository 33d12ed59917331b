"""Step functions of the day: amounts, or rates, that hold from one day to the next.

value   |        .-------.
        |  .-----'       '----------> the last value holds
        +--+-----+-------+----------
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from fractions import Fraction
from itertools import accumulate, pairwise
from operator import mul, sub

from dealclock.engine.money import ZERO
from dealclock.records import record


@record
class Steps:
    """`amounts[i]` from and including `days[i]` to but excluding the next day.

    Zero before the first day; the last amount continues.
    """

    days: tuple[date, ...]
    amounts: tuple[Fraction, ...]

    @classmethod
    def of(cls, changes: Mapping[date, Fraction]) -> "Steps":
        """The steps from changes, each from and including its day."""
        days = sorted(changes)
        return cls(tuple(days), tuple(accumulate(changes[day] for day in days)))

    @classmethod
    def reached(
        cls, turns: Iterable[date], start: date, end: date, value: Callable[[date], Fraction]
    ) -> "Steps":
        """The steps from `start` to but excluding `end` of a value that may change only on `turns`;
        a day on which it does not change makes no step.
        """
        days, amounts = list[date](), list[Fraction]()
        for day in (start, *(turn for turn in turns if start < turn < end)):
            amount = value(day)
            if not amounts or amounts[-1] != amount:
                days.append(day)
                amounts.append(amount)
        return cls((*days, end), (*amounts, ZERO))

    @property
    def begins(self) -> date | None:
        """The first day with an amount other than zero; None without one."""
        return next(
            (day for day, amount in zip(self.days, self.amounts, strict=True) if amount), None
        )

    def less(self, other: "Steps") -> "Steps":
        """What is left of each amount less another's of the same day."""
        return self._with(other, sub)

    def times(self, other: "Steps") -> "Steps":
        """Each amount times another's of the same day."""
        return self._with(other, mul)

    def _with(self, other: "Steps", of: Callable[[Fraction, Fraction], Fraction]) -> "Steps":
        days = tuple(sorted({*self.days, *other.days}))
        return Steps(days, tuple([of(self.on(day), other.on(day)) for day in days]))

    def until(self, end: date) -> "Steps":
        """The steps up to but excluding a day, with zero from that day on."""
        kept = bisect_left(self.days, end)
        return Steps((*self.days[:kept], end), (*self.amounts[:kept], ZERO))

    def on(self, day: date) -> Fraction:
        """The amount on a day."""
        place = bisect_right(self.days, day)
        return self.amounts[place - 1] if place else ZERO

    def pieces(self, start: date, end: date) -> Iterator[tuple[date, date, Fraction]]:
        """The amounts other than zero from and including `start` to but excluding `end`, with their
        days.
        """
        first, last = bisect_right(self.days, start), bisect_left(self.days, end)
        for here, there in pairwise((start, *self.days[first:last], end)):
            if amount := self.on(here):
                yield here, there, amount
