"""The use of a day budget by each Suspension Period: where it exceeds the budget, which notices
extend it, and until when it excuses an outage.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import takewhile
from operator import attrgetter

from dealclock.agreement.rules.suspensions import EXCESS, IMPROPER, DayBudget
from dealclock.days import day_words
from dealclock.engine.context import Context
from dealclock.engine.grounds import Grounds, Step, joined
from dealclock.engine.notices.deemed import deemed_given
from dealclock.engine.suspension.allowance import Allowance, Break, WindowBreak
from dealclock.engine.suspension.period import (
    Begun,
    Extension,
    OnTheWay,
    SuspensionPeriod,
    begun,
    periods,
)
from dealclock.engine.suspension.starting import StartBreak, Starting
from dealclock.facts.log import EffectiveFact
from dealclock.records import record

# Extension notices: the suspension each extends, or why it extends none.
#
# An extension notice applies to the suspension it is about. If it names none, it applies to the
# suspension in force on the day it is given, or else to the first one whose own notice was on its
# way on that day.


@record
class ExtendedPeriods:
    """The periods with their extensions, and the extension notices without effect.

    `unused` has the reason by the id of each such notice; `readings` are the readings it depends
    on.
    """

    periods: list[SuspensionPeriod]
    unused: Mapping[str, str]
    readings: frozenset[str]


def extend(rule: DayBudget, found: Sequence[SuspensionPeriod], context: Context) -> ExtendedPeriods:
    """The periods, in order, with their extensions; only the first extension of a suspension
    counts.

    A notice that is not yet given has no effect.
    """
    result = ExtendedPeriods(list(found), {}, frozenset())
    if rule.extended_by is None:
        return result
    extending = _Extending(rule, result.periods)
    unused: dict[str, str] = {}
    readings: set[str] = set()
    given: list[tuple[date, EffectiveFact, Context]] = []
    for notice in context.facts(rule.extended_by):
        own = context.fresh()
        deemed = deemed_given([notice], rule.to, own)
        if deemed.on is None or deemed.on > context.as_of:
            when = f"it is deemed given on {day_words.day(deemed.on)}" if deemed.on else ""
            unused[notice.id] = when or "; ".join(deemed.notes)
            readings |= own.choices.consulted
        else:
            given.append((deemed.on, notice, own))
    for day, notice, own in sorted(given, key=lambda each: each[0]):
        if why := extending.extend(notice, day, own):
            unused[notice.id] = why
            readings |= own.choices.consulted
    return replace(result, unused=unused, readings=frozenset(readings))


class _Extending:
    """The periods of a budget while extension notices are applied in the order given."""

    def __init__(self, rule: DayBudget, periods: list[SuspensionPeriod]) -> None:
        self._rule = rule
        self._periods = periods
        places = [(n, part) for n, period in enumerate(periods) for part in period.parts]
        proper = (place for place in places if place[1].improper is None)
        self._places = sorted(proper, key=lambda place: place[1].start)
        self._starts = [part.start for _, part in self._places]
        self._named = {part.notice.id: (n, part) for n, part in places}

    def extend(self, notice: EffectiveFact, day: date, context: Context) -> str:
        """Extend the period of a notice given on `day`; returns why it extends none, or ""."""
        place = self._place(notice, day)
        if place is None:
            return self._why_none(notice, day, context)
        n, part = place
        period = self._periods[n]
        name = f"{self._rule.id}/{part.notice.id}"
        if period.improper is not None:
            return f"{name} was not permitted, so nothing extends it"
        if part.resumed is not None and day >= part.resumed:
            return f"{name} had ended on {day_words.day(part.resumed)}, by the day it was given"
        for each in period.extended_by:
            if period.end_of(each.part) == period.end_of(part):
                return f"{name} is already extended by {each.notice.id}"
        extension = self._extension(notice, period, part, day, context)
        self._periods[n] = replace(period, extensions=(*period.extensions, extension))
        return ""

    def _place(self, notice: EffectiveFact, day: date) -> tuple[int, Begun] | None:
        if notice.about is not None:
            return self._named.get(notice.about.removeprefix(f"{self._rule.id}/"))
        begun = bisect_right(self._starts, day)
        if begun:
            n = self._places[begun - 1][0]
            if self._periods[n].runs_on(day):
                return n, self._periods[n].in_force(day)
        on_the_way = (p for p in self._places[begun:] if _sent(p[1]) <= day)
        return next(on_the_way, None)

    def _why_none(self, notice: EffectiveFact, day: date, context: Context) -> str:
        rule, about = self._rule, notice.about
        if about is None:
            return (
                f"no {rule.title} was in force on {day_words.day(day)}, and no notice of one was "
                "on "
                f"its way; to extend one, record it about {rule.id}/ and the id of its notice"
            )
        named = context.known.under(about.removeprefix(f"{rule.id}/"))
        if named is None or named.kind != rule.begins_with:
            return (
                f"{about} is not a {rule.title}; record it about {rule.id}/ and the id of the "
                f"{rule.begins_with} it extends"
            )
        return f"the suspension of {named.id} is not in effect by {day_words.day(context.as_of)}"

    def _extension(
        self,
        notice: EffectiveFact,
        period: SuspensionPeriod,
        part: Begun,
        day: date,
        context: Context,
    ) -> Extension:
        rule = self._rule
        last = context.not_before(period.first + timedelta(days=rule.limit_days - 1))
        in_time = day <= last or context.choices["extension-notice"] == "ANY-TIME"
        if in_time:
            says = f"extended from {rule.limit_days} to {rule.extended_days} days by notice given"
        else:
            says = f"not extended: notice of it was given after day {rule.limit_days} (BY-DAY-45)"
        step = Step(says, rule.clause, day)
        return Extension(notice, part, day, in_time, step, context.grounds(notice))


def _sent(part: Begun) -> date:
    """The day the notice that began a suspension was sent."""
    return min((each.on for each in part.notice.fact.given), default=part.notice.on)


_ONE = timedelta(days=1)
_ON = attrgetter("on")


@record
class Drawn:
    """One Suspension Period with the first day beyond each limit: on its `length`, and in each
    window.

    `starts` are the limits it exceeds by beginning; `first_break` is the earliest break of all, the
    first of several on one day. A period that was not permitted exceeds none. `grounds` are those
    of its dates and breaks. `cut` is the step that explains why it may continue beyond the counted
    last day, if an amendment took effect after that day; `allowed_again` are the days that longer
    limits allow after shorter ones were exceeded, the second day excluded.
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
        """Whether the period has a day beyond a limit, by the start of `as_of`."""
        resumed = self.period.resumed
        return limit.on <= as_of and (resumed is None or limit.on < resumed)

    def excess(self, as_of: date) -> date | None:
        """The first day beyond any limit; None if the period has not reached it."""
        first = self.first_break
        return first.on if first and self.exceeds(first, as_of) else None

    @property
    def again(self) -> tuple[date, date] | None:
        """The days allowed again by an extension or amendment that came after a limit was exceeded.

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
    """A day budget with the periods drawn on it, in order, and the notices that were on their way.

    `unused` has, by its id, why an extension notice extends no period.
    """

    rule: DayBudget
    drawn: tuple[Drawn, ...]
    on_the_way: OnTheWay
    allowance: Allowance
    starting: Starting
    unused: Mapping[str, str]

    @property
    def running(self) -> Drawn | None:
        """The ongoing period, the last if there are several; None if none."""
        return next((d for d in reversed(self.drawn) if d.period.resumed is None), None)


def budget(
    rule: DayBudget,
    context: Context,
    as_then: Callable[[Sequence[SuspensionPeriod]], Iterable[SuspensionPeriod]] = tuple,
) -> Budget:
    """The use of a budget by `as_of`; the day `as_of` counts in full if a period is ongoing.

    Computed under the current terms; `as_then` gives the periods the extensions of earlier terms.
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
    """The periods, given in order, that were not over on a day, the latest first."""
    return takewhile(lambda p: p.resumed is None or p.resumed > day, reversed(periods))


