"""What each period of a state uses of its limits, under amended terms too.

    period over before        in force when the amendment took effect
    |------------|         |----------------*-----------------|
    as it was then         its limits as amended, none exceeded before this day

A limit exceeded before an amendment stays exceeded; starts and extensions before it keep their
effect (docs/decisions/dates.md).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import takewhile
from operator import attrgetter

from dealclock.engine.context import Context
from dealclock.engine.questions import question
from dealclock.engine.states.extensions import extend
from dealclock.engine.states.limits import Break, Limits
from dealclock.engine.states.occurrences import Extension, Spells, StatePeriod, periods, spells
from dealclock.engine.why import Why, joined
from dealclock.records import record
from dealclock.terms.general.state import StateTerms

_ONE = timedelta(days=1)
_ON = attrgetter("on")


@record
class Drawn:
    """One period with the first day beyond each limit: by beginning, by its length, in windows.

    One that was not permitted exceeds none. `why` is that of its dates and breaks.
    `allowed_again` are the days that longer limits allow after shorter ones were exceeded, the
    second day excluded.
    """

    period: StatePeriod
    breaks: tuple[Break, ...]
    why: Why
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
        limited = (b for b in self.breaks if b.limit and not b.by_beginning)
        return [b for b in limited if not b.of_length]

    def exceeds(self, limit: Break, context: Context) -> bool:
        """Whether the period has a day beyond a limit, by the start of the day of the query."""
        over = self.period.over
        return (over is None or limit.on < over) and context.has_come(limit.on)

    def excess(self, context: Context) -> date | None:
        """The first day beyond any limit; None if the period has not reached it."""
        first = self.first_break
        return first.on if first and self.exceeds(first, context) else None

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
        """The ongoing period, the last if there are several; None if none, or if that was not
        permitted.
        """
        last = next((d for d in reversed(self.drawn) if d.period.over is None), None)
        return last if last and last.breaks else None

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
    former, since = context.former, context.since
    was = former.terms.states.get(state.id) if former else None
    drawn_then = budget(former.fresh(), was, of).drawn if former and was else ()
    then = {each.period.name: each for each in drawn_then}
    begun = spells(context.fresh(), state, of)
    found = periods(begun.begun)
    unused, readings = extend(state, found, context)
    if since is not None:  # extensions given before then are of the earlier terms
        found = [
            replace(period, extensions=tuple(_as_then(period, then.get(period.name), since)))
            for period in found
        ]
    proper = [period for period in found if period.improper is None]
    ended = [period.over for period in proper if period.over is not None]
    lasts = state.limits and (not proper or len(ended) < len(proper))
    end = context.as_of + _ONE if lasts else max(ended, default=date.max)
    limits = Limits(state, proper, end)
    drawn = [*_drawn(found, set(readings), begun, limits, context)]
    if since is not None:
        drawn = [_as_amended(each, then.pop(each.period.name, None), since) for each in drawn]
        drawn += [each for each in then.values() if _over(each, since)]
        drawn.sort(key=lambda each: each.period.start)
    return Budget(state, tuple(drawn), begun, limits, unused)


def _as_then(period: StatePeriod, was: Drawn | None, since: date) -> Iterator[Extension]:
    """The extensions of a period under amended terms, in the order given."""
    yield from (e for e in (was.period.extensions if was else ()) if e.given_on < since)
    yield from (e for e in period.extensions if e.given_on >= since)


def _drawn(
    found: Iterable[StatePeriod],
    readings: set[str],
    begun: Spells,
    limits: Limits,
    context: Context,
) -> Iterator[Drawn]:
    earlier: list[StatePeriod] = []
    for period in found:
        own, rest_on = context.fresh(), [period]
        readings.update(*(part.why.readings for part in period.parts))
        readings.update(*(given.why.readings for given in period.extensions))
        own.choices.count(readings | begun.on_the_way(date.min, period.start))
        breaks: tuple[Break, ...] = ()
        if period.improper is None:
            breaks = tuple(limits.breaks(period, own))
            longest = next((b.on for b in breaks if b.of_length), date.max)
            matter = [b.since for b in breaks if b.since and (b.by_beginning or b.on < longest)]
            since = min(matter, default=period.first + _ONE) - _ONE
            rest_on = [*_lasted(since, earlier), period]
            earlier.append(period)
        parts = [part.why for each in rest_on for part in each.parts]
        extensions = [given.why for each in rest_on for given in each.extensions]
        yield Drawn(period, breaks, joined([*parts, *extensions, own.why()]))


def _lasted(day: date, found: Sequence[StatePeriod]) -> Iterator[StatePeriod]:
    """The periods, given in order, that were not over on a day, the latest first."""
    return takewhile(lambda p: p.over is None or p.over > day, reversed(found))


def _as_amended(now: Drawn, was: Drawn | None, since: date) -> Drawn:
    """The use by a period under amended terms, given the use under the terms before `since`: a
    limit exceeded before they took effect stays exceeded, another is on no day before. Whether a
    period might begin is for the terms of that day, and one that was over stays over.
    """
    if was is not None and _over(was, since):
        return was
    if _over(now, since):
        return was or replace(now, breaks=())
    if now.period.improper is not None or now.period.start >= since:
        return now
    stay = [b for b in (was.breaks if was else ()) if b.on < _floor(b, since)]
    breaks = [each for each in stay if each.by_beginning]
    for each in now.breaks:
        same = [b for b in stay if not b.by_beginning and b.window == each.window]
        if each.by_beginning:
            breaks += [each] if each.on >= since else []
        elif same:
            breaks.append(same[0])
            stay.remove(same[0])
        elif each.on < (floor := _floor(each, since)):
            breaks.append(replace(each, on=floor, counted=each.last_allowed))
        else:
            breaks.append(each)
    breaks += [each for each in stay if not each.by_beginning]
    made = replace(now, breaks=tuple(breaks))
    first, end = made.first_break, now.first_break
    again = None
    if first and end and first.on < since < end.on:
        again = None if any(b.by_beginning for b in now.breaks) else (since, end.on)
    why = now.why | was.why if was else now.why
    return replace(made, why=why, allowed_again=again)


def _floor(limit: Break, since: date) -> date:
    """The first day that may be beyond a limit under terms amended on a day."""
    return since + _ONE if limit.of_length else since


def _over(drawn: Drawn, since: date) -> bool:
    """Whether a period had ended by a day."""
    return drawn.period.over is not None and drawn.period.over <= since
