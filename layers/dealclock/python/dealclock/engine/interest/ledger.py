"""What accrues: the rates of the open defaults on the Notes outstanding, lot by lot.

A lot is cut only where its own rate or principal changes, because 30/360 does not add up over
other cuts. Notes issued later share the clocks of the defaults but accrue only from their issue.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction

from dealclock.agreement.terms import Lot
from dealclock.days.day_counts import DayCount
from dealclock.engine.choices import Choices
from dealclock.engine.conclusions import Default
from dealclock.engine.fractions import ZERO
from dealclock.engine.grounds import Grounds
from dealclock.engine.interest.accrued import Segment
from dealclock.engine.interest.bearing import Bearing, Piece
from dealclock.engine.interest.principal import Balance, Principal
from dealclock.engine.interest.rates import Rates
from dealclock.engine.interest.steps import Steps
from dealclock.records import record


@record
class AccrualLedger:
    """What accrues: the rates of the open defaults on the Notes outstanding, by one day count.

    `bearing` is of all defaults; `apart` that of the issues on which not all of them bear, by lot
    and place. `readings` are those consulted for what had accrued; later days may ask more.
    """

    principal: Principal
    bearing: Bearing
    grounds: Grounds
    apart: Mapping[tuple[str, int], Bearing]
    readings: frozenset[str] = frozenset()

    def asking(self, choices: Choices) -> "AccrualLedger":
        """The same, for a part that asks more: whatever is consulted further is told to `choices`.

        They must choose alike.
        """
        made = {id(b): b.asking(choices) for b in self.apart.values()}
        apart = {part: made[id(bearing)] for part, bearing in self.apart.items()}
        return replace(self, bearing=self.bearing.asking(choices), apart=apart)

    @property
    def rates(self) -> Rates:
        """The rate on each day, of all defaults together."""
        return self.bearing.rates

    def bearing_of(self, balance: Balance) -> Bearing:
        """What one issue of a lot bears: the defaults that bear on it."""
        return self.apart.get((balance.lot.id, balance.place), self.bearing)

    @property
    def bearings(self) -> tuple[Bearing, ...]:
        """What the issues bear, alike ones once; that of all defaults where nothing is issued."""
        found = {id(b): b for b in map(self.bearing_of, self.principal.balances)}
        return tuple(found.values()) or (self.bearing,)

    def rates_of(self, default: Default) -> Rates:
        """The rates by which a default bears, with those that bear on the same Notes."""
        if not self.apart:
            return self.rates
        return next((b.rates for b in self.bearings if _borne(default, b)), self.rates)

    def lots_of(self, default: Default) -> tuple[str, ...]:
        """The lots issued on which a default bears, each once."""
        found = (b.lot.id for b in self.principal.balances if _borne(default, self.bearing_of(b)))
        return tuple(dict.fromkeys(found))

    @property
    def convention(self) -> DayCount:
        """How days are counted for money."""
        return self.bearing.convention

    def segments(self, start: date, end: date) -> Iterator[Segment]:
        """What accrues from and including `start` to but excluding `end`, lot by lot."""
        for balance in self.principal.balances:
            for piece in self.bearing_of(balance).pieces(start, end, balance.steps):
                yield _segment(balance.lot, piece)

    def on_a_dollar(self, lot: str, start: date, end: date, place: int = 0) -> Fraction:
        """What a dollar of one issue of a lot that does not change bears over the same days.

        `place` is where the issue stands among those of the lot.
        """
        if start >= end:
            return ZERO
        own = next(b for b in self.principal.balances if (b.lot.id, b.place) == (lot, place))
        held = Steps((min(own.steps.days[0], start),), (Fraction(1),))
        return sum((p.of_a_dollar for p in self.bearing_of(own).pieces(start, end, held)), ZERO)

    def still_bearing(self, day: date) -> Iterator[Balance]:
        """The balances with principal on a day that have not reached the most in all before it."""
        for balance in self.principal.balances:
            bearing = self.bearing_of(balance)
            if balance.steps.on(day) and bearing.reached_on(balance.steps, day) is None:
                yield balance


def _borne(default: Default, bearing: Bearing) -> bool:
    return any(d.instance == default.instance for d in bearing.rates.defaults)


def _segment(lot: Lot, piece: Piece) -> Segment:
    return Segment(
        lot=lot.id,
        principal=piece.principal,
        start=piece.start,
        to_exclusive=piece.end,
        rate=piece.rate,
        days_counted=piece.days_counted,
        days_actual=(piece.end - piece.start).days,
        amount=piece.principal * piece.of_a_dollar,
        note=piece.note,
    )
