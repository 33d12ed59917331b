"""An amount of principal that changes on some days and holds between them."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction
from itertools import accumulate, pairwise

from dealclock.engine.fractions import ZERO
from dealclock.records import record


@record
class Steps:
    """`amounts[i]`, in dollars, from and including `days[i]` to but excluding the next day.

    Before the first there is none; after the last it holds on.
    """

    days: tuple[date, ...]
    amounts: tuple[Fraction, ...]

    @classmethod
    def of(cls, changes: Mapping[date, Fraction]) -> "Steps":
        """The steps that such changes make, each from and including its day."""
        days = sorted(changes)
        return cls(tuple(days), tuple(accumulate(changes[d] for d in days)))

    def until(self, end: date) -> "Steps":
        """The same up to but excluding a day, nothing from it on."""
        kept = bisect_left(self.days, end)
        return Steps((*self.days[:kept], end), (*self.amounts[:kept], ZERO))

    def on(self, day: date) -> Fraction:
        """The amount on a day."""
        place = bisect_right(self.days, day)
        return self.amounts[place - 1] if place else ZERO

    def pieces(self, start: date, end: date) -> Iterator[tuple[date, date, Fraction]]:
        """Each amount from and including `start` to but excluding `end`, where there is one."""
        first, last = bisect_right(self.days, start), bisect_left(self.days, end)
        for here, there in pairwise((start, *self.days[first:last], end)):
            if amount := self.on(here):
                yield here, there, amount
