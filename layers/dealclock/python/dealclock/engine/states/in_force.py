"""When a state, or the status of a lot or Holder, was in force: whether on a day, and of which
occurrence.

Occurrences that the agreement did not permit are left out: they excuse nothing and protect nothing.
"""

from datetime import date, timedelta

from dealclock.engine.context import Context
from dealclock.engine.day import DayValue, Instance, answers
from dealclock.engine.grounds import Grounds
from dealclock.engine.questions import question
from dealclock.engine.states.budget import Budget, Drawn, budget
from dealclock.records import record

_ONE = timedelta(days=1)


@record
class InForce:
    """One occurrence: its first day, and its last one as far as known, None while that is open.

    It `ended` on its last day, or on the day of the event that ended it, which is not a day of it.
    """

    first: date
    last: date | None
    ended: date | None
    grounds: Grounds

    def has(self, day: date) -> bool:
        """Whether a day is one of it, as far as known."""
        return self.first <= day and (self.last is None or day <= self.last)

    @property
    def over(self) -> date:
        """The first day after it."""
        return date.max if self.last is None else self.last + _ONE


@question
def _budget(context: Context, state: str, of: str) -> Budget:
    return budget(context, context.terms.states[state], of)


def occurrences(context: Context, state: str, of: str = "") -> tuple[InForce, ...]:
    """The occurrences that began by the day of the query, in order; of a status, those of a lot or
    Holder or, if `of` none, of any.
    """
    drawn = _budget(context, state, of).drawn
    return tuple(_of(each) for each in drawn if each.period.improper is None)


def _of(drawn: Drawn) -> InForce:
    """An occurrence with its actual last day or, while open, the one that the terms give it."""
    period = drawn.period
    if period.over is not None:
        ended = period.ended.on if period.ended else period.over - _ONE
        return InForce(period.start, period.over - _ONE, ended, drawn.grounds)
    days = [part.until and part.until.last for part in period.parts if part.over is None]
    last = None if None in days else max((day for day in days if day), default=None)
    return InForce(period.start, last, last, drawn.grounds)


def in_force_on(context: Context, state: str, day: date, of: str = "") -> InForce | None:
    """The occurrence in force on a day; None if none is.

    If a notice was on its way on that day, this depends on the readings of its start.
    """
    waiting = _budget(context, state, of).spells.on_the_way(day, day + _ONE)
    context.choices.count(waiting)
    return next((each for each in occurrences(context, state, of) if each.has(day)), None)


def meant(context: Context, state: str, instance: Instance) -> InForce | None:
    """The occurrence that the start or the end of a state is of, for an instance: the one in force
    on the day it gives, or else the first.
    """
    of = instance.named(context.terms.states[state].of)
    for name, day in instance.in_force:
        if name == state:
            return in_force_on(context, state, day, of)
    return next(iter(occurrences(context, state, of)), None)


@answers("start")
def _start(context: Context, state: str, instance: Instance) -> DayValue | None:
    found = meant(context, state, instance)
    return None if found is None else DayValue(found.first, "start", state, grounds=found.grounds)


@answers("end")
def _end(context: Context, state: str, instance: Instance) -> DayValue | None:
    found = meant(context, state, instance)
    return None if found is None else DayValue(found.ended, "end", state, grounds=found.grounds)


@answers("in force")
def _in_force(context: Context, state: str, instance: Instance) -> DayValue | None:
    found = meant(context, state, instance)
    if found is None:
        return None
    return DayValue(instance.in_force[0][1], "in force", state, grounds=found.grounds)
