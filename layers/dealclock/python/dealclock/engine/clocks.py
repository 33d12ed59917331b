"""From which day the first days of a default are counted, under each reading of clause 3(a).

RESTART           each default from its own first day (with CONTINUOUS-SPELL: from the first day of
                  the unbroken spell of defaults it belongs to)
CUMULATIVE        all days on which any default was open, added up
FIXED-WINDOW      the first day of the first default there ever was

    default 1   |----------------|
    default 2               |---------------|           |-------|
    spell       |---------------------------|           |-------|
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import accumulate

from dealclock.agreement.readings import CONCURRENT, NEW_DEFAULT
from dealclock.engine.assessment import Default


@dataclass(frozen=True, slots=True)
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


def spells(defaults: Sequence[Default]) -> Iterator[Spell]:
    """The unbroken spells of defaults that accrue, in order."""
    accruing = [d for d in defaults if d.accrues_to is None or d.accrues_to > d.accrues_from]
    current: Spell | None = None
    for d in sorted(accruing, key=lambda d: d.accrues_from):
        if current is None or (current.end is not None and d.accrues_from > current.end):
            if current is not None:
                yield current
            current = Spell(d.accrues_from, d.accrues_to)
        elif current.end is not None:
            end = None if d.accrues_to is None else max(current.end, d.accrues_to)
            current = Spell(current.start, end)
    if current is not None:
        yield current


@dataclass(frozen=True, slots=True)
class Clocks:
    """How old a default is on a day, and on which day it reaches an age; day 1 is the first."""

    defaults: Sequence[Default]
    readings: Mapping[str, str]

    def age(self, default: Default, day: date) -> int:
        """The day's number on the clock of an open default."""
        if self.readings[NEW_DEFAULT.id] == "CUMULATIVE":
            return sum(s.days(day) for s in spells(self.defaults))
        return (day - self._origin(default)).days + 1

    def reaches(self, default: Default, age: int) -> date | None:
        """The day on which the clock of a default shows `age`; None if it never does."""
        if self.readings[NEW_DEFAULT.id] != "CUMULATIVE":
            return self._origin(default) + timedelta(days=age - 1)
        found = list(spells(self.defaults))
        before = accumulate((s.days(date.max) for s in found), initial=0)
        for spell, used in zip(found, before, strict=False):
            if age <= used + spell.days(date.max):
                return spell.start + timedelta(days=age - used - 1)
        return None

    def _origin(self, default: Default) -> date:
        if self.readings[NEW_DEFAULT.id] == "FIXED-WINDOW":
            return min(d.accrues_from for d in self.defaults)
        if self.readings[CONCURRENT.id] == "CONTINUOUS-SPELL":
            began = [s.start for s in spells(self.defaults) if s.start <= default.accrues_from]
            return max(began, default=default.accrues_from)
        return default.accrues_from
