"""Plan a suspension: how long it may last from a day, and the first day from which it may last that
long.

A new period is limited by the suspended days in every window with a day of it, and by the length of
one period, including a period it joins; by the number of periods in a window, and by the gap after
the one before. An ongoing period is assumed to end on `as_of`; its own window shows how long it may
continue. An assessment reports the same for its own day.
"""

from collections.abc import Iterator
from datetime import date, timedelta

from dealclock.agreement.rules.suspensions import DayBudget, InAny
from dealclock.days.intervals import Limit
from dealclock.engine.context import Context
from dealclock.engine.grounds import Grounds, Step, joined
from dealclock.engine.suspension.allowance import Allowance
from dealclock.engine.suspension.limits_left import (
    Breaking,
    GapPlan,
    LimitPlan,
    LimitsLeft,
    OngoingPeriod,
    TimesPlan,
)
from dealclock.engine.suspension.part import budget
from dealclock.engine.suspension.starting import (
    Gap,
    InWindows,
    Rolling,
    Room,
    Starting,
    Times,
    earliest_of_all,
)
from dealclock.engine.suspension.usage import Budget
from dealclock.facts.log import EffectiveFact
from dealclock.records import record


@record
class Plan:
    """The days a budget allows a new period from `start`, and the first day from which it allows
    `days`.

    `longest` is zero if none may begin. `on_its_way` is the first notice sent and not yet in
    effect, of whose suspension no day is counted. `earliest` is None if `days` are never allowed;
    both `earliest` and `allowed` are None if no number of days was given.
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


def plan(
    rule: DayBudget, start: date, days: int | None, context: Context, *, material: bool
) -> Plan:
    """The plan under the budget of `rule`; `material` is for a period that may be extended."""
    drawn = budget(rule, context)
    waiting = drawn.on_the_way.still
    planned = _PlannedPeriod(rule, _allowance(drawn, context), start, context, material=material)
    beginning = _Beginning(drawn, start, context)
    limits = tuple(planned.limits(start))
    most = beginning.longest(min(limit.longest for limit in limits))
    rooms = [*planned.rooms, *beginning.rooms]
    earliest = None
    if days is not None and days <= planned.most:
        earliest = earliest_of_all(rooms, days, start)
    return Plan(
        clause=rule.clause,
        start=start,
        days=days,
        material=material,
        limits=limits,
        times=beginning.times,
        gap=beginning.gap,
        longest=most,
        allowed=None if days is None else days <= most,
        earliest=earliest,
        running=running(drawn),
        on_its_way=waiting[0] if waiting else None,
        grounds=_grounds(drawn) | context.grounds(*waiting),
        trace=tuple(_trace(rule, limits, beginning, start, days, earliest)),
    )


def left(drawn: Budget, context: Context) -> LimitsLeft:
    """The days a budget leaves on `as_of`, without and with an extension."""
    rule, day = drawn.rule, context.as_of
    own = context.fresh()
    allowance, in_force = _allowance(drawn, own), drawn.running
    extended = in_force is not None and in_force.period.extension_on(day) is not None
    more: tuple[LimitPlan, ...] = ()
    if rule.extended_days is not None and not extended:
        further = _PlannedPeriod(rule, allowance, day, own, material=True)
        more = tuple(further.limits(day, moved=True))
    beginning = _Beginning(drawn, day, own)
    return LimitsLeft(
        id=rule.id,
        clause=rule.clause,
        title=rule.title,
        limits=tuple(_PlannedPeriod(rule, allowance, day, own, material=extended).limits(day)),
        extended=more,
        times=beginning.times,
        gap=beginning.gap,
        running=running(drawn),
        grounds=_grounds(drawn) | own.grounds(),
    )


def running(drawn: Budget) -> OngoingPeriod | None:
    """The ongoing period with the first day beyond each limit; None if there is none, or it was not
    permitted.
    """
    found = drawn.running
    if found is None or found.length is None or found.first_break is None:
        return None
    windows = (Breaking(b.days, b.limit.window, b.on) for b in found.windows)
    return OngoingPeriod(
        notice=found.period.name,
        since=found.period.start,
        last_allowed=found.first_break.last_allowed,
        breaks=(Breaking(found.length.days, None, found.length.on), *windows),
    )


def _grounds(drawn: Budget) -> Grounds:
    return joined(each.grounds for each in drawn.drawn)


def _allowance(drawn: Budget, context: Context) -> Allowance:
    """The allowance of the limits if an ongoing period ends on `as_of`; of a notice on its way, no
    day counts, which depends on the readings of its start.
    """
    context.choices.consulted |= drawn.on_the_way.between(context.as_of, context.as_of)
    found = [d.period for d in drawn.drawn if not d.period.improper]
    if found and drawn.running is None:
        return drawn.allowance
    return Allowance(drawn.rule, found, context.as_of)


class _PlannedPeriod:
    """The limits on a new period from `start` on. Days before all of its windows are left out.

    `most` is the most days one period may have.
    """

    def __init__(
        self,
        rule: DayBudget,
        allowance: Allowance,
        start: date,
        context: Context,
        *,
        material: bool,
    ) -> None:
        self._choices = context.choices
        self._material = material
        self._allowance = allowance
        self.most = rule.extended_days if material and rule.extended_days else rule.limit_days
        self._start = start
        self._all = allowance.all_days.since(start - timedelta(days=self.most))
        self._length = Rolling(self._all, Limit(self.most, self.most + 1))
        self._in_any = rule.in_any

    @property
    def rooms(self) -> list[Room]:
        """The room under each limit, starting with the limit on the period's own length."""
        return [self._length, *map(self._room, self._in_any)]

    def limits(self, start: date, *, moved: bool = False) -> Iterator[LimitPlan]:
        """Each limit on the day a new period is to start; with `moved`, only those an extension
        changes.
        """
        most, own = self.most, self._length
        joined = self._joined(start)
        longest = own.longest(start, most)
        breaks_on = start + timedelta(days=longest)
        yield LimitPlan(most, None, None, joined, max(0, most - joined), longest, breaks_on)
        for limit in self._in_any:
            if moved and limit.extended_days is None:
                continue
            room = self._room(limit)
            used = self._allowance.used(limit, start, self._choices)
            days = room.limit.days if isinstance(room, Rolling) else room.days
            runs = room.longest(start, days if room.counted is None else most)
            yield LimitPlan(
                days,
                limit.window,
                self._allowance.windows(limit, self._choices).since(start),
                used,
                max(0, days - used),
                runs,
                start + timedelta(days=runs),
            )

    def _joined(self, start: date) -> int:
        """The number of days of the period that a new one on `start` would join."""
        before = [p for p in self._all if p.start < start <= p.end]
        return (start - before[0].start).days if before else 0

    def _room(self, limit: InAny) -> Rolling | InWindows:
        choices = self._choices
        cap = self._allowance.cap(limit, choices, extended=self._material)
        # No window of the new period begins before the window of its first day.
        periods = self._allowance.covered(limit, choices).since(limit.window.since(self._start))
        apart = (
            self._material
            and limit.extended_days is not None
            and choices["extension-cap"] == "STRICT"
        )
        counted = limit.days if apart else None
        windows = self._allowance.windows(limit, choices)
        if windows.slide:
            return Rolling(periods, Limit(cap, limit.window.count), counted)
        return InWindows(periods, cap, windows, counted)


