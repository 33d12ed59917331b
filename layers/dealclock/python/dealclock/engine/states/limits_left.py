"""What the limits of a state leave a new period: how long it may last from a day, and the first day
from which it may last that long.

A new period is limited by the days in every window with a day of it, and by the length of one
period, including a period it joins; by the number of periods in a window, and by the time after the
one before. An ongoing period is assumed to end on `as_of`; its own window shows how long it may
continue.
"""

from collections.abc import Iterator
from datetime import date, timedelta

from dealclock.days.intervals import Span
from dealclock.engine.context import ONE, Context
from dealclock.engine.states.budget import Budget, Drawn, budget
from dealclock.engine.states.limits import LONGEST, Limits
from dealclock.engine.why import Step, Why, joined
from dealclock.errors import DealclockError
from dealclock.facts.log import EffectiveFact
from dealclock.records import record
from dealclock.terms.general.state import StateLimit, StateTerms
from dealclock.terms.rules.rule import Rule
from dealclock.terms.spellings import expand


@record
class LimitPlan:
    """One limit on the first day: days `used` and `left` in its window before the new period.

    `window` and its first day, `since`, are None for the limit on one period's length. This limit
    allows the new period `longest` days; `breaks_on` is the first day beyond it, which is the first
    day itself if nothing is left.
    """

    days: int
    window: Span | None
    since: date | None
    used: int
    left: int
    longest: int
    breaks_on: date


@record
class TimesPlan:
    """The limit on the number of periods in a window, on the first day: `used` and `left` before
    it.

    `earliest` is the first day, that day or later, on which all limits allow another to begin.
    """

    times: int
    window: Span
    since: date
    used: int
    left: int
    earliest: date


@record
class GapPlan:
    """The required gap between two periods: `apart`, in words, after `last`, the last day of the
    one before.

    `last` is None if there is none before. `earliest` is as in `TimesPlan`.
    """

    apart: str
    last: date | None
    earliest: date


@record
class LimitsLeft:
    """What each limit of a state leaves a new period from `start`: `longest` days, zero if none may
    begin; and the first day from which they allow `days`.

    `extended` are the limits that an extension changes, as extended; empty if none extends it, or
    if `limits` are as extended. `running` is the ongoing period, None if it was not permitted.
    `on_its_way` is the first notice sent and not yet in effect, of which no day is counted.
    `earliest` is None if `days` are never allowed, or if no number of days was given.
    """

    id: str
    clause: str
    title: str
    called: str
    start: date
    days: int | None
    limits: tuple[LimitPlan, ...]
    extended: tuple[LimitPlan, ...]
    times: tuple[TimesPlan, ...]
    gap: GapPlan | None
    longest: int
    earliest: date | None
    running: Drawn | None
    on_its_way: EffectiveFact | None
    why: Why

    @property
    def is_drawn_on(self) -> bool:
        """Whether any days or periods are used, or a period is ongoing."""
        used = any(each.used for each in self.limits) or any(each.used for each in self.times)
        return self.running is not None or used

    @property
    def allowed(self) -> bool | None:
        """Whether `days` are allowed; None if no number was given."""
        return None if self.days is None else self.days <= self.longest

    @property
    def longest_through(self) -> date | None:
        """The last day of the longest new period; None if none may begin."""
        return self.start + timedelta(days=self.longest - 1) if self.longest else None

    @property
    def trace(self) -> tuple[Step, ...]:
        """What each limit leaves, and the first day found."""
        return tuple(self._steps())

    def _steps(self) -> Iterator[Step]:
        clause = self.clause
        yield Step(f"the first day of the planned {self.called}", clause, self.start)
        for each in self.limits:
            of = "one period" if each.window is None else f"any {each.window}"
            says = f"at most {each.days} in {of}: {each.used} used, {each.left} left; would break"
            yield Step(says, clause, each.breaks_on)
        for often in self.times:
            says = f"at most {often.times} times in any {often.window}: {often.used} used, "
            yield Step(f"{says}{often.left} left; may begin", clause, often.earliest)
        if self.gap is not None:
            after = f", {self.gap.last}" if self.gap.last else ""
            says = f"at least {self.gap.apart} after the last day of the one before{after}"
            yield Step(f"{says}; may begin", clause, self.gap.earliest)
        if self.days is not None and self.earliest is None:
            yield Step(f"one limit never allows {self.days} days", clause)
        elif self.days is not None:
            days, last = self.days, self.days - 1
            says = f"the earliest first day of {days} days; the last is {last} days later"
            yield Step(says, clause, self.earliest)


