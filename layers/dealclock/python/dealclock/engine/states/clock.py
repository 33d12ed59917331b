"""The clock of an obligation that a state stops.

    opens             5 Business Days          not done
    ---|----1-----2-----3-----4-----5|---------------->
       not counted                   the last day

A state that begins inside the period stops the clock at the days already counted. If it ends with
the obligation still open, the days left are counted, or all of them again, or the clock never
stopped, as the terms say. So they do whether its first day and the first day after it are counted.
Days beyond a limit of the state stop nothing, if the terms say that they are a failure themselves.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import date

from dealclock.days import day_words
from dealclock.engine.context import ONE, Context, question
from dealclock.engine.day import DayValue, Instance
from dealclock.engine.states.budget import Budget, Drawn, budget
from dealclock.engine.why import NOTHING, Step, Why
from dealclock.errors import DealclockError
from dealclock.records import record
from dealclock.terms.general.obligation import ObligationTerms, StopTerms
from dealclock.terms.general.state import StateTerms
from dealclock.terms.rules.rule import Period, unit_name
from dealclock.terms.rules.suspensions import TimeToCure

_IN_DAYS = ("days", "business days", "trading days")


@record
class ClockStop:
    """A period that stops a clock: from and including `start` to but excluding `until`.

    `until` is None while it is ongoing. `overdrawn`: it ends because its days ran out.
    """

    state: StateTerms
    start: date
    until: date | None
    why: Why
    overdrawn: bool = False


class ClockStops:
    """The periods of a state that may stop a clock, by day."""

    def __init__(self, budget: Budget | None) -> None:
        self._budget = budget
        drawn = budget.drawn if budget else ()
        self._drawn: Sequence[Drawn] = [d for d in drawn if d.period.improper is None]
        self._starts = [d.period.start for d in self._drawn]

    def find(self, opened: date, due: date, context: Context) -> ClockStop | None:
        """The stop in effect when a clock starts, or the first that begins by `due`; None if none.

        If a notice was on its way at that time, the result depends on the readings of its start.
        """
        if self._budget is None:
            return None
        context.choices.count(self._budget.spells.on_the_way(opened, due))
        first = max(0, bisect_right(self._starts, opened) - 1)
        for drawn in self._drawn[first : bisect_right(self._starts, due)]:
            start, over = drawn.period.start, drawn.period.over
            if start < opened and over is not None and over <= opened:
                continue
            for stop in _stops(self._budget.state, drawn, context):
                covers = stop.start <= opened and (stop.until is None or opened < stop.until)
                if covers or opened <= stop.start <= due:
                    return stop
        return None


@question
def stops(context: Context, state: str | None, of: str) -> ClockStops:
    """The periods of a state, or of the status `of` a lot or Holder, that may stop a clock; none if
    the terms have no such state.
    """
    found = context.terms.states.get(state or "")
    return ClockStops(budget(context, found, of) if found else None)


def _stops(state: StateTerms, drawn: Drawn, context: Context) -> Iterator[ClockStop]:
    period, excess = drawn.period, drawn.excess(context)
    if excess is None or context.pick(state.excess) == "none":
        yield ClockStop(state, period.start, period.over, drawn.why)
        return
    if period.start < excess:
        yield ClockStop(state, period.start, excess, drawn.why, overdrawn=True)
    if drawn.again is not None and context.has_come(drawn.again[0]):
        again, end = drawn.again
        overdrawn = period.over is None or end < period.over
        last = period.over
        if overdrawn:
            last = end if context.has_come(end) else None
        yield ClockStop(state, again, last, drawn.why, overdrawn=overdrawn)


@record
class ClockRun:
    """The end of a clock: its last day `due`, None while a state stops it.

    `began` is the first day without a stop. `stopped` is what stops it now; `would_be` is the last
    day if that had ended on the as-of day, or on the day it was done; None if no day is left to
    count. `left` is the number of days that remained when the clock stopped.
    """

    due: date | None
    began: date
    why: Why
    stopped: ClockStop | None = None
    would_be: date | None = None
    left: int | None = None

    def notes(self, due: date, as_of: date) -> tuple[str, ...]:
        """A note on what stops it now; none if nothing does."""
        if self.stopped is None:
            return ()
        begun = day_words.day(self.stopped.start)
        lasts = f"not running while the {self.stopped.state.title} of {begun} lasts"
        return (f"{lasts}; if it ended on {day_words.day(as_of)}, due {day_words.day(due)}",)


@record
class Clock:
    """A period, of zero days or more, and how a state stops it; `clause` is its Section."""

    period: Period
    clause: str
    by: StopTerms

    def run(
        self, opened: date, last: date, done: date | None, stops: ClockStops, context: Context
    ) -> ClockRun:
        """The run of the clock that an event of the day `opened` starts, done on a day or not yet,
        whose `last` day it is if nothing stops it; its steps begin with what first stops it. Under
        amended terms, no last day is before they took effect.
        """
        due = context.not_before(last)
        trace: list[Step] = []
        since, used, grounds = opened, 0, NOTHING
        began = free = opened
        while stop := stops.find(free, due, context):
            then = context.pick(self.by.then)
            if (then == "none" and stop.start > opened) or (done is not None and done < stop.start):
                break
            grounds |= stop.why
            says = f"a {stop.state.title} stops the clock"
            trace.append(Step(says, stop.state.clause, stop.start))
            used = 0 if then == "fresh" else used + self._used(since, stop.start, context)
            left = max(0, self.period.count - used)
            if stop.until is None or (done is not None and done <= stop.until):
                rest = self._rest(stop, done or context.as_of, left, opened, context)
                trace.append(rest)
                why = grounds.with_steps(tuple(trace))
                return ClockRun(None, began, why, stop, rest.day, left)
            free = stop.until
            if stop.start <= began:
                began = free
            step = self._rest(stop, free, left, opened, context)
            trace.append(step)
            since = self._counted_from(free, stop, opened, context)
            due = context.not_before(step.day or free)
            if due == free:
                break
        return ClockRun(due, began, grounds.with_steps(tuple(trace)))

    def _rest(
        self, stop: ClockStop, until: date, left: int, opened: date, context: Context
    ) -> Step:
        """The last day, counting the days left from the end of the stop; if it is ongoing, as if it
        ended on `until`.
        """
        if stop.until != until:
            ended = f"if it ended on {day_words.day(until)}"
        else:
            ended = f"after it {'ran beyond its allowance' if stop.overdrawn else 'ended'}"
        if left == 0:
            return Step(f"no {unit_name(self.period)} is left {ended}", self.clause, until)
        first = self._counted_from(until, stop, opened, context)
        rest = context.after(first, self.period, left)
        counted = ", that day counted" if first < until else ""
        says = f"{left} left {ended}{counted}{context.chosen(self.by.then)}: the last day"
        return Step(says, self.clause, rest.result, rest)

    def _used(self, since: date, begun: date, context: Context) -> int:
        """The days counted after `since` until a state that began stopped the clock."""
        used = context.passed(self.period, since, begun)
        if used <= 0:
            return 0
        days = self.period.unit == "days"
        counts = days or context.open_days(self.period).is_open(begun)
        return used - (counts and context.pick(self.by.first_day) == "not counted")

    def _counted_from(self, until: date, stop: ClockStop, opened: date, context: Context) -> date:
        """The day from which the days left are counted, that day excluded."""
        # The day that opened it, or the first of the state, is not the first day after the state.
        is_after = until > stop.start and until > opened
        counted = is_after and context.pick(self.by.day_after) == "counted"
        # If the trigger day is INCLUDED, every count already includes it.
        return until - ONE if counted and not context.includes_first(self.period) else until


def run_of(
    value: DayValue,
    opens: date,
    done: date | None,
    rule: ObligationTerms,
    instance: Instance,
    context: Context,
) -> ClockRun:
    """The run of the clock of an instance to a last day, done on a day or not yet. A number of
    days, Business Days or trading days after a Day starts on that Day; any other last day is a
    number of calendar days after the day `opens`.
    """
    by, last = rule.stopped_by, value.day
    if by is None or last is None:
        raise DealclockError(
            f"{rule.id} has no clock that a state stops; give it stopped by and due."
        )
    while value.operator == "if":
        value = value.parts[-1]
    period, started = value.period, opens
    if value.operator == "after" and period is not None and value.count is not None:
        started = value.count.start
    if value.operator != "after" or period is None or period.unit not in _IN_DAYS:
        period = TimeToCure(count=max(0, (last - started).days), unit="days")
    of = instance.named(context.terms.states[by.state].of)
    clock = Clock(period, rule.clause, by)
    return clock.run(started, last, done, stops(context, by.state, of), context)