class _Beginning:
    """When a new period may begin, from `start` on: the number allowed in a window, and the gap
    after another.

    An ongoing period is assumed to end on `as_of`.
    """

    def __init__(self, drawn: Budget, start: date, context: Context) -> None:
        found = [d.period for d in drawn.drawn if not d.period.improper]
        starting = Starting(drawn.rule, found, context.as_of)
        self._start = start
        self._times = starting.times(context.choices)
        self._gap = starting.gap(context)
        self.times = tuple(self._plan(each) for each in self._times)
        self.gap = self._gap_plan(self._gap) if self._gap else None

    @property
    def rooms(self) -> list[Room]:
        """The room under each of these limits."""
        return [*self._times, *((self._gap,) if self._gap else ())]

    def longest(self, most: int) -> int:
        """The days a new period may last from `start`, at most `most`; zero if it may not begin."""
        return min((room.longest(self._start, most) for room in self.rooms), default=most)

    def _plan(self, each: Times) -> TimesPlan:
        used, most = each.used(self._start), each.limit.times
        return TimesPlan(
            times=most,
            window=each.limit.window,
            since=each.windows.since(self._start),
            used=used,
            left=max(0, most - used),
            earliest=each.earliest(1, self._start),
        )

    def _gap_plan(self, gap: Gap) -> GapPlan:
        before = gap.before(self._start)
        last = before.last if before else None
        return GapPlan(str(gap.apart), last, gap.earliest(1, self._start))


def _trace(
    rule: DayBudget,
    limits: tuple[LimitPlan, ...],
    beginning: _Beginning,
    start: date,
    days: int | None,
    earliest: date | None,
) -> Iterator[Step]:
    yield Step("the first day of the planned suspension", rule.clause, start)
    for each in limits:
        of = "one period" if each.window is None else f"any {each.window}"
        says = f"at most {each.days} in {of}: {each.used} used, {each.left} left; would break"
        yield Step(says, rule.clause, each.breaks_on)
    for often in beginning.times:
        says = f"at most {often.times} times in any {often.window}: {often.used} used, "
        yield Step(f"{says}{often.left} left; may begin", rule.clause, often.earliest)
    if beginning.gap is not None:
        after = f", {beginning.gap.last}" if beginning.gap.last else ""
        says = f"at least {beginning.gap.apart} after the last day of the one before{after}"
        yield Step(f"{says}; may begin", rule.clause, beginning.gap.earliest)
    if days is None:
        return
    if earliest is None:
        yield Step(f"one limit never allows {days} days", rule.clause)
    else:
        says = f"the earliest first day of {days} days; the last is {days - 1} days later"
        yield Step(says, rule.clause, earliest)
