"""Planning a suspension: how long one may run from a day, and from which day it may run so long.

A new period may run so long that no window with a day of it holds too many suspended days, and
that together with what it joins it is no longer than one period may be. One that is running is
taken to end on `as_of`; how long it may go on is its own window's to say.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from dealclock.agreement.readings.suspensions import EXTENSION_CAP
from dealclock.agreement.rules.suspensions import DayBudget, InAny
from dealclock.days.intervals import Covered, DayInterval
from dealclock.days.rolling import Limit
from dealclock.engine.assessment import Grounds, Step
from dealclock.engine.context import NOTHING, Context
from dealclock.engine.suspension.allowance import Allowance
from dealclock.engine.suspension.drawn import Drawn, budget
from dealclock.engine.suspension.period import Period
from dealclock.engine.suspension.room import InBlocks, Rolling, Room, earliest_of_all

_ONE = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class LimitPlan:
    """One limit on the planned day: `used` and `left` in its window, before the new period.

    `window_days` is None for the length of one period. The new period may run `longest` days by
    this limit; `breaks_on` is the first day it would not allow. A limit that leaves nothing breaks
    on the first day itself.
    """

    days: int
    window_days: int | None
    used: int
    left: int
    longest: int
    breaks_on: date


@dataclass(frozen=True, slots=True)
class Plan:
    """What a budget leaves to a new period from `start`, and from when it leaves `days`.

    `longest` is zero where none may begin. `earliest` is None where `days` are never allowed;
    both it and `allowed` are None where no number of days was asked about.
    """

    clause: str
    start: date
    days: int | None
    material: bool
    limits: tuple[LimitPlan, ...]
    longest: int
    allowed: bool | None
    earliest: date | None
    running: Drawn | None
    grounds: Grounds
    trace: tuple[Step, ...]

    @property
    def longest_through(self) -> date | None:
        """The last day of the longest new period; None where none may begin."""
        return self.start + timedelta(days=self.longest - 1) if self.longest else None


def plan(
    rule: DayBudget, start: date, days: int | None, context: Context, *, material: bool
) -> Plan:
    """What the budget of `rule` leaves; `material` asks about a period that may be extended."""
    drawn = budget(rule, context)
    periods = [d.period for d in drawn.drawn if not d.period.improper]
    planned = _Planned(rule, periods, context, material=material)
    longest = rule.extended_days if material and rule.extended_days else rule.limit_days
    limits = tuple(planned.limits(start, longest))
    most = min(limit.longest for limit in limits)
    earliest = None
    if days is not None and days <= longest:
        earliest = earliest_of_all(planned.rooms, days, start)
    grounds = NOTHING
    for each in drawn.drawn:
        grounds |= each.grounds
    return Plan(
        clause=rule.clause,
        start=start,
        days=days,
        material=material,
        limits=limits,
        longest=most,
        allowed=None if days is None else days <= most,
        earliest=earliest,
        running=drawn.running,
        grounds=grounds | context.grounds(),
        trace=tuple(_trace(rule, limits, start, days, earliest)),
    )


class _Planned:
    """The limits a new period meets."""

    def __init__(
        self, rule: DayBudget, found: Sequence[Period], context: Context, *, material: bool
    ) -> None:
        self._choices = context.choices
        self._rule = rule
        self._material = material
        self._allowance = Allowance(rule, found, context.as_of)
        self._all = [p.days(context.as_of) for p in found]
        length = rule.extended_days if material and rule.extended_days else rule.limit_days
        self._length = Rolling(self._all, Limit(length, length + 1))
        self._windows = [(limit, self._room(limit)) for limit in rule.in_any]

    @property
    def rooms(self) -> list[Room]:
        """What each limit leaves, of the period's own length first."""
        return [self._length, *(room for _, room in self._windows)]

    def limits(self, start: date, most: int) -> Iterator[LimitPlan]:
        """Each limit on the day a new period is to start."""
        own = self._length
        joined = self._joined(start)
        longest = own.longest(start, most)
        breaks_on = start + timedelta(days=longest)
        yield LimitPlan(most, None, joined, max(0, most - joined), longest, breaks_on)
        for limit, room in self._windows:
            used = self._allowance.used(limit, start, self._choices)
            days = room.limit.days
            runs = room.longest(start, days if room.counted is None else most)
            yield LimitPlan(
                days,
                limit.window_days,
                used,
                max(0, days - used),
                runs,
                start + timedelta(days=runs),
            )

    def _joined(self, start: date) -> int:
        """The days of the period that a new one on `start` would join."""
        before = [p for p in Covered(self._all).periods if p.start < start <= p.end]
        return (start - before[0].start).days if before else 0

    def _room(self, limit: InAny) -> Room:
        choices = self._choices
        cap = self._allowance.cap(limit, choices, extended=self._material)
        periods = list[DayInterval](self._allowance.covered(limit, choices).periods)
        apart = (
            self._material
            and limit.extended_days is not None
            and choices[EXTENSION_CAP] == "STRICT"
        )
        counted = limit.days if apart else None
        windows = self._allowance.windows(limit, choices)
        if windows.anchor is None:
            return Rolling(periods, Limit(cap, limit.window_days), counted)
        return InBlocks(periods, Limit(cap, limit.window_days), windows.anchor, counted)


def _trace(
    rule: DayBudget,
    limits: tuple[LimitPlan, ...],
    start: date,
    days: int | None,
    earliest: date | None,
) -> Iterator[Step]:
    yield Step("the first day of the planned suspension", rule.clause, start)
    for each in limits:
        of = "one period" if each.window_days is None else f"any {each.window_days} days"
        says = f"at most {each.days} in {of}: {each.used} used, {each.left} left; would break"
        yield Step(says, rule.clause, each.breaks_on)
    if days is None:
        return
    if earliest is None:
        yield Step(f"{days} days are more than one limit ever allows", rule.clause)
    else:
        says = f"the earliest first day of {days} days; the last is {days - 1} days later"
        yield Step(says, rule.clause, earliest)
