"""The first day on which a period of a state exceeds each limit, if it continues.

A limit counts days of the state in the window of a day: of the period's own days, the days so far;
otherwise the last N days or months, or the day's block of them. A limit is exceeded on the first
day whose window holds too many. Later events cannot move that day, but for an extension.

rolling   the days up to and including the day, N days or months in all
blocks    the days of its block up to and including it; the first block begins on the first day in
          force, each next one where the last ends
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from itertools import pairwise

from dealclock.agreement.general.state import StateLimit, StateTerms
from dealclock.days.calendars import Calendar
from dealclock.days.intervals import DayInterval, DaysCovered, Span
from dealclock.days.markets import NEW_YORK_STOCK_EXCHANGE
from dealclock.engine.context import Context
from dealclock.engine.states.occurrences import StatePeriod
from dealclock.records import record

_ONE = timedelta(days=1)
Held = Callable[[date], int]
"""How many counted days the window of a day has."""


@record
class Windows:
    """Windows of length `span`: in blocks from `anchor` on, or rolling if `anchor` is None."""

    span: Span
    anchor: date | None = None

    @property
    def slide(self) -> bool:
        """Whether each day's window drops at most one day; windows of months and blocks may drop
        several.
        """
        return self.anchor is None and self.span.unit == "days"

    def since(self, day: date) -> date:
        """The first day of the window of `day`."""
        if self.anchor is None:
            return self.span.since(day)
        return self.span.blocks(self.anchor, self.span.block_of(self.anchor, day))


@record
class Break:
    """The first day of a period beyond a limit of `days`; `limit` is None for the time apart.

    `later` is the day with extensions that were given after the limit was already exceeded. Days
    before `since` do not affect it, if given. `by_beginning` says why it may not begin, if so.
    """

    limit: StateLimit | None
    days: int
    on: date
    since: date | None = None
    later: date | None = None
    by_beginning: str = ""

    @property
    def last_allowed(self) -> date:
        """The last day within the limit."""
        return self.on - _ONE

    @property
    def in_window(self) -> bool:
        """Whether it is of a limit on days in a window."""
        return self.limit is not None and self.limit.window is not None and not self.by_beginning

    @property
    def of_length(self) -> bool:
        """Whether it is of the limit on one period."""
        return self.limit is not None and self.limit.window is None

    @property
    def key(self) -> tuple[Span | None, str]:
        """What the same limit has under amended terms."""
        return self.limit.window if self.limit else None, self.by_beginning

    def floor(self, since: date) -> date:
        """The first day that may be beyond it under terms amended on a day."""
        return since + _ONE if self.of_length else since


class Limits:
    """What the limits of a state count, and allow each of its periods.

    `periods` are in order, those permitted only; an ongoing one counts up to but excluding `end`.
    """

    def __init__(self, state: StateTerms, periods: Sequence[StatePeriod], end: date) -> None:
        self.state = state
        self.intervals = [period.days(end) for period in periods]
        self._periods = periods
        self._end = end
        self._extended = any(period.extended_by for period in periods)
        self._anchor = periods[0].first if periods else end
        self.firsts = [days.start for days in self.intervals]
        self._ends = [days.end for days in self.intervals]
        self._covered: dict[object, DaysCovered] = {}

    def windows(self, limit: StateLimit, context: Context) -> Windows:
        """The windows of a limit that has them."""
        blocks = context.pick(limit.windows) == "blocks"
        return Windows(limit.window or Span(1), self._anchor if blocks else None)

    def covered(self, limit: StateLimit | None, context: Context) -> DaysCovered:
        """The days that count against a limit: all, or without the further days of extensions."""
        out = limit if limit and self._leaves_out(limit, context) else None
        calendar = _calendar(limit, context) if limit else None
        key = (out, calendar and calendar.name)
        if key not in self._covered:
            days = (i for p in self._periods for i in self._counted(p, out))
            self._covered[key] = DaysCovered(days, calendar)
        return self._covered[key]

    def used(self, limit: StateLimit, day: date, context: Context) -> int:
        """The number of counted days in the window of `day`, that day included."""
        covered = self.covered(limit, context)
        since = self.windows(limit, context).since(day)
        return covered.before(day + _ONE) - covered.before(since)

    def cap(self, limit: StateLimit, context: Context, *, extended: bool) -> int:
        """The most that a limit allows, in a window with a day of a period extended or not."""
        if not extended or limit.extended is None:
            return limit.amount
        if limit.window is not None and context.pick(limit.extra_days) == "not counted":
            return limit.amount
        return limit.extended

    def back_within(self, limit: StateLimit, after: date, context: Context) -> date:
        """The first day after `after` whose window is back within the limit."""
        day = after + _ONE
        while (excess := self.used(limit, day, context) - limit.amount) > 0:
            day += timedelta(days=excess) if self.windows(limit, context).slide else _ONE
        return day

    def breaks(self, period: StatePeriod, context: Context) -> Iterator[Break]:
        """Where a period exceeds each limit: by beginning, by its length, then in windows."""
        yield from self._by_beginning(period, context)
        if self.state.length is not None:
            yield self._break(period, self.state.length, context)
        for limit in self.state.in_windows:
            yield self._break(period, limit, context)

    def _break(self, period: StatePeriod, limit: StateLimit, context: Context) -> Break:
        """The break of one limit; days that exceeded it before an extension was given still exceed
        it in a window.
        """
        held = self._held(period, limit, context)
        day = period.first if limit.window is None else max(period.first, context.since or date.min)
        on = later = short = first_over(held, limit.amount, day)
        cap = self.cap(limit, context, extended=bool(period.extended_by))
        most = limit.amount
        if cap != most:
            longer = first_over(held, cap, short)
            on = later = _first_beyond(period, short, longer)
            if limit.window is not None:
                on = _first_beyond(period, short, longer, given=True)
                extension = self.state.extension
                if on != later and extension and context.pick(extension.given) == "at any time":
                    on = later
            most = cap if on == longer else most
        if limit.window is None:
            return Break(limit, held(on - _ONE), on)
        return Break(
            limit, most, on, limit.window.since(period.first), later if later > on else None
        )

    def _held(self, period: StatePeriod, limit: StateLimit, context: Context) -> Held:
        """How many days the window of a day of a period would hold, if it continues."""
        covered = self.covered(limit, context)
        outs = list(_left_out(period, limit)) if self._leaves_out(limit, context) else []
        first, earlier = period.first, covered.before(period.first)
        windows = None
        if limit.window is not None and (earlier or outs):
            windows = self.windows(limit, context)

        def before(day: date) -> int:
            if day <= first:
                return covered.before(day)
            without = sum(covered.count(o.start, min(day, o.end)) for o in outs if o.start < day)
            return earlier + covered.count(first, day) - without

        def held(day: date) -> int:
            return before(day + _ONE) - (before(windows.since(day)) if windows else earlier)

        return held

    def _leaves_out(self, limit: StateLimit, context: Context) -> bool:
        """Whether the further days of an extended period do not count against a limit."""
        may = self._extended and limit.window is not None and limit.extended is not None
        return may and context.pick(limit.extra_days) == "not counted"

    def _counted(self, period: StatePeriod, limit: StateLimit | None) -> Iterator[DayInterval]:
        days = period.days(self._end)
        start = days.start
        for out in _left_out(period, limit) if limit else ():
            yield DayInterval(start, max(start, min(days.end, out.start)))
            start = max(start, min(days.end, out.end))
        yield DayInterval(start, days.end)

    # Whether a period may begin: at most N times in a window, and some time after the one before.
    # One that may not is beyond the limit on its first day, and none of its days is allowed.

    def times(self, limit: StateLimit, day: date, context: Context) -> int:
        """The number of periods begun by `day` that count in its window."""
        marks = self.firsts if limit.counted == "begun" else [d.last for d in self.intervals]
        since = self.windows(limit, context).since(day)
        return max(0, bisect_right(self.firsts, day) - bisect_left(marks, since))

    def before(self, day: date) -> DayInterval | None:
        """The last period that was over by `day`."""
        n = bisect_right(self._ends, day)
        return self.intervals[n - 1] if n else None

    def after(self, day: date) -> DayInterval | None:
        """The first period that is not over by `day`."""
        n = bisect_right(self._ends, day)
        return self.intervals[n] if n < len(self.intervals) else None

    def free(self, last: date, context: Context) -> date:
        """The first day on which a period may begin after one whose last day is `last`."""
        apart = self.state.apart
        if apart is None:
            return last + _ONE
        if apart.unit == "days":
            included = context.choices["trigger-day"] == "INCLUDED"
            return last + timedelta(days=apart.count - included)
        return context.after(last, apart).result

    def _by_beginning(self, period: StatePeriod, context: Context) -> Iterator[Break]:
        """Every limit that a period exceeds by beginning, or when another spell joins it."""
        state, day = self.state, period.first
        for limit in state.times:
            if (n := self.times(limit, day, context)) > limit.amount:
                says = (
                    f"{n} {state.called}s in {limit.window}, at most {limit.amount} allowed: none "
                    "from this day"
                )
                yield Break(limit, 0, day, self.windows(limit, context).since(day), None, says)
        for last, day in self._next_to(period) if state.apart else ():
            if day < (free := self.free(last, context)):
                says = (
                    f"begun less than {state.apart} after the last day of the one before, {last}: "
                    f"the next could begin on {free}, and none is allowed from this day"
                )
                yield Break(None, 0, day, last, None, says)
                return

    def _next_to(self, period: StatePeriod) -> Iterator[tuple[date, date]]:
        """For each beginning in a period, the last day of the spell before it, and its day."""
        before = self.before(period.first)
        if before is not None:
            yield before.last, period.first
        for one, other in pairwise(period.parts):
            if one.over is not None and one.over <= other.start:
                yield one.over - _ONE, other.day_one


def _calendar(limit: StateLimit, context: Context) -> Calendar | None:
    """The calendar of the days that a limit counts; None if all count."""
    if limit.counted == "trading days":
        return NEW_YORK_STOCK_EXCHANGE
    return context.calendar if limit.counted == "business days" else None


def first_over(held: Held, cap: int, day: date) -> date:
    """The first day, `day` or later, whose window holds more than `cap`."""
    while (now := held(day)) <= cap:
        day += timedelta(days=cap - now + 1)  # each day adds one to its window at the most
    return day


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
