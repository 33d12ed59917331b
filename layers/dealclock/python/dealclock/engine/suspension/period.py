"""Suspension Periods: suspensions that join without a gap are one, and a notice may extend it.

notice A  |---------|                  resumed on the day B takes effect
notice B            |--------|
period    |------------------|         one Suspension Period, known by A
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta

from dealclock.agreement.readings.suspensions import EXTENSION_NOTICE
from dealclock.agreement.rules.suspensions import DayBudget
from dealclock.days.intervals import DayInterval
from dealclock.engine.context import Context
from dealclock.engine.grounds import Grounds, Step
from dealclock.engine.notices.deemed import deemed_given
from dealclock.engine.suspension.begun import Begun
from dealclock.facts.log import Seen
from dealclock.records import record

_ONE = timedelta(days=1)


@record
class Extension:
    """A notice that extends a period, given while `part` of it ran; too late, it does not."""

    notice: Seen
    part: Begun
    given_on: date
    in_time: bool
    step: Step
    grounds: Grounds


@record
class Period:
    """One continuous Suspension Period, of one notice or of several that join.

    From and including `start` to but excluding the day it `ended`; `first` is day 1.
    """

    parts: tuple[Begun, ...]
    ended: Seen | None
    extension: Extension | None = None

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
    def improper(self) -> Seen | None:
        """The fact that says the agreement did not permit it."""
        return self.parts[0].improper

    @property
    def extended(self) -> bool:
        """Whether it may run to the longer limit."""
        return self.extension is not None and self.extension.in_time

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


def periods(rule: DayBudget, begun: Iterable[Begun], context: Context) -> list[Period]:
    """The Suspension Periods in order of their first day, those not permitted among them.

    One that was not permitted joins no other. Extensions are those of the permitted ones.
    """
    inorder = sorted(begun, key=lambda b: b.start)
    proper = list(_joined(b for b in inorder if b.improper is None))
    extended = _extended(rule, proper, context)
    improper = [Period((b,), b.ended) for b in inorder if b.improper is not None]
    return sorted([*extended, *improper], key=lambda p: p.start)


def _joined(begun: Iterable[Begun]) -> Iterator[Period]:
    current: Period | None = None
    for each in begun:
        if current is not None and (current.resumed is None or each.start <= current.resumed):
            ended = current.ended
            if ended is not None and (each.resumed is None or each.resumed > ended.on):
                ended = each.ended
            current = Period((*current.parts, each), ended)
            continue
        if current is not None:
            yield current
        current = Period((each,), each.ended)
    if current is not None:
        yield current


def _extended(rule: DayBudget, found: Sequence[Period], context: Context) -> list[Period]:
    """The periods with what extends each: of several notices the first in time."""
    result = list(found)
    if rule.extended_by is None:
        return result
    starts = [p.start for p in result]
    named = {
        f"{rule.id}/{part.notice.id}": (n, part)
        for n, period in enumerate(result)
        for part in period.parts
    }
    for notice in context.facts(rule.extended_by):
        own = context.fresh()
        given = deemed_given([notice], rule.to, own)
        if given.on is None or given.on > context.as_of:
            continue
        if notice.about is not None:
            place = named.get(notice.about)
        else:
            place = _in_force(result, bisect_right(starts, given.on) - 1, given.on)
        if place is None or result[place[0]].extended:
            continue
        n, part = place
        extension = _extension(rule, result[n], part, notice, given.on, own)
        if extension is not None:
            result[n] = replace(result[n], extension=extension)
    return result


def _in_force(found: Sequence[Period], n: int, day: date) -> tuple[int, Begun] | None:
    if n < 0 or not found[n].runs_on(day):
        return None
    return n, [p for p in found[n].parts if p.start <= day][-1]


def _extension(
    rule: DayBudget, period: Period, part: Begun, notice: Seen, given_on: date, context: Context
) -> Extension | None:
    if period.resumed is not None and given_on >= period.resumed:
        return None
    last = period.first + timedelta(days=rule.limit_days - 1)
    in_time = given_on <= last or context.choices[EXTENSION_NOTICE] == "ANY-TIME"
    if in_time:
        says = f"extended from {rule.limit_days} to {rule.extended_days} days by notice given"
    else:
        says = f"not extended: notice of it was given after day {rule.limit_days} (BY-DAY-45)"
    step = Step(says, rule.clause, given_on)
    return Extension(notice, part, given_on, in_time, step, context.grounds(notice))
