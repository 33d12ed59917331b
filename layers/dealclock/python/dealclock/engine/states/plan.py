"""Plan a period of a state: how long it may last from a day, and the first day from which it may
last that long.

A new period is limited by the days in every window with a day of it, and by the length of one
period, including a period it joins; by the number of periods in a window, and by the time after the
one before. An ongoing period is assumed to end on `as_of`; its own window shows how long it may
continue. An assessment reports the same for its own day.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta

from dealclock.agreement.general.state import StateLimit, StateTerms
from dealclock.agreement.rules.rule import Rule
from dealclock.agreement.spellings import expand
from dealclock.days.intervals import DaysCovered, Span
from dealclock.engine.context import Context
from dealclock.engine.grounds import Grounds, Step, joined
from dealclock.engine.states.budget import Budget, budget
from dealclock.engine.states.limits import Limits, Windows, first_over
from dealclock.engine.states.limits_left import (
    Breaking,
    GapPlan,
    LimitPlan,
    LimitsLeft,
    OngoingPeriod,
    TimesPlan,
)
from dealclock.errors import EngineError
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

_ONE = timedelta(days=1)
_LONGEST = 3660
"""The longest period looked for where the terms limit none."""
_FARTHEST = timedelta(days=7300)
"""How far ahead a first day is looked for: no window of a limit is as long."""
Lacks = Callable[[date, int], int]
"""For a first day and a number of days, 0 if a new period may last so long from that day, otherwise
by how many days, or more, it must begin later."""


@record
class Plan:
    """The days the limits allow a new period from `start`, and the first day from which they allow
    `days`.

    `longest` is zero if none may begin. `on_its_way` is the first notice sent and not yet in
    effect, of which no day is counted. `earliest` is None if `days` are never allowed; both
    `earliest` and `allowed` are None if no number of days was given.
    """

    clause: str
    start: date
    days: int | None
    material: bool
    limits: tuple[LimitPlan, ...]
    times: tuple[TimesPlan, ...]
    gap: GapPlan | None
    longest: int
    allowed: bool | None
    earliest: date | None
    running: OngoingPeriod | None
    on_its_way: EffectiveFact | None
    grounds: Grounds
    trace: tuple[Step, ...]

    @property
    def longest_through(self) -> date | None:
        """The last day of the longest new period; None if none may begin."""
        return self.start + timedelta(days=self.longest - 1) if self.longest else None


def plan(rule: Rule, start: date, days: int | None, context: Context, *, material: bool) -> Plan:
    """The plan under the limits of `rule`; `material` is for a period that may be extended."""
    state = expand(rule)
    if not isinstance(state, StateTerms):
        raise EngineError(f"{rule.id} is a {rule.type}, which has no limits; name a state.")
    drawn = budget(context.fresh(), state)
    planned = _Planned(drawn, start, context, extended=material)
    limits, times, gap = planned.limits(), planned.times(), planned.gap()
    longest = min((limit.longest for limit in limits), default=_LONGEST)
    longest = min((_longest(lacks, start, longest) for lacks in planned.begins), default=longest)
    first = planned.earliest(days) if days is not None and days <= planned.most else None
    still = drawn.spells.still
    return Plan(
        clause=state.clause,
        start=start,
        days=days,
        material=material,
        limits=limits,
        times=times,
        gap=gap,
        longest=longest,
        allowed=None if days is None else days <= longest,
        earliest=first,
        running=running(drawn),
        on_its_way=still[0] if still else None,
        grounds=joined(each.grounds for each in drawn.drawn) | context.grounds(*still),
        trace=tuple(_trace(state, limits, times, gap, start, days, first)),
    )


def left(drawn: Budget, context: Context) -> LimitsLeft:
    """What the limits leave on `as_of`, without and with an extension."""
    state, day, own = drawn.state, context.as_of, context.fresh()
    in_force = drawn.running
    extended = in_force is not None and in_force.period.extension_on(day) is not None
    planned = _Planned(drawn, day, own, extended=extended)
    further: tuple[LimitPlan, ...] = ()
    if state.length is not None and state.length.extended is not None and not extended:
        further = _Planned(drawn, day, own, extended=True).limits(moved=True)
    return LimitsLeft(
        id=state.id,
        clause=state.clause,
        title=state.title,
        limits=planned.limits(),
        extended=further,
        times=planned.times(),
        gap=planned.gap(),
        running=running(drawn),
        grounds=joined(each.grounds for each in drawn.drawn) | own.grounds(),
    )


def running(drawn: Budget) -> OngoingPeriod | None:
    """The ongoing period with the first day beyond each limit; None if there is none, or it was not
    permitted.
    """
    found = drawn.running
    first = found.first_break if found else None
    if found is None or first is None:
        return None
    breaks = (b for b in found.breaks if b.limit and not b.by_beginning)
    return OngoingPeriod(
        notice=found.period.name,
        since=found.period.start,
        last_allowed=first.last_allowed,
        breaks=tuple(Breaking(b.days, b.limit.window, b.on) for b in breaks if b.limit),
    )


class _Planned:
    """A new period from `start` on under each limit. Of a notice on its way no day counts, which
    depends on the readings of its start.
    """

    def __init__(self, drawn: Budget, start: date, context: Context, *, extended: bool) -> None:
        context.choices.count(drawn.spells.on_the_way(context.as_of, context.as_of))
        state = self._state = drawn.state
        self._start, self._context, self._extended = start, context, extended
        self._limits = Limits(state, drawn.proper, context.as_of)
        # Without an ongoing period the days are counted as for those that were.
        settled = drawn.running is None and drawn.proper
        self._counted = drawn.limits if settled else self._limits
        on_days = (*([state.length] if state.length else ()), *state.in_windows)
        self._days = [(limit, self._room(limit)) for limit in on_days]
        self._times = [(limit, self._too_often(limit)) for limit in state.times]
        self.begins = [
            *(lacks for _, lacks in self._times),
            *([self._too_soon] if state.apart else ()),
        ]
        in_days = state.length is not None and state.length.counted == "days"
        self.most = self._days[0][1].cap if in_days else _LONGEST

    def _room(self, limit: StateLimit) -> "_Room":
        """The room under a limit on days; other periods in none of its windows are left out."""
        cap = self._counted.cap(limit, self._context, extended=self._extended)
        covered = self._counted.covered(limit, self._context)
        if limit.window is None:
            return _Room(cap, None, covered.since(self._start))
        apart = self._extended and limit.extended is not None and cap == limit.amount
        windows = self._counted.windows(limit, self._context)
        covered = covered.since(limit.window.since(self._start))
        skips = windows.slide and limit.counted == "days"
        return _Room(cap, windows, covered, limit.amount if apart else None, skips)

    def limits(self, *, moved: bool = False) -> tuple[LimitPlan, ...]:
        """Each limit on days on the first day; with `moved`, only those an extension changes."""
        return tuple(self._plan(*each) for each in self._days if each[0].extended or not moved)

    def _plan(self, limit: StateLimit, room: "_Room") -> LimitPlan:
        start = self._start
        if limit.window is None:
            used = room.covered.count(room.since(start)(start), start)
        else:
            used = self._counted.used(limit, start, self._context)
        most = room.cap if room.counted is None else self.most
        longest = room.longest(start, most if limit.counted == "days" else _LONGEST)
        return LimitPlan(
            days=room.cap,
            window=limit.window,
            since=room.windows.since(start) if room.windows else None,
            used=used,
            left=max(0, room.cap - used),
            longest=longest,
            breaks_on=start + longest * _ONE,
        )

    def _too_often(self, limit: StateLimit) -> Lacks:
        """A limit on the number of periods; one that joins another is not a new one."""
        limits, context = self._limits, self._context
        windows = limits.windows(limit, context)

        def lacks(start: date, days: int) -> int:
            if any(each.end == start for each in limits.intervals):
                return 0
            last = start if limit.counted == "begun" else start + (days - 1) * _ONE
            # The fullest window with the new period is that of its first day or of a later one's.
            later = (each.start for each in limits.intervals if each.start > start)
            days_to_check = [start, *(day for day in later if windows.since(day) <= last)]
            return max(limits.times(limit, day, context) >= limit.amount for day in days_to_check)

        return lacks

    def _too_soon(self, start: date, days: int) -> int:
        """The time required between two periods."""
        limits, context = self._limits, self._context
        before, after = limits.before(start), limits.after(start)
        soon = before is not None and start < limits.free(before.last, context)
        end = start + (days - 1) * _ONE
        return soon or (after is not None and after.start < limits.free(end, context))

    def times(self) -> tuple[TimesPlan, ...]:
        """Each limit on the number of periods, on the first day."""
        return tuple(self._times_plan(*each) for each in self._times)

    def _times_plan(self, limit: StateLimit, lacks: Lacks) -> TimesPlan:
        start = self._start
        used = self._limits.times(limit, start, self._context)
        return TimesPlan(
            times=limit.amount,
            window=limit.window or Span(1),
            since=self._limits.windows(limit, self._context).since(start),
            used=used,
            left=max(0, limit.amount - used),
            earliest=_earliest([lacks], 1, start) or start,
        )

    def gap(self) -> GapPlan | None:
        """The time required after the period before, on the first day."""
        if self._state.apart is None:
            return None
        before = self._limits.before(self._start)
        free = _earliest([self._too_soon], 1, self._start) or self._start
        return GapPlan(str(self._state.apart), before.last if before else None, free)

    def earliest(self, days: int) -> date | None:
        """The first day from which it may last N days; None if it never may."""
        start, rooms = self._start, [room for _, room in self._days]
        if any(
            _earliest([room.lacks], days, start, room.farthest(start)) is None for room in rooms
        ):
            return None
        return _earliest([*(room.lacks for room in rooms), *self.begins], days, start)


@record
class _Room:
    """At most `cap` days in the window of any day, or in a row if `windows` is None; of a new
    period, only the first `counted` count.

    `counted` is None where all of them do. `covered` are the days of other periods. `skips`: a day
    later, its windows hold at most one day fewer.
    """

    cap: int
    windows: Windows | None
    covered: DaysCovered
    counted: int | None = None
    skips: bool = False

    def farthest(self, start: date) -> timedelta:
        """How far after `start` a new period fits that fits at all."""
        last = max((period.end for period in self.covered), default=start)
        days = self.windows.span.fewest_days if self.windows else self.cap
        return max(last - start, timedelta(0)) + 3 * days * _ONE

    def since(self, start: date) -> Callable[[date], date]:
        """The first day of the window of a day, or of the days in a row with a new period."""
        if self.windows is not None:
            return self.windows.since
        joined = (p.start for p in self.covered if p.start < start <= p.end)
        first = next(joined, start)
        return lambda _: first

    def longest(self, start: date, most: int) -> int:
        """How many days a new period may last from `start`, no more than `most`."""
        if any(period.end > start for period in self.covered):
            return _longest(self.lacks, start, most)
        held = self._held(start, date.max)
        found = (first_over(held, self.cap, start) - start).days
        return most if self.counted is not None and found >= self.counted else min(found, most)

    def lacks(self, start: date, days: int) -> int:
        """As in `Lacks`."""
        end = start + (days if self.counted is None else min(days, self.counted)) * _ONE
        slides = self.windows is None or self.windows.slide
        for period in self.covered if slides else ():
            if period.start < end and start < period.end:
                return (period.end - start).days
        held, since = self._held(start, end), self.since(start)
        later = [p for p in self.covered if p.end > end and (self.windows or p.start == end)]
        for first, over in ((start, end), *((max(p.start, end), p.end) for p in later)):
            day = first
            while day < over and since(day) < end:
                if (excess := held(day) - self.cap) > 0:
                    return excess if self.skips else 1
                day += _ONE
        return 0

    def _held(self, start: date, end: date) -> Callable[[date], int]:
        """How many days the window of a day holds with a new period."""
        covered, since = self.covered, self.since(start)

        def held(day: date) -> int:
            window, until = since(day), day + _ONE
            first, last = max(start, window), min(end, until)
            own = 0
            if first < last:
                own = covered.count(first, last) - covered.before(last) + covered.before(first)
            return own + covered.before(until) - covered.before(window)

        return held


def _longest(lacks: Lacks, start: date, most: int) -> int:
    """How many days a new period may last from `start`, no more than `most`."""
    return bisect_left(range(1, most + 1), True, key=lambda n: lacks(start, n) > 0)


def _earliest(
    every: Sequence[Lacks], days: int, start: date, within: timedelta = _FARTHEST
) -> date | None:
    """The first day from `start` on from which nothing is lacking for N days; None if there is none
    so soon.
    """
    day = start
    while day - start <= within:
        lacking = max(lacks(day, days) for lacks in every)
        if not lacking:
            return day
        day += lacking * _ONE
    return None


def _trace(
    state: StateTerms,
    limits: tuple[LimitPlan, ...],
    times: tuple[TimesPlan, ...],
    gap: GapPlan | None,
    start: date,
    days: int | None,
    found: date | None,
) -> Iterator[Step]:
    clause = state.clause
    yield Step(f"the first day of the planned {state.called}", clause, start)
    for each in limits:
        of = "one period" if each.window is None else f"any {each.window}"
        says = f"at most {each.days} in {of}: {each.used} used, {each.left} left; would break"
        yield Step(says, clause, each.breaks_on)
    for often in times:
        says = f"at most {often.times} times in any {often.window}: {often.used} used, "
        yield Step(f"{says}{often.left} left; may begin", clause, often.earliest)
    if gap is not None:
        after = f", {gap.last}" if gap.last else ""
        says = f"at least {gap.apart} after the last day of the one before{after}"
        yield Step(f"{says}; may begin", clause, gap.earliest)
    if days is not None and found is None:
        yield Step(f"one limit never allows {days} days", clause)
    elif days is not None:
        says = f"the earliest first day of {days} days; the last is {days - 1} days later"
        yield Step(says, clause, found)
