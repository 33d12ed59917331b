"""The first day on which a period of a state exceeds each limit, if it continues.

A limit counts days of the state in the window of a day: of the period's own days, the days so far;
otherwise the last N days or months, or the day's block of them. A limit is exceeded on the first
day whose window holds too many. Later events cannot move that day, but for an extension.

rolling   the days up to and including the day, N days or months in all
blocks    the days of its block up to and including it; the first block begins on the first day in
          force, each next one where the last ends

One that may not begin, because there were too many or the one before was too recent, is beyond the
limit on its first day, and none of its days is allowed.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from functools import partial
from itertools import chain, pairwise

from dealclock.days.calendars import Calendar
from dealclock.days.intervals import DayInterval, DaysCovered, Span, without
from dealclock.days.markets import NEW_YORK_STOCK_EXCHANGE
from dealclock.engine.context import ONE, Context
from dealclock.engine.day import Instance, day_of
from dealclock.engine.states.occurrences import StatePeriod
from dealclock.records import record
from dealclock.terms.general.state import StateLimit, StateTerms

_YEAR = 366
LONGEST = 3660
"""The longest period looked for where the terms limit none."""
Held = Callable[[date, date | None], int]
"""How many counted days the window of a day holds if a period lasts through it; with a later day,
how many the window of that day holds then.
"""


@record
class Break:
    """The first day of a period beyond a limit of `days`; `limit` is None for the time apart.

    `later` is the day with extensions that were given after the limit was already exceeded. Days
    before `since` do not affect it, if given. `by_beginning` says why it may not begin, if so.
    `counted` is the last allowed day as counted, if an amendment took effect after it.
    """

    limit: StateLimit | None
    days: int
    on: date
    since: date | None = None
    later: date | None = None
    by_beginning: str = ""
    counted: date | None = None

    @property
    def last_allowed(self) -> date:
        """The last day within the limit."""
        return self.on - ONE

    @property
    def window(self) -> Span | None:
        """The window of its limit; None for the length of one period, or the time apart."""
        return self.limit.window if self.limit else None

    @property
    def of_length(self) -> bool:
        """Whether it is of the limit on one period."""
        return self.limit is not None and self.limit.window is None


class Limits:
    """What the limits of a state count, and allow each of its periods.

    `periods` are in order, those permitted only; an ongoing one counts up to but excluding `end`.
    """

    def __init__(self, state: StateTerms, periods: Sequence[StatePeriod], end: date) -> None:
        self.state = state
        self.intervals = [period.days(end) for period in periods]
        self._periods = periods
        self._anchor = periods[0].first if periods else end
        self._firsts = [days.start for days in self.intervals]
        self._ends = [days.end for days in self.intervals]
        self._extended = any(period.extended_by for period in periods)
        self._covered: dict[object, DaysCovered] = {}

    def windows(self, limit: StateLimit, context: Context) -> Callable[[date], date]:
        """The first day of the window of a day, or of the days in a row that last until it."""
        span, anchor = limit.window, self._anchor
        if span is None:
            return self._joined
        if context.pick(limit.windows) != "blocks":
            return span.since
        if limit.blocks_from is not None:
            anchor = day_of(context, limit.blocks_from, Instance(self.state.id)).day or anchor
        return partial(span.block, anchor)

    def _joined(self, day: date) -> date:
        n = bisect_left(self._ends, day)
        return min(day, self.intervals[n].start) if n < len(self.intervals) else day

    def covered(self, limit: StateLimit, context: Context) -> DaysCovered:
        """The days that count against a limit: all, or without the further days of extensions."""
        out = limit if self._leaves_out(limit, context) else None
        calendar = _calendar(limit, context)
        if (out, calendar) not in self._covered:
            outs = (_left_out(period, out) if out else () for period in self._periods)
            each = map(without, self.intervals, outs)
            self._covered[out, calendar] = DaysCovered(chain.from_iterable(each), calendar)
        return self._covered[out, calendar]

    def used(self, limit: StateLimit, day: date, context: Context) -> int:
        """The number of counted days in the window of `day`, that day included."""
        covered = self.covered(limit, context)
        return covered.before(day + ONE) - covered.before(self.windows(limit, context)(day))

    def cap(self, limit: StateLimit, context: Context, *, extended: bool) -> int:
        """The most that a limit allows, in a window with a day of a period extended or not."""
        if not extended or limit.extended is None:
            return limit.amount
        if limit.window is not None and context.pick(limit.extra_days) == "not counted":
            return limit.amount
        return limit.extended

    def breaks(self, period: StatePeriod, context: Context) -> Iterator[Break]:
        """Where a period exceeds each limit: by beginning, by its length, then in windows."""
        state, day = self.state, period.first
        for limit in state.times:
            if (n := self.times(limit, day, context)) > limit.amount:
                says = (
                    f"{n} {state.called}s in {limit.window}, at most {limit.amount} allowed: none "
                    "from this day"
                )
                yield Break(limit, 0, day, self.windows(limit, context)(day), by_beginning=says)
        for last, day in self._next_to(period) if state.apart else ():
            if day < (free := self.free(last, context)):
                says = (
                    f"begun less than {state.apart} after the last day of the one before, {last}: "
                    f"the next could begin on {free}, and none is allowed from this day"
                )
                yield Break(None, 0, day, last, by_beginning=says)
                break
        for limit in (*([state.length] if state.length else ()), *state.in_windows):
            yield self._break(period, limit, context)

    def _break(self, period: StatePeriod, limit: StateLimit, context: Context) -> Break:
        """The break of one limit; days that exceeded it before an extension was given still exceed
        it in a window.
        """
        outs = list(_left_out(period, limit)) if self._leaves_out(limit, context) else []
        held = self._held(limit, period.first, outs, context)
        windowed, amended = limit.window is not None, context.since or date.min
        short = first_over(held, limit.amount, max(period.first, amended if windowed else date.min))
        on = later = short
        cap = self.cap(limit, context, extended=bool(period.extended_by))
        if cap != limit.amount:
            longer = first_over(held, cap, short)
            later = _first_beyond(period, short, longer)
            on = _first_beyond(period, short, longer, given=windowed)
            extension = self.state.extension
            if on != later and extension and context.pick(extension.given) == "at any time":
                on = later
            cap = cap if on == longer else limit.amount
        if limit.window is None:
            return Break(limit, held(on - ONE, None), on)
        return Break(
            limit, cap, on, limit.window.since(period.first), later if later > on else None
        )

    def breaks_on(
        self,
        limit: StateLimit | None,
        start: date,
        context: Context,
        *,
        extended: bool,
        another: bool = False,
    ) -> date:
        """The first day on which a new period from `start`, extended or not, exceeds a limit, or
        with None is too close to another. It is `start` if it may not begin, and no later than the
        next period. One that joins a period counts as a new one only if it is `another`.
        """
        if limit is None:
            return self._too_soon(start, context)
        if limit.counts_occurrences:
            return self._too_often(limit, start, context, another=another)
        cap, end = self.cap(limit, context, extended=extended), start + LONGEST * ONE
        outs = []
        if extended and limit.extended is not None and cap == limit.amount:
            outs = [DayInterval(start + cap * ONE, end)]
        held = self._held(limit, start, outs, context, new=True)
        day = first_over(held, cap, start, outs[0].start if outs else end)
        day = end if outs and day == outs[0].start else day
        later = [days for days in self.intervals[bisect_right(self._ends, start) :] if days.days]
        if not later:
            return day
        day, since = max(start, min(day, later[0].start)), self.windows(limit, context)
        # Days in a row reach into the next period only, and only if the new one lasts until it.
        for each in later if limit.window else later[:1]:
            for last in (each.start + n * ONE for n in range(each.days)):
                first = max(start, since(last) if limit.window else each.start - ONE)
                if first >= day:
                    return day
                day = first_over(held, cap, first, day, last)
        return day

    def reach(self, start: date) -> int:
        """The number of days from `start` within which a new period fits that fits at all: a few
        windows or years after the others.
        """
        days = [limit.window.fewest_days for limit in self.state.limits if limit.window]
        ended = max([start, *self._ends[-1:]])
        return (ended - start).days + 3 * max([_YEAR, *days])

    def _too_often(
        self, limit: StateLimit, start: date, context: Context, *, another: bool
    ) -> date:
        before, _ = self.around(start)
        if before is not None and before.end == start and not another:
            return date.max  # it joins one, so it is no new one
        if self.times(limit, start, context) >= limit.amount:
            return start
        window = self.windows(limit, context)
        for later in self._firsts[bisect_right(self._firsts, start) :]:
            since = window(later)
            counts = since <= start or limit.counted == "in force"
            if counts and self.times(limit, later, context) >= limit.amount:
                return max(start, since)
        return date.max

    def _too_soon(self, start: date, context: Context) -> date:
        before, after = self.around(start)
        if before is not None and start < self.free(before.last, context):
            return start
        if after is None:
            return date.max
        days = [start + n * ONE for n in range((after.start - start).days)]
        n = bisect_right(days, after.start, key=lambda last: self.free(last, context))
        return start + n * ONE

    def times(self, limit: StateLimit, day: date, context: Context) -> int:
        """The number of periods begun by `day` that count in its window."""
        marks = self._firsts if limit.counted == "begun" else [d.last for d in self.intervals]
        since = self.windows(limit, context)(day)
        return max(0, bisect_right(self._firsts, day) - bisect_left(marks, since))

    def around(self, day: date) -> tuple[DayInterval | None, DayInterval | None]:
        """The last period that was over by `day`, and the first that was not."""
        n = bisect_right(self._ends, day)
        before = self.intervals[n - 1] if n else None
        return before, self.intervals[n] if n < len(self.intervals) else None

    def free(self, last: date, context: Context) -> date:
        """The first day on which a period may begin after one whose last day is `last`."""
        apart = self.state.apart
        if apart is None:
            return last + ONE
        if apart.unit == "days":
            included = context.choices["trigger-day"] == "INCLUDED"
            return last + timedelta(days=apart.count - included)
        return context.after(last, apart).result

    def _held(
        self,
        limit: StateLimit,
        first: date,
        outs: Sequence[DayInterval],
        context: Context,
        *,
        new: bool = False,
    ) -> Held:
        """What windows hold if a period from `first` on lasts, in which `outs` do not count."""
        covered = self.covered(limit, context)
        earlier, joined = covered.before(first), self._joined(first)
        window = limit.window and (new or earlier or outs) and self.windows(limit, context)

        def held(day: date, last: date | None = None) -> int:
            since = window(last or day) if window else joined
            others = earlier if last is None else covered.before(last + ONE)
            others -= covered.before(min(since, first))
            since, end = max(since, first), day + ONE
            within = (o for o in outs if o.start < end and since < o.end)
            left = sum(covered.count(max(o.start, since), min(o.end, end)) for o in within)
            return others + covered.count(since, end) - left

        return held

    def _leaves_out(self, limit: StateLimit, context: Context) -> bool:
        """Whether the further days of an extended period do not count against a limit."""
        may = self._extended and limit.window is not None and limit.extended is not None
        return may and context.pick(limit.extra_days) == "not counted"

    def _next_to(self, period: StatePeriod) -> Iterator[tuple[date, date]]:
        """For each beginning in a period, the last day of the spell before it, and its day."""
        before, _ = self.around(period.first)
        if before is not None:
            yield before.last, period.first
        for one, other in pairwise(period.parts):
            if one.over is not None and one.over <= other.start:
                yield one.over - ONE, other.day_one


def _calendar(limit: StateLimit, context: Context) -> Calendar | None:
    """The calendar of the days that a limit counts; None if all count."""
    if limit.counted == "trading days":
        return NEW_YORK_STOCK_EXCHANGE
    return context.calendar if limit.counted == "business days" else None


def first_over(
    held: Held, cap: int, day: date, end: date = date.max, last: date | None = None
) -> date:
    """The first day, `day` or later, through which a period makes a window hold more than `cap`, or
    `end` if that is earlier: its own window, or that of `last`.
    """
    while day < end and (now := held(day, last)) <= cap:
        day += timedelta(days=cap - now + 1)  # each day adds one to a window at the most
    return min(day, end)


def _first_beyond(period: StatePeriod, short: date, longer: date, *, given: bool = False) -> date:
    """The first day beyond a limit that is exceeded on `short`, or on `longer` if extended.

    An extension does not cover a spell that joins the extended one or, with `given`, days before
    the extension was given.
    """
    day = short
    while day < longer:
        extension = period.extension_on(day)
        if extension is None or (given and day < extension.given_on):
            return day
        day = min(longer, period.end_of(extension.part) or longer)
    return day


def _left_out(period: StatePeriod, limit: StateLimit) -> Iterator[DayInterval]:
    """The days of each extended spell beyond the plain limit, up to the extended one."""
    for each in period.extended_by:
        beyond, end = (
            each.part.day_one + timedelta(days=n) for n in (limit.amount, limit.extended or 0)
        )
        end = min(end, period.end_of(each.part) or end)
        yield DayInterval(min(beyond, end), end)
