"""The day on which a Suspension Period exceeds each limit of its budget if it continues, and the
days in the window of a day.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import cached_property

from dealclock.agreement.rules.suspensions import DayBudget, InAny
from dealclock.days.intervals import DayInterval, DaysCovered, Limit, Span, first_within
from dealclock.engine.context import Choices
from dealclock.engine.suspension.period import SuspensionPeriod
from dealclock.records import record

_ONE = timedelta(days=1)


# The days in the window of a day: the last N days, or the day's block of N days (any-window).
#
# EVERY-ROLLING    the days up to and including the day, N days or calendar months in all
# FIXED-BLOCKS     the days of its block up to and including it; the first block begins on the
#                  first suspended day, each next one where the last ends


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

    def through(self, day: date) -> date:
        """The last day whose window contains `day`."""
        if self.anchor is None:
            return self.span.until(day)
        return self.span.blocks(self.anchor, self.span.block_of(self.anchor, day) + 1) - _ONE

    def until(self, day: date) -> date:
        """A day after `day` before which no window of an ongoing period loses suspended days."""
        if self.anchor is not None:
            return self.through(day) + _ONE
        if self.span.unit == "days":
            return day + timedelta(days=self.span.count)
        return (day.replace(day=1) + timedelta(days=31)).replace(day=1)


# The day on which a Suspension Period exceeds each limit of its budget, if it continues.
#
# A period exceeds a limit on its first day whose window holds too many suspended days, its own and
# earlier ones. Later events cannot move that day.


@record
class Break:
    """The first day of a period beyond a limit of `days` days.

    Used for the limit on a period's own length; limits in a window use `WindowBreak`.
    """

    days: int
    on: date

    @property
    def last_allowed(self) -> date:
        """The last day within the limit."""
        return self.on - _ONE


@record
class WindowBreak(Break):
    """The first day of a period beyond a limit in a window.

    `later` is the day with extensions that were given after the limit was already exceeded.
    """

    limit: InAny
    later: date | None = None


class Allowance:
    """The days that the limits of a budget allow each of its periods.

    `periods` are in order; an ongoing period counts up to but excluding `end`. No limit in a window
    is exceeded before `since`, the day an amendment set it.
    """

    def __init__(
        self,
        rule: DayBudget,
        periods: Sequence[SuspensionPeriod],
        end: date,
        since: date | None = None,
    ) -> None:
        self._rule = rule
        self._periods = periods
        self._end = end
        self._since = since or date.min
        self._extended = any(p.extended_by for p in periods)
        self._anchor = periods[0].first if periods else end
        self._covered: dict[tuple[int, int | None], DaysCovered] = {}

    def length(self, period: SuspensionPeriod) -> Break:
        """The first day of a period beyond the limit on its own length."""
        short = period.first + timedelta(days=self._rule.limit_days)
        longer = period.first + timedelta(days=self._rule.extended_days or 0)
        on = _first_beyond(period, short, longer)
        return Break((on - period.first).days, on)

    def windows_of(self, period: SuspensionPeriod, choices: Choices) -> tuple[WindowBreak, ...]:
        """The first day of a period beyond each limit in a window, in the order of the terms."""
        return tuple(self._break(period, limit, choices) for limit in self._rule.in_any)

    def cap(self, limit: InAny, choices: Choices, *, extended: bool) -> int:
        """The most suspended days allowed in a window with a day of a period, extended or not."""
        if not extended or limit.extended_days is None or choices["extension-cap"] == "STRICT":
            return limit.days
        return limit.extended_days

    def covered(self, limit: InAny, choices: Choices) -> DaysCovered:
        """The days that count against a limit: all, or under STRICT without the excluded days."""
        if not self._strict(limit, choices):
            return self.all_days
        key = (limit.days, limit.extended_days)
        if key not in self._covered:
            self._covered[key] = DaysCovered(
                d for p in self._periods for d in self._counted(p, limit)
            )
        return self._covered[key]

    @cached_property
    def all_days(self) -> DaysCovered:
        """Every suspended day."""
        return DaysCovered(p.days(self._end) for p in self._periods)

    def windows(self, limit: InAny, choices: Choices) -> Windows:
        """The windows of a limit, by the reading."""
        blocks = choices["any-window"] == "FIXED-BLOCKS"
        return Windows(limit.window, self._anchor if blocks else None)

    def used(self, limit: InAny, day: date, choices: Choices) -> int:
        """The number of counted days in the window of `day`, that day included."""
        covered = self.covered(limit, choices)
        since = self.windows(limit, choices).since(day)
        return covered.before(day + _ONE) - covered.before(since)

    def back_within(self, limit: InAny, after: date, choices: Choices) -> date:
        """The first day after `after` whose window is back within the limit."""
        windows, day = self.windows(limit, choices), after + _ONE
        if windows.slide:
            plain = Limit(limit.days, limit.window.count)
            return first_within(self.covered(limit, choices), plain, day)
        while self.used(limit, day, choices) > limit.days:
            day = day + _ONE if windows.anchor is None else windows.until(day)
        return day

    def _strict(self, limit: InAny, choices: Choices) -> bool:
        """Whether the additional days of an extended period are excluded from a limit."""
        may_be = self._extended and limit.extended_days is not None
        return may_be and choices["extension-cap"] == "STRICT"

    def _counted(self, period: SuspensionPeriod, limit: InAny) -> Iterator[DayInterval]:
        days = period.days(self._end)
        start = days.start
        for out in _left_out(period, limit):
            yield DayInterval(start, max(start, min(days.end, out.start)))
            start = max(start, min(days.end, out.end))
        yield DayInterval(start, days.end)

    def _break(self, period: SuspensionPeriod, limit: InAny, choices: Choices) -> WindowBreak:
        """The break of one limit; days that exceeded it before an extension was given still exceed
        it.
        """
        short = self._break_of(period, limit, limit.days, choices)
        cap = self.cap(limit, choices, extended=bool(period.extended_by))
        if cap == limit.days:
            return short
        longer = self._break_of(period, limit, cap, choices)
        later = _first_beyond(period, short.on, longer.on)
        on = _first_beyond(period, short.on, longer.on, given=True)
        if on != later and choices["extension-notice"] == "ANY-TIME":
            on = later
        if on == longer.on:
            return longer
        return replace(short, on=on, later=later if later > on else None)

    def _break_of(
        self, period: SuspensionPeriod, limit: InAny, cap: int, choices: Choices
    ) -> WindowBreak:
        covered = self.covered(limit, choices)
        outs = list(_left_out(period, limit)) if self._strict(limit, choices) else []
        earlier = covered.before(period.first)
        if not earlier and not outs:
            return WindowBreak(cap, max(period.first + timedelta(days=cap), self._since), limit)

        def before(day: date) -> int:
            """The number of counted days before `day`, if the period continues."""
            if day <= period.first:
                return covered.before(day)
            left_out = sum(max(0, (min(day, out.end) - out.start).days) for out in outs)
            return earlier + (day - period.first).days - left_out

        windows, day = self.windows(limit, choices), max(period.first, self._since)
        while (held := before(day + _ONE) - before(windows.since(day))) <= cap:
            day += timedelta(days=cap - held + 1)  # each day adds one to its window at the most
        return WindowBreak(cap, day, limit)


def _first_beyond(
    period: SuspensionPeriod, short: date, longer: date, *, given: bool = False
) -> date:
    """The first day beyond a limit that is exceeded on `short`, or on `longer` if extended.

    An extension does not cover a suspension that joins the extended one or, with `given`, days
    before the extension was given.
    """
    day = short
    while day < longer:
        extension = period.extension_on(day)
        if extension is None or (given and day < extension.given_on):
            return day
        day = min(longer, period.end_of(extension.part) or longer)
    return day


def _left_out(period: SuspensionPeriod, limit: InAny) -> Iterator[DayInterval]:
    """The days excluded under STRICT: those of each extended suspension beyond the shorter
    limit.
    """
    for each in period.extended_by if limit.extended_days is not None else ():
        beyond, end = (
            each.part.day_one + timedelta(days=n) for n in (limit.days, limit.extended_days or 0)
        )
        end = min(end, period.end_of(each.part) or end)
        yield DayInterval(min(beyond, end), end)
