"""The day on which a Suspension Period breaks each limit of its budget if it stays open, and which
days the window of a day holds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import cached_property

from dealclock.agreement.readings.suspensions import ANY_WINDOW, EXTENSION_CAP, EXTENSION_NOTICE
from dealclock.agreement.rules.suspensions import DayBudget, InAny
from dealclock.days.intervals import DayInterval, DaysCovered, Limit, Span, first_within
from dealclock.engine.context import Choices
from dealclock.engine.suspension.period import SuspensionPeriod
from dealclock.records import record

_ONE = timedelta(days=1)


# Which days the window of a day holds: the last N of them, or its block of N days (any-window).
#
# EVERY-ROLLING    the days up to and including the day, N days or calendar months in all
# FIXED-BLOCKS     those of its block up to and including it; the first block begins with the
#                  first suspended day, each next one where the last ends


@record
class Windows:
    """Windows as long as `span`; in blocks from `anchor` on, rolling where that is None."""

    span: Span
    anchor: date | None = None

    @property
    def slide(self) -> bool:
        """Whether each day's window drops one day at the most: those of months and blocks jump."""
        return self.anchor is None and self.span.unit == "days"

    def since(self, day: date) -> date:
        """The first day of the window of `day`."""
        if self.anchor is None:
            return self.span.since(day)
        return self.span.blocks(self.anchor, self.span.block_of(self.anchor, day))

    def through(self, day: date) -> date:
        """The last day whose window holds `day`."""
        if self.anchor is None:
            return self.span.until(day)
        return self.span.blocks(self.anchor, self.span.block_of(self.anchor, day) + 1) - _ONE

    def until(self, day: date) -> date:
        """A day after `day` before which a running period brings no window to fewer days."""
        if self.anchor is not None:
            return self.through(day) + _ONE
        if self.span.unit == "days":
            return day + timedelta(days=self.span.count)
        return (day.replace(day=1) + timedelta(days=31)).replace(day=1)


# The day on which a Suspension Period breaks each limit of its budget, if it stays open.
#
# A period breaks a limit on the first of its days on which too many suspended days, its own and
# earlier ones, lie in the window that ends on that day. Nothing later can move that day.


@record
class Break:
    """The first day of a period that a limit does not allow, at most `days` being allowed.

    That of its own length, and of others as `WindowBreak`.
    """

    days: int
    on: date

    @property
    def last_allowed(self) -> date:
        """The day before it."""
        return self.on - _ONE


@record
class WindowBreak(Break):
    """The break of a window's limit.

    `later` is the break that extensions brought, given when there were too many days already.
    """

    limit: InAny
    later: date | None = None


class Allowance:
    """What the limits of a budget leave to each of its periods.

    `periods` are in order; the days of one that runs count up to but excluding `end`. No window's
    limit is broken before `since`, the day an amendment made it what it is.
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
        """The break of the limit of a period's own length."""
        short = period.first + timedelta(days=self._rule.limit_days)
        longer = period.first + timedelta(days=self._rule.extended_days or 0)
        on = _first_beyond(period, short, longer)
        return Break((on - period.first).days, on)

    def windows_of(self, period: SuspensionPeriod, choices: Choices) -> tuple[WindowBreak, ...]:
        """The break of the limit of each window, as the terms order them."""
        return tuple(self._break(period, limit, choices) for limit in self._rule.in_any)

    def cap(self, limit: InAny, choices: Choices, *, extended: bool) -> int:
        """The most days a window may hold that has a day of a period, extended or not."""
        if not extended or limit.extended_days is None or choices[EXTENSION_CAP] == "STRICT":
            return limit.days
        return limit.extended_days

    def covered(self, limit: InAny, choices: Choices) -> DaysCovered:
        """The days that count against a limit: all, or under STRICT without those left out."""
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
        """The windows of a limit, as the reading has them."""
        blocks = choices[ANY_WINDOW] == "FIXED-BLOCKS"
        return Windows(limit.window, self._anchor if blocks else None)

    def used(self, limit: InAny, day: date, choices: Choices) -> int:
        """Counted days in the window of `day`, that day included."""
        covered = self.covered(limit, choices)
        since = self.windows(limit, choices).since(day)
        return covered.before(day + _ONE) - covered.before(since)

    def back_within(self, limit: InAny, after: date, choices: Choices) -> date:
        """The first day after one in whose window no more than the limit is used."""
        windows, day = self.windows(limit, choices), after + _ONE
        if windows.slide:
            plain = Limit(limit.days, limit.window.count)
            return first_within(self.covered(limit, choices), plain, day)
        while self.used(limit, day, choices) > limit.days:
            day = day + _ONE if windows.anchor is None else windows.until(day)
        return day

    def _strict(self, limit: InAny, choices: Choices) -> bool:
        """Whether the further days of an extended period are outside a limit."""
        may_be = self._extended and limit.extended_days is not None
        return may_be and choices[EXTENSION_CAP] == "STRICT"

    def _counted(self, period: SuspensionPeriod, limit: InAny) -> Iterator[DayInterval]:
        days = period.days(self._end)
        start = days.start
        for out in _left_out(period, limit):
            yield DayInterval(start, max(start, min(days.end, out.start)))
            start = max(start, min(days.end, out.end))
        yield DayInterval(start, days.end)

    def _break(self, period: SuspensionPeriod, limit: InAny, choices: Choices) -> WindowBreak:
        """With extensions, days that were too many before they were given remain so."""
        short = self._break_of(period, limit, limit.days, choices)
        cap = self.cap(limit, choices, extended=bool(period.extended_by))
        if cap == limit.days:
            return short
        longer = self._break_of(period, limit, cap, choices)
        later = _first_beyond(period, short.on, longer.on)
        on = _first_beyond(period, short.on, longer.on, given=True)
        if on != later and choices[EXTENSION_NOTICE] == "ANY-TIME":
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
            """Counted days before `day`, the period running on."""
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
    """The first day beyond a limit that breaks on `short`, or on `longer` where it is extended.

    A suspension that joins an extended one has no part in its extension. With `given`, neither has
    a day before the extension was given.
    """
    day = short
    while day < longer:
        extension = period.extension_on(day)
        if extension is None or (given and day < extension.given_on):
            return day
        day = min(longer, period.end_of(extension.part) or longer)
    return day


def _left_out(period: SuspensionPeriod, limit: InAny) -> Iterator[DayInterval]:
    """Under STRICT, the days past the shorter number of each suspension that was extended."""
    for each in period.extended_by if limit.extended_days is not None else ():
        beyond, end = (
            each.part.day_one + timedelta(days=n) for n in (limit.days, limit.extended_days or 0)
        )
        end = min(end, period.end_of(each.part) or end)
        yield DayInterval(min(beyond, end), end)
