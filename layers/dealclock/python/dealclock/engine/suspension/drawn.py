"""What each Suspension Period draws on its budget, and where it goes beyond."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import takewhile
from operator import attrgetter

from dealclock.agreement.rules.suspensions import DayBudget
from dealclock.engine.context import Context
from dealclock.engine.grounds import Grounds, Step, joined
from dealclock.engine.suspension.allowance import Allowance, Break, WindowBreak
from dealclock.engine.suspension.begun import OnTheWay, begun
from dealclock.engine.suspension.extending import ExtendedPeriods, extend
from dealclock.engine.suspension.period import SuspensionPeriod, periods
from dealclock.engine.suspension.starting import StartBreak, Starting
from dealclock.records import record

_ONE = timedelta(days=1)
_ON = attrgetter("on")


@record
class Drawn:
    """One Suspension Period with the break of each limit: of its `length`, and of each window's.

    `starts` are the limits it breaks by beginning, `first_break` is that of the limit which ends
    what is allowed, the first of several on one day. One that was not permitted breaks none.
    `grounds` are those of its dates and breaks. `cut` says why it may run beyond the last day
    counted, where an amendment took effect after that; `allowed_again` are the days that longer
    limits allow after shorter ones were broken, the second not included.
    """

    period: SuspensionPeriod
    length: Break | None
    windows: tuple[WindowBreak, ...]
    starts: tuple[StartBreak, ...]
    first_break: Break | None
    grounds: Grounds
    cut: Step | None = None
    allowed_again: tuple[date, date] | None = None

    def exceeds(self, limit: Break, as_of: date) -> bool:
        """Whether the period ran, or at the start of `as_of` runs, on a day beyond a limit."""
        resumed = self.period.resumed
        return limit.on <= as_of and (resumed is None or limit.on < resumed)

    def excess(self, as_of: date) -> date | None:
        """The first day beyond any limit, if the period has come to it."""
        first = self.first_break
        return first.on if first and self.exceeds(first, as_of) else None

    @property
    def again(self) -> tuple[date, date] | None:
        """The days that an extension, or an amendment, allows which came when there were too many.

        From and including the first to but excluding the second.
        """
        if self.allowed_again is not None:
            return self.allowed_again
        late = [b.on for b in self.windows if b.later]
        if self.length is None or self.starts or not late:
            return None
        end = min((self.length.on, *(b.later or b.on for b in self.windows)))
        given = (e.given_on for e in self.period.extended_by)
        start = next((day for day in given if day > max(late)), end)
        return (start, end) if start < end else None


@record
class Budget:
    """A budget with all that was drawn on it, in order, and the notices that were on their way.

    `unused` has, by its id, why a notice of an extension extends no period.
    """

    rule: DayBudget
    drawn: tuple[Drawn, ...]
    on_the_way: OnTheWay
    allowance: Allowance
    starting: Starting
    unused: Mapping[str, str]

    @property
    def running(self) -> Drawn | None:
        """The period in force, if there is one; of several the last."""
        return next((d for d in reversed(self.drawn) if d.period.resumed is None), None)


def budget(
    rule: DayBudget,
    context: Context,
    as_then: Callable[[Sequence[SuspensionPeriod]], Iterable[SuspensionPeriod]] = tuple,
) -> Budget:
    """What was drawn on a budget by `as_of`; a day on which a period runs counts as a whole.

    By the terms as they are; `as_then` gives the periods the extensions of earlier terms.
    """
    in_effect, on_the_way = begun(rule, context)
    extended = extend(rule, periods(in_effect), context)
    extended = replace(extended, periods=list(as_then(extended.periods)))
    proper, end = [p for p in extended.periods if not p.improper], context.as_of + _ONE
    allowance, starting = Allowance(rule, proper, end, context.since), Starting(rule, proper, end)
    drawn = tuple(_drawn(extended, on_the_way, allowance, starting, context))
    return Budget(rule, drawn, on_the_way, allowance, starting, extended.unused)


def _drawn(
    extended: ExtendedPeriods,
    on_the_way: OnTheWay,
    allowance: Allowance,
    starting: Starting,
    context: Context,
) -> Iterable[Drawn]:
    earlier = set(extended.readings)
    before: list[SuspensionPeriod] = []
    for period in extended.periods:
        own = context.fresh()
        earlier.update(*(part.grounds.readings for part in period.parts))
        earlier.update(*(e.grounds.readings for e in period.extensions))
        own.choices.consulted |= earlier | on_the_way.between(date.min, period.start)
        if period.improper:
            yield Drawn(period, None, (), (), None, _all([period]) | own.grounds())
            continue
        windows = allowance.windows_of(period, own.choices)
        length = allowance.length(period)
        starts = tuple(starting.breaks(period, own))
        widest = [b.limit.window.since(period.first) for b in windows if b.on < length.on]
        since = min((*widest, *(b.since for b in starts)), default=period.first + _ONE)
        grounds = _all([*_since(since - _ONE, before), period])
        before.append(period)
        first = min((*starts, length, *windows), key=_ON)
        yield Drawn(period, length, windows, starts, first, grounds | own.grounds())


def _since(day: date, periods: Sequence[SuspensionPeriod]) -> Iterator[SuspensionPeriod]:
    """Those of some periods, in order, that were not over on a day, the latest first."""
    return takewhile(lambda p: p.resumed is None or p.resumed > day, reversed(periods))


def _all(found: Sequence[SuspensionPeriod]) -> Grounds:
    """What the days of some periods rest on."""
    parts = [part.grounds for period in found for part in period.parts]
    return joined([*parts, *(e.grounds for p in found for e in p.extensions)])