def _all(found: Sequence[SuspensionPeriod]) -> Grounds:
    """The grounds of the days of some periods."""
    parts = [part.grounds for period in found for part in period.parts]
    return joined([*parts, *(e.grounds for p in found for e in p.extensions)])


# The effect of a Suspension Period on a cure window: until when it excuses, from when it is a
# failure.
#
# Days beyond the allowance are not "as provided": either they excuse nothing and are themselves a
# failure (RUNS-iii), or only the defaults for suspensions apply to them (ONLY-iv). A suspension
# that the agreement did not permit excuses nothing from its first day on.


@record
class Excuse:
    """A period that excuses a failure: from and including `start` to but excluding `until`.

    `until` is None while it is ongoing. `overdrawn`: it ends because its days ran out.
    """

    start: date
    until: date | None
    clause: str
    grounds: Grounds
    overdrawn: bool = False

    def covers(self, day: date) -> bool:
        """Whether the excuse covers `day`."""
        return self.start <= day and (self.until is None or day < self.until)


@record
class Beyond:
    """A suspension that is a failure from the day `on`; `name` distinguishes it from its notice.

    `may_be_excused`: an extension may still stop its clock.
    """

    name: str
    on: date
    ended: EffectiveFact | None
    text: str
    clause: str
    grounds: Grounds
    may_be_excused: bool = False


