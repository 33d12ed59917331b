"""From which day the first days of a default are counted, under each reading.

RESTART           each default from its own first day (with CONTINUOUS-SPELL: from the first day of
                  the unbroken spell of defaults it belongs to)
CUMULATIVE        all days on which any default was open, added up
FIXED-WINDOW      the first day of the first default there ever was

    default 1   |----------------|
    default 2               |---------------|           |-------|
    spell       |---------------------------|           |-------|
"""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import accumulate

from dealclock.agreement.readings.interest import CONCURRENT, NEW_DEFAULT, TIER_CLOCK
from dealclock.engine.choices import Choices
from dealclock.engine.conclusions import Default
from dealclock.records import record


@record
class Spell:
    """Days on which some default was open: from and including `start` to but excluding `end`.

    `end` is None while one is open.
    """

    start: date
    end: date | None

    def days(self, through: date) -> int:
        """Its days up to and including `through`."""
        last = through if self.end is None else min(through, self.end - timedelta(days=1))
        return max(0, (last - self.start).days + 1)


def accruing(defaults: Sequence[Default]) -> list[Default]:
    """The defaults on which interest accrues for a day at least, or still may."""
    return [d for d in defaults if d.stops_on is None or d.stops_on > d.accrues_from]


def spells(defaults: Sequence[Default]) -> Iterator[Spell]:
    """The unbroken spells of defaults that accrue, in order."""
    current: Spell | None = None
    for d in sorted(accruing(defaults), key=lambda d: d.accrues_from):
        if current is None or (current.end is not None and d.accrues_from > current.end):
            if current is not None:
                yield current
            current = Spell(d.accrues_from, d.stops_on)
        elif current.end is not None:
            end = None if d.stops_on is None else max(current.end, d.stops_on)
            current = Spell(current.start, end)
    if current is not None:
        yield current


class Clocks:
    """How old a default is on a day, and on which day it reaches an age; day 1 is the first.

    With one default alone no reading of several is consulted.
    """

    def __init__(self, defaults: Sequence[Default], choices: Choices) -> None:
        self._spells = tuple(spells(defaults))
        self._first = min((d.accrues_from for d in defaults), default=None)
        several = len(defaults) > 1
        self._of_all = choices[NEW_DEFAULT] if several else "RESTART"
        self._by_spell = several and choices[CONCURRENT] == "CONTINUOUS-SPELL"
        earlier = bool(self._spells) and choices[TIER_CLOCK] == "DEFAULT-DAY"
        self._ahead = 1 if earlier else 0

    def age(self, default: Default, day: date) -> int:
        """The day's number on the clock of an open default."""
        if self._of_all == "CUMULATIVE":
            return sum(s.days(day) for s in self._spells) + self._ahead
        return (day - self._origin(default)).days + 1 + self._ahead

    def reaches(self, default: Default, age: int) -> date | None:
        """The day on which the clock of a default shows `age`; None if it never does."""
        age -= self._ahead
        if self._of_all != "CUMULATIVE":
            return self._origin(default) + timedelta(days=age - 1)
        before = accumulate((s.days(date.max) for s in self._spells), initial=0)
        for spell, used in zip(self._spells, before, strict=False):
            if age <= used + spell.days(date.max):
                return spell.start + timedelta(days=age - used - 1)
        return None

    def begin_with(self, default: Default) -> bool:
        """Whether a clock starts with a default, and did not with an earlier one."""
        one_for_all = self._of_all in ("CUMULATIVE", "FIXED-WINDOW")
        return not one_for_all or default.accrues_from == self._first

    def _origin(self, default: Default) -> date:
        if self._of_all == "FIXED-WINDOW" and self._first is not None:
            return self._first
        if self._by_spell:
            began = [s.start for s in self._spells if s.start <= default.accrues_from]
            return max(began, default=default.accrues_from)
        return default.accrues_from
