"""What each period of a state uses of its limits, under amended terms too.

    period over before        in force when the amendment took effect
    |------------|         |----------------*-----------------|
    as it was then         its limits as amended, none exceeded before this day

A limit exceeded before an amendment stays exceeded; starts and extensions before it keep their
effect (docs/decisions/0030-amendments-look-forward.md).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import takewhile
from operator import attrgetter

from dealclock.agreement.general.state import StateTerms
from dealclock.days import day_words
from dealclock.engine.context import Context
from dealclock.engine.grounds import Grounds, Step, joined
from dealclock.engine.questions import question
from dealclock.engine.states.extensions import Extensions
from dealclock.engine.states.limits import Break, Limits
from dealclock.engine.states.occurrences import Spells, StatePeriod, periods, spells
from dealclock.records import record

_ONE = timedelta(days=1)
_ON = attrgetter("on")


@record
class Drawn:
    """One period with the first day beyond each limit: by beginning, by its length, in windows.

    One that was not permitted exceeds none. `grounds` are those of its dates and breaks. `cut` is
    the step that explains why it may continue beyond the counted last day, if an amendment took
    effect after that day; `allowed_again` are the days that longer limits allow after shorter ones
    were exceeded, the second day excluded.
    """

    period: StatePeriod
    breaks: tuple[Break, ...]
    grounds: Grounds
    cut: Step | None = None
    allowed_again: tuple[date, date] | None = None

    @property
    def first_break(self) -> Break | None:
        """The earliest break, the first of several on one day; None if there is none."""
        return min(self.breaks, key=_ON, default=None)

    @property
    def length(self) -> Break | None:
        """The break of the limit on one period."""
        return next((each for each in self.breaks if each.of_length), None)

    @property
    def windows(self) -> list[Break]:
        """The breaks of limits on days in windows."""
        return [each for each in self.breaks if each.in_window]

    def exceeds(self, limit: Break, as_of: date) -> bool:
        """Whether the period has a day beyond a limit, by the start of `as_of`."""
        over = self.period.over
        return limit.on <= as_of and (over is None or limit.on < over)

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
        late = [b.on for b in self.breaks if b.later]
        if not late or any(b.by_beginning for b in self.breaks):
            return None
        end = min(b.later or b.on for b in self.breaks)
        given = (e.given_on for e in self.period.extended_by)
        start = next((day for day in given if day > max(late)), end)
        return (start, end) if start < end else None


@record
class Budget:
    """A state with its periods, in order, and the notices that were on their way.

    `unused` has, by its id, why an extension notice extends no period.
    """

    state: StateTerms
    drawn: tuple[Drawn, ...]
    spells: Spells
    limits: Limits
    unused: Mapping[str, str]

    @property
    def running(self) -> Drawn | None:
        """The ongoing period, the last if there are several; None if none."""
        return next((d for d in reversed(self.drawn) if d.period.over is None), None)

    @property
    def proper(self) -> list[StatePeriod]:
        """The periods that were permitted."""
        return [d.period for d in self.drawn if d.period.improper is None]


@question
def budget(context: Context, state: StateTerms, of: str = "") -> Budget:
    """The use of the limits of a state, or of the status `of` a lot or Holder, by `as_of`, each
    period under the version of the terms that governs it; the day `as_of` counts in full if a
    period is ongoing.
    """
    then: Sequence[Drawn] = ()
    former, since = context.former, context.since
    if former is not None and (was := former.terms.states.get(state.id)) is not None:
        then = budget(former.fresh(), was, of).drawn
    begun = spells(context.fresh(), state, of)
    extended = Extensions(state, periods(begun.begun), context)
    found = extended.periods
    if since is not None:
        found = list(_extended_as_then(found, then, since))
    proper = [period for period in found if period.improper is None]
    limits = Limits(state, proper, context.as_of + _ONE)
    drawn = list(_drawn(found, set(extended.readings), begun, limits, context))
    if since is not None:
        drawn = _as_amended(state, drawn, then, since)
    return Budget(state, tuple(drawn), begun, limits, extended.unused)


def _drawn(
    found: Iterable[StatePeriod],
    readings: set[str],
    begun: Spells,
    limits: Limits,
    context: Context,
) -> Iterator[Drawn]:
    before: list[StatePeriod] = []
    for period in found:
        own = context.fresh()
        readings.update(*(part.grounds.readings for part in period.parts))
        readings.update(*(e.grounds.readings for e in period.extensions))
        own.choices.count(readings | begun.on_the_way(date.min, period.start))
        if period.improper is not None:
            yield Drawn(period, (), _all([period]) | own.grounds())
            continue
        breaks = tuple(limits.breaks(period, own))
        longest = next((b.on for b in breaks if b.of_length), date.max)
        matter = [b.since for b in breaks if b.since and (b.by_beginning or b.on < longest)]
        since = min(matter, default=period.first + _ONE)
        grounds = _all([*_since(since - _ONE, before), period])
        before.append(period)
        yield Drawn(period, breaks, grounds | own.grounds())


def _since(day: date, found: Sequence[StatePeriod]) -> Iterator[StatePeriod]:
    """The periods, given in order, that were not over on a day, the latest first."""
    return takewhile(lambda p: p.over is None or p.over > day, reversed(found))


def _all(found: Sequence[StatePeriod]) -> Grounds:
    """The grounds of the days of some periods."""
    parts = [part.grounds for period in found for part in period.parts]
    return joined([*parts, *(e.grounds for p in found for e in p.extensions)])


def _extended_as_then(
    found: Iterable[StatePeriod], former: Sequence[Drawn], since: date
) -> Iterator[StatePeriod]:
    """The periods, with extensions given before `since` taken from the earlier terms."""
    were = {drawn.period.name: drawn.period.extensions for drawn in former}
    for period in found:
        then = (each for each in were.get(period.name, ()) if each.given_on < since)
        now = (each for each in period.extensions if each.given_on >= since)
        yield replace(period, extensions=(*then, *now))


def _as_amended(
    state: StateTerms, found: Iterable[Drawn], former: Sequence[Drawn], since: date
) -> list[Drawn]:
    """The use by each period, in order; `former` is the use under the terms before `since`."""
    were = {each.period.name: each for each in former}
    result = [_one_as_amended(state, d, were.pop(d.period.name, None), since) for d in found]
    result += [each for each in were.values() if _over(each, since)]
    return sorted(result, key=lambda d: d.period.start)


def _one_as_amended(state: StateTerms, now: Drawn, was: Drawn | None, since: date) -> Drawn:
    if _over(now, since):
        return was or replace(now, breaks=())
    if now.period.improper is not None or now.period.start >= since:
        return now
    breaks = tuple(_breaks_as_amended(now.breaks, was.breaks if was else (), since))
    made = replace(now, breaks=breaks, grounds=now.grounds | was.grounds if was else now.grounds)
    counted, length = now.length, made.length
    if counted and length and counted.on < length.on and length.last_allowed == since:
        day = day_words.day(counted.last_allowed)
        says = f"day {length.days}, {day}, was before the amendment took effect: the last day"
        made = replace(made, cut=Step(says, state.clause, since))
    return replace(made, allowed_again=_again(now, made, since))


def _breaks_as_amended(now: Iterable[Break], was: Iterable[Break], since: date) -> Iterator[Break]:
    """The breaks under amended terms: one of before they took effect stays, another is on no day
    before. Whether a period might begin is for the terms of that day.
    """
    stay = {each.key: each for each in was if each.on < each.floor(since)}
    yield from (each for each in stay.values() if each.by_beginning)
    for each in now:
        if not each.by_beginning:
            amended = max(each.on, each.floor(since))
            yield stay.pop(each.key) if each.key in stay else replace(each, on=amended)
        elif each.on >= since:
            yield each
    yield from (each for each in stay.values() if not each.by_beginning)


def _again(now: Drawn, made: Drawn, since: date) -> tuple[date, date] | None:
    """The days that longer limits allow again to a period that had exceeded the shorter ones."""
    first, end = made.first_break, now.first_break
    if first is None or end is None or first.on >= since or end.on <= since:
        return None
    return None if any(b.by_beginning for b in now.breaks) else (since, end.on)


def _over(drawn: Drawn, since: date) -> bool:
    """Whether a period had ended by a day."""
    return drawn.period.over is not None and drawn.period.over <= since