class Excuses:
    """The excuses of a budget, by day."""

    def __init__(self, budget: Budget | None) -> None:
        self._drawn: Sequence[Drawn] = (
            [d for d in budget.drawn if not d.period.improper] if budget else []
        )
        self._clause = budget.rule.clause if budget else ""
        self._starts = [d.period.start for d in self._drawn]
        self._on_the_way = budget.on_the_way if budget else OnTheWay()

    def find(self, failed: date, due: date, context: Context) -> Excuse | None:
        """The excuse in effect at a failure, or the first that begins by `due`; None if none.

        If a notice was on its way at that time, the result depends on the readings of its start.
        """
        context.choices.consulted |= self._on_the_way.between(failed, due)
        first = max(0, bisect_right(self._starts, failed) - 1)
        for n in range(first, bisect_right(self._starts, due)):
            resumed = self._drawn[n].period.resumed
            if self._starts[n] < failed and resumed is not None and resumed <= failed:
                continue
            for excuse in self._excuses(self._drawn[n], context):
                if excuse.covers(failed) or failed <= excuse.start <= due:
                    return excuse
        return None

    def _excuses(self, drawn: Drawn, context: Context) -> Iterator[Excuse]:
        period, excess = drawn.period, drawn.excess(context.as_of)
        if excess is not None and context.choices["excess-suspension"] == "RUNS-iii":
            if period.start < excess:
                yield Excuse(period.start, excess, self._clause, drawn.grounds, overdrawn=True)
            if drawn.again is not None and drawn.again[0] <= context.as_of:
                again, end = drawn.again
                overdrawn = period.resumed is None or end < period.resumed
                last = period.resumed
                if overdrawn:
                    last = end if end <= context.as_of else None
                yield Excuse(again, last, self._clause, drawn.grounds, overdrawn=overdrawn)
            return
        yield Excuse(period.start, period.resumed, self._clause, drawn.grounds)


def beyond(budget: Budget, context: Context) -> Iterator[tuple[Beyond, Context]]:
    """Every suspension with days that are a failure, each with its own context."""
    for drawn in budget.drawn:
        period, own = drawn.period, context.fresh()
        clause = budget.rule.clause
        if period.improper is not None:
            says = "suspended without what the agreement asks for, itself not counted"
            name = f"{period.name}{IMPROPER}"
            yield Beyond(name, period.start, period.ended, says, clause, drawn.grounds), own
            continue
        excess = drawn.excess(context.as_of)
        if excess is not None and own.choices["excess-suspension"] == "RUNS-iii":
            says = "the first suspended day beyond the allowance, itself not counted"
            name = f"{period.in_force(excess).notice.id}{EXCESS}"
            made = Beyond(
                name, excess, period.ended, says, clause, drawn.grounds, may_be_excused=True
            )
            yield made, own
