"""Suspension Periods: suspensions that join without a gap are one.

notice A  |---------|                  resumed on the day B takes effect
notice B            |--------|
period    |------------------|         one Suspension Period, known by A
"""

from collections.abc import Iterable, Iterator
from datetime import date

from dealclock.days.intervals import DayInterval
from dealclock.engine.grounds import Grounds, Step
from dealclock.engine.suspension.begun import Begun
from dealclock.facts.log import EffectiveFact
from dealclock.records import record


@record
class Extension:
    """A notice given on a day that extends the suspension `part`; not `in_time`, it does not."""

    notice: EffectiveFact
    part: Begun
    given_on: date
    in_time: bool
    step: Step
    grounds: Grounds


@record
class SuspensionPeriod:
    """One continuous Suspension Period, of one notice or of several that join.

    From and including `start` to but excluding the day it `ended`; `first` is day 1. `extensions`
    are the notices that extend its suspensions, or came too late to, as they were given.
    """

    parts: tuple[Begun, ...]
    ended: EffectiveFact | None
    extensions: tuple[Extension, ...] = ()

    @property
    def name(self) -> str:
        """The id of the notice that began it."""
        return self.parts[0].notice.id

    @property
    def start(self) -> date:
        """The day it takes effect."""
        return self.parts[0].start

    @property
    def first(self) -> date:
        """Day 1."""
        return self.parts[0].day_one

    @property
    def resumed(self) -> date | None:
        """The first day of use again; None while it runs."""
        return self.ended.on if self.ended else None

    @property
    def improper(self) -> EffectiveFact | None:
        """The fact that says the agreement did not permit it."""
        return self.parts[0].improper

    @property
    def extended_by(self) -> tuple[Extension, ...]:
        """The extensions that were given in time."""
        return tuple(e for e in self.extensions if e.in_time)

    def extension_on(self, day: date) -> Extension | None:
        """The extension of the suspension in force on `day`; after the last, of that one."""
        for each in self.extended_by:
            end = self.end_of(each.part)
            if each.part.start <= day and (end is None or day < end):
                return each
        return None

    def end_of(self, part: Begun) -> date | None:
        """The day one of its suspensions ended and another went on; None for the last."""
        return None if part.resumed == self.resumed else part.resumed

    def days(self, end: date) -> DayInterval:
        """Its counted days, those of a running one to but excluding `end`."""
        return DayInterval(self.first, max(self.first, self.resumed or end))

    def in_force(self, day: date) -> Begun:
        """The suspension that was in force on `day`: of several the first that had begun."""
        running = (p for p in self.parts if p.resumed is None or day < p.resumed)
        return next(running, self.parts[-1])

    def runs_on(self, day: date) -> bool:
        """Whether it is in force on `day`, if it was not ended since."""
        return self.start <= day and (self.resumed is None or day < self.resumed)


def periods(begun: Iterable[Begun]) -> list[SuspensionPeriod]:
    """The Suspension Periods in order of their first day, those not permitted among them.

    One that was not permitted joins no other.
    """
    inorder = sorted(begun, key=lambda b: b.start)
    proper = _joined(b for b in inorder if b.improper is None)
    improper = (SuspensionPeriod((b,), b.ended) for b in inorder if b.improper is not None)
    return sorted([*proper, *improper], key=lambda p: p.start)


def _joined(begun: Iterable[Begun]) -> Iterator[SuspensionPeriod]:
    current: SuspensionPeriod | None = None
    for each in begun:
        if current is not None and (current.resumed is None or each.start <= current.resumed):
            ended = current.ended
            if ended is not None and (each.resumed is None or each.resumed > ended.on):
                ended = each.ended
            current = SuspensionPeriod((*current.parts, each), ended)
            continue
        if current is not None:
            yield current
        current = SuspensionPeriod((each,), each.ended)
    if current is not None:
        yield current
