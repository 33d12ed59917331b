"""When a state, or the status of a lot or Holder, was in force: whether on a day, and of which
occurrence.

Occurrences that the agreement did not permit are left out: they excuse nothing and protect nothing.
"""

from dataclasses import replace
from datetime import date, timedelta

from dealclock.engine.conclusions import Default
from dealclock.engine.context import Context
from dealclock.engine.day import DayValue, Instance, answers
from dealclock.engine.questions import question
from dealclock.engine.states.budget import Drawn, budget
from dealclock.engine.states.occurrences import Spells
from dealclock.engine.why import NOTHING, Step, Why
from dealclock.records import record
from dealclock.terms.general.state import StateTerms

_ONE = timedelta(days=1)


@record
class Occurrence:
    """One occurrence: its first day, and its last one as far as known, None while that is open.

    It `ended` on its last day, or on the day of the event that ended it, which is not a day of it.
    `title` and `clause` are of the state.
    """

    first: date
    last: date | None
    ended: date | None
    why: Why
    title: str
    clause: str

    def has(self, day: date) -> bool:
        """Whether a day is one of it, as far as known."""
        return self.first <= day and (self.last is None or day <= self.last)

    @property
    def over(self) -> date:
        """The first day after it."""
        return date.max if self.last is None else self.last + _ONE


@question
def _begun(context: Context, state: str, of: str) -> tuple[Spells, tuple[Occurrence, ...]]:
    found = budget(context, context.terms.states[state], of)
    proper = [drawn for drawn in found.drawn if drawn.period.improper is None]
    return found.spells, tuple([_of(found.state, drawn) for drawn in proper])


def occurrences(context: Context, state: str, of: str = "") -> tuple[Occurrence, ...]:
    """The occurrences that began by the day of the query, in order; of a status, those of a lot or
    Holder or, if `of` none, of any.
    """
    return _begun(context, state, of)[1]


def _of(state: StateTerms, drawn: Drawn) -> Occurrence:
    """An occurrence with its actual last day or, while open, the one that the terms give it."""
    period, last = drawn.period, None
    if period.over is not None:
        last = period.over - _ONE
    else:
        days = [part.until.last for part in period.parts if part.until and part.over is None]
        still = sum(part.over is None for part in period.parts)
        last = max(days) if len(days) == still else None
    ended = period.ended.on if period.over and period.ended else last
    return Occurrence(period.start, last, ended, drawn.why, state.title, state.clause)


def in_force_on(context: Context, state: str, day: date, of: str = "") -> Occurrence | None:
    """The occurrence in force on a day; None if none is.

    If a notice was on its way on that day, this depends on the readings of its start.
    """
    spells, found = _begun(context, state, of)
    context.choices.count(spells.on_the_way(day, day + _ONE))
    return next((each for each in found if each.has(day)), None)


@question
def excesses(context: Context, state: StateTerms) -> tuple[tuple[str, date, Why], ...]:
    """The first day beyond the limits of each permitted occurrence that has one, with the id of the
    event that began what was in force.
    """
    found = [(d, d.excess(context)) for d in budget(context.fresh(), state, "").drawn]
    return tuple((d.period.in_force(on).name, on, d.why) for d, on in found if on is not None)


def over_by(context: Context, state: str, instance: Instance, day: date) -> Occurrence | None:
    """The last occurrence of a state by a day on which it is not in force, so that what is owed
    only while it is, is not owed; None if it is in force, or if that is not known yet.
    """
    of = instance.named(context.terms.states[state].of)
    begun = [each for each in occurrences(context, state, of) if each.first <= day]
    if begun and not begun[-1].has(day):
        return begun[-1]
    if begun or not context.is_over(day):
        return None
    rule = context.terms.states[state]
    return Occurrence(day, day, None, NOTHING, rule.title, rule.clause)


def stopped_with(
    context: Context, state: str, instance: Instance, on: date, default: Default
) -> Default:
    """A default that stops accruing when the state ends that was in force on a day."""
    inside = in_force_on(context, state, on, instance.named(context.terms.states[state].of))
    if inside is None or (default.stops_on is not None and default.stops_on <= inside.over):
        return default
    if inside.last is None:
        return replace(default, why=default.why | inside.why)
    stops = max(inside.over, default.accrues_from)
    over = context.has_come(inside.over)
    says = f"{inside.title} ends; interest stops"
    return replace(
        default,
        stops_on=stops,
        accrues_to=stops if over else None,
        why=(default.why | inside.why).with_steps(
            (*default.why.steps, *([Step(says, inside.clause, stops)] if over else []))
        ),
    )


def meant(context: Context, state: str, instance: Instance) -> Occurrence | None:
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
    return None if found is None else DayValue(found.first, "start", state, why=found.why)


@answers("end")
def _end(context: Context, state: str, instance: Instance) -> DayValue | None:
    found = meant(context, state, instance)
    return None if found is None else DayValue(found.ended, "end", state, why=found.why)


@answers("in force")
def _in_force(context: Context, state: str, instance: Instance) -> DayValue | None:
    found, day = meant(context, state, instance), instance.in_force[0][1]
    if found is None or (found.last is None and not context.has_come(day)):
        return None  # it may still end before that day
    return DayValue(day, "in force", found.title, why=found.why)
