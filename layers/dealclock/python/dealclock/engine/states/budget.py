"""What each period of a state uses of its limits, under amended terms too.

    period over before        in force when the amendment took effect
    |------------|         |----------------*-----------------|
    as it was then         its limits as amended, none exceeded before this day

A limit exceeded before an amendment stays exceeded; starts and extensions before it keep their
effect (docs/decisions/dates.md).
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from datetime import date, timedelta
from itertools import takewhile
from operator import attrgetter, itemgetter

from dealclock.days import day_words
from dealclock.engine.conclusions import Default
from dealclock.engine.context import ONE, Context, question
from dealclock.engine.day import DayValue, Instance, answers
from dealclock.engine.notices.deemed import deemed_given
from dealclock.engine.states.limits import Break, Limits
from dealclock.engine.states.occurrences import (
    Extension,
    Spells,
    StatePeriod,
    StateSpell,
    periods,
    spells,
)
from dealclock.engine.why import NOTHING, Step, Why, joined
from dealclock.facts.log import EffectiveFact
from dealclock.records import record
from dealclock.terms.general.state import StateExtension, StateLimit, StateTerms

# Notices that extend a state: what each extends, or why it extends nothing.
#
# A notice extends what it is about. If it names nothing, it extends what is in force on the day it
# is given, or else the first whose own notice was on its way on that day. Only the first extension
# of a spell counts.


def extend(
    state: StateTerms, found: list[StatePeriod], context: Context
) -> tuple[Mapping[str, str], Set[str]]:
    """Add to the periods of a state, in order, the extensions of the notices given by `as_of`.

    Returns why each notice without effect extends nothing, by its id, and the readings that depends
    on.
    """
    unused: dict[str, str] = {}
    readings: set[str] = set()
    extension, length = state.extension, state.length
    if extension is None or length is None:
        return unused, readings
    notices: list[tuple[date, EffectiveFact, Context]] = []
    for notice in context.facts(extension.by):
        own = context.fresh()
        given, why = _given(state, notice, own)
        if why:
            unused[notice.id] = why
            readings |= own.choices.consulted
        else:
            notices.append((given, notice, own))
    if not notices:
        return unused, readings
    places = [(n, part) for n, period in enumerate(found) for part in period.parts]
    named = {part.name: (n, part) for n, part in places}
    proper = sorted((p for p in places if p[1].improper is None), key=lambda p: p[1].start)
    starts = [part.start for _, part in proper]

    def place_of(notice: EffectiveFact, day: date) -> tuple[int, StateSpell] | None:
        if notice.about is not None:
            return named.get(notice.about.removeprefix(f"{state.id}/"))
        begun = bisect_right(starts, day)
        if begun and found[n := proper[begun - 1][0]].is_open(day):
            return n, found[n].in_force(day)
        return next((place for place in proper[begun:] if _sent(place[1]) <= day), None)

    for day, notice, own in sorted(notices, key=itemgetter(0)):
        n, part = place_of(notice, day) or (0, None)
        made: Extension | str
        if part is None:
            made = _why_none(state, notice, day, own)
        else:
            made = _extension(state, extension, length, found[n], part, notice, day, own)
        if isinstance(made, Extension):
            found[n] = replace(found[n], extensions=(*found[n].extensions, made))
        else:
            unused[notice.id] = made
            readings |= own.choices.consulted
    return unused, readings


def _why_none(state: StateTerms, notice: EffectiveFact, day: date, context: Context) -> str:
    """Why a notice given on `day` is about nothing that it could extend."""
    about = notice.about
    if about is None:
        return (
            f"no {state.title} was in force on {day_words.day(day)}, and no notice of one was on "
            f"its way; to extend one, record it about {state.id}/ and the id of its notice"
        )
    named = context.known.under(about.removeprefix(f"{state.id}/"))
    if named is None or named.kind not in state.begins:
        return (
            f"{about} is not a {state.title}; record it about {state.id}/ and the id of the "
            f"{' or '.join(state.begins)} it extends"
        )
    as_of = day_words.day(context.as_of)
    return f"the {state.called} of {named.id} is not in effect by {as_of}"


def _given(state: StateTerms, notice: EffectiveFact, context: Context) -> tuple[date, str]:
    """The day a notice is given, and why it has no effect, "" if it may have one."""
    given, why = notice.on, ""
    if state.to:
        deemed = deemed_given([notice], state.to, context)
        given, why = deemed.on or date.max, "; ".join(deemed.notes)
    if not why and not context.has_come(given):
        why = f"it is deemed given on {day_words.day(given)}"
    return given, why


def _extension(
    state: StateTerms,
    extension: StateExtension,
    length: StateLimit,
    period: StatePeriod,
    part: StateSpell,
    notice: EffectiveFact,
    day: date,
    context: Context,
) -> Extension | str:
    """The extension of a spell by a notice given on `day`, or why it does not extend it."""
    name, plain = f"{state.id}/{part.name}", length.amount
    if period.improper is not None:
        return f"{name} was not permitted, so nothing extends it"
    if part.over is not None and day >= part.over:
        return f"{name} had ended on {day_words.day(part.over)}, by the day it was given"
    for each in period.extended_by:
        if period.end_of(each.part) == period.end_of(part):
            return f"{name} is already extended by {each.notice.id}"
    last = context.not_before(period.first + timedelta(days=plain - 1))
    in_time = day <= last or context.pick(extension.given) == "at any time"
    if in_time:
        says = f"extended from {plain} to {length.extended} days by notice given"
    else:
        chosen = context.chosen(extension.given)
        says = f"not extended: notice of it was given after day {plain}{chosen}"
    step = Step(says, state.clause, day)
    return Extension(notice, part, day, in_time, step, context.why(notice))


def _sent(part: StateSpell) -> date:
    """The day the notice that began a spell was sent."""
    given = part.notice.fact.given if part.notice else ()
    return min((each.on for each in given), default=part.start)


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
    end = context.as_of + ONE if lasts else max(ended, default=date.max)
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
            since = min(matter, default=period.first + ONE) - ONE
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
    return since + ONE if limit.of_length else since


def _over(drawn: Drawn, since: date) -> bool:
    """Whether a period had ended by a day."""
    return drawn.period.over is not None and drawn.period.over <= since


# When a state, or the status of a lot or Holder, was in force: whether on a day, and of which
# occurrence.
#
# Occurrences that the agreement did not permit are left out: they excuse nothing and protect
# nothing.


@record
class Occurrence:
    """One occurrence: its first day, and its last one as far as known, None while that is open.

    It `ended` on its last day, or on the day of the event that ended it, which is not a day of it.
    `title` and `clause` are of the state.
    """

    first: date
    last: date | None
    ended: date | None
    why: Why
    title: str
    clause: str

    def has(self, day: date) -> bool:
        """Whether a day is one of it, as far as known."""
        return self.first <= day and (self.last is None or day <= self.last)

    @property
    def over(self) -> date:
        """The first day after it."""
        return date.max if self.last is None else self.last + ONE


@question
def _begun(context: Context, state: str, of: str) -> tuple[Spells, tuple[Occurrence, ...]]:
    found = budget(context, context.terms.states[state], of)
    proper = [drawn for drawn in found.drawn if drawn.period.improper is None]
    return found.spells, tuple([_of(found.state, drawn) for drawn in proper])


def occurrences(context: Context, state: str, of: str = "") -> tuple[Occurrence, ...]:
    """The occurrences that began by the day of the query, in order; of a status, those of a lot or
    Holder or, if `of` none, of any.
    """
    return _begun(context, state, of)[1]


def _of(state: StateTerms, drawn: Drawn) -> Occurrence:
    """An occurrence with its actual last day or, while open, the one that the terms give it."""
    period, last = drawn.period, None
    if period.over is not None:
        last = period.over - ONE
    else:
        days = [part.until.last for part in period.parts if part.until and part.over is None]
        still = sum(part.over is None for part in period.parts)
        last = max(days) if len(days) == still else None
    ended = period.ended.on if period.over and period.ended else last
    return Occurrence(period.start, last, ended, drawn.why, state.title, state.clause)


def in_force_on(context: Context, state: str, day: date, of: str = "") -> Occurrence | None:
    """The occurrence in force on a day; None if none is.

    If a notice was on its way on that day, this depends on the readings of its start.
    """
    spells, found = _begun(context, state, of)
    context.choices.count(spells.on_the_way(day, day + ONE))
    return next((each for each in found if each.has(day)), None)


@question
def excesses(context: Context, state: StateTerms) -> tuple[tuple[str, date, Why], ...]:
    """The first day beyond the limits of each permitted occurrence that has one, with the id of the
    event that began what was in force.
    """
    found = [(d, d.excess(context)) for d in budget(context.fresh(), state, "").drawn]
    return tuple((d.period.in_force(on).name, on, d.why) for d, on in found if on is not None)


def over_by(context: Context, state: str, instance: Instance, day: date) -> Occurrence | None:
    """The last occurrence of a state by a day on which it is not in force, so that what is owed
    only while it is, is not owed; None if it is in force, or if that is not known yet.
    """
    of = instance.named(context.terms.states[state].of)
    begun = [each for each in occurrences(context, state, of) if each.first <= day]
    if begun and not begun[-1].has(day):
        return begun[-1]
    if begun or not context.is_over(day):
        return None
    rule = context.terms.states[state]
    return Occurrence(day, day, None, NOTHING, rule.title, rule.clause)


def stopped_with(
    context: Context, state: str, instance: Instance, on: date, default: Default
) -> Default:
    """A default that stops accruing when the state ends that was in force on a day."""
    inside = in_force_on(context, state, on, instance.named(context.terms.states[state].of))
    if inside is None or (default.stops_on is not None and default.stops_on <= inside.over):
        return default
    if inside.last is None:
        return replace(default, why=default.why | inside.why)
    stops = max(inside.over, default.accrues_from)
    over = context.has_come(inside.over)
    says = f"{inside.title} ends; {context.terms.interest} stops"
    return replace(
        default,
        stops_on=stops,
        accrues_to=stops if over else None,
        why=(default.why | inside.why).with_steps(
            (*default.why.steps, *([Step(says, inside.clause, stops)] if over else []))
        ),
    )


def meant(context: Context, state: str, instance: Instance) -> Occurrence | None:
    """The occurrence that the start or the end of a state is of, for an instance: the one in force
    on the day it gives, or else the first.
    """
    of = instance.named(context.terms.states[state].of)
    for name, day in instance.in_force:
        if name == state:
            return in_force_on(context, state, day, of)
    return next(iter(occurrences(context, state, of)), None)


@answers("start")
def _start(context: Context, state: str, instance: Instance) -> DayValue | None:
    found = meant(context, state, instance)
    return None if found is None else DayValue(found.first, "start", state, why=found.why)


@answers("end")
def _end(context: Context, state: str, instance: Instance) -> DayValue | None:
    found = meant(context, state, instance)
    return None if found is None else DayValue(found.ended, "end", state, why=found.why)


@answers("in force")
def _in_force(context: Context, state: str, instance: Instance) -> DayValue | None:
    found, day = meant(context, state, instance), instance.in_force[0][1]
    if found is None or (found.last is None and not context.has_come(day)):
        return None  # it may still end before that day
    return DayValue(day, "in force", found.title, why=found.why)