def plan(
    rule: Rule, start: date, days: int | None, context: Context, *, material: bool
) -> LimitsLeft:
    """What the limits of `rule` leave from a day; `material` is for a period that may be
    extended.
    """
    state = expand(rule)
    if not isinstance(state, StateTerms):
        raise DealclockError(f"{rule.id} is a {rule.type}, which has no limits; name a state.")
    return left(budget(context.fresh(), state, ""), context, start, days, extended=material)


def left(
    drawn: Budget,
    context: Context,
    start: date | None = None,
    days: int | None = None,
    *,
    extended: bool | None = None,
) -> LimitsLeft:
    """What the limits leave from `start`, by default the day `as_of`; extended or not, or where
    that is not given, both, unless the ongoing period is extended already.
    """
    state, today, own = drawn.state, context.as_of, context.fresh()
    own.choices.count(drawn.spells.on_the_way(today, today))
    limits, running, first = Limits(state, drawn.proper, today), drawn.running, start or today
    on_days = (*([state.length] if state.length else ()), *state.in_windows)
    raised = extended is True
    if extended is None and running is not None:
        raised = running.period.extension_on(today) is not None
    further = on_days if extended is None and state.extension and not raised else ()
    beginning = (*state.times, *([None] if state.apart else ()))

    def breaks_on(limit: StateLimit | None, day: date, *, another: bool = False) -> date:
        return limits.breaks_on(limit, day, own, extended=raised, another=another)

    def plan_of(limit: StateLimit, *, extended: bool) -> LimitPlan:
        cap, used = limits.cap(limit, own, extended=extended), limits.used(limit, first, own)
        since = limits.windows(limit, own)(first) if limit.window else None
        longest = (limits.breaks_on(limit, first, own, extended=extended) - first).days
        if limit.counted == "days":
            longest = min(longest, limit.extended or cap if extended else cap)
        on = first + longest * ONE
        return LimitPlan(cap, limit.window, since, used, max(0, cap - used), longest, on)

    def first_day(days: int = 1, *, another: bool = False) -> date | None:
        """The first day from which the limits allow N days; None if none within a few windows."""
        for n in range(limits.reach(first)):
            day = first + n * ONE
            end = day + days * ONE
            if all(breaks_on(each, day, another=another) >= end for each in (*on_days, *beginning)):
                return day
        return None

    def times_of(limit: StateLimit) -> TimesPlan:
        used, since = limits.times(limit, first, own), limits.windows(limit, own)(first)
        left = max(0, limit.amount - used)
        return TimesPlan(limit.amount, limit.window or Span(1), since, used, left, next_from)

    on_each_day = tuple(plan_of(each, extended=raised) for each in on_days)
    may_last = ((breaks_on(each, first) - first).days for each in beginning)
    next_from = (first_day(another=True) if beginning else None) or first
    before, _ = limits.around(first)
    last = before.last if before else None
    still = drawn.spells.still
    return LimitsLeft(
        id=state.id,
        clause=state.clause,
        title=state.title,
        called=state.called,
        start=first,
        days=days,
        limits=on_each_day,
        extended=tuple(plan_of(each, extended=True) for each in further if each.extended),
        times=tuple(map(times_of, state.times)),
        gap=GapPlan(str(state.apart), last, next_from) if state.apart else None,
        longest=min([LONGEST, *(each.longest for each in on_each_day), *may_last]),
        earliest=first_day(days) if days else None,
        running=running,
        on_its_way=still[0] if still else None,
        why=joined(each.why for each in drawn.drawn) | own.why(*(still if start else ())),
    )
