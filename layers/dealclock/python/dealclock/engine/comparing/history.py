"""How an assessment came to be another: by facts, by versions of the terms, by days passing.

    from                 F5 recorded        amended             to
    --|----- days -----------*----- days -------*----- days -----|-->

The way is walked in the order in which things became known. Each figure that moved is told with
every step of the way on which it moved.
"""

from collections.abc import Callable, Iterator
from datetime import date, datetime
from typing import Literal

from dealclock.agreement.amendments import Amendment
from dealclock.agreement.terms import Terms
from dealclock.engine.assessment import Assessment
from dealclock.engine.comparing.moves import Move, moves
from dealclock.engine.comparing.quantities import Name
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog, last_day_of
from dealclock.records import record


@record
class Moment:
    """The start of a day, with what was known at an instant."""

    as_of: date
    known_at: datetime


@record
class Cause:
    """Why a figure moved: a fact or a version, by `id`, or days that passed up to `day`."""

    by: Literal["fact", "version", "days"]
    id: str
    day: date


@record
class Caused:
    """A figure that moved, and each step on which it did: the cause, its value before and after."""

    move: Move
    steps: tuple[tuple[Cause, str, str], ...]


Assess = Callable[[Terms, FactLog, date, datetime], Assessment]


def history(
    terms: Terms, log: FactLog, start: Moment, end: Moment, assess: Assess
) -> Iterator[Caused]:
    """Each figure that moved from `start` to `end`, with why.

    A figure that moved and came back is not told.
    """
    steps: dict[Name, list[tuple[Cause, str, str]]] = {}
    first = here = assess(terms, _known(log, start.known_at), start.as_of, start.known_at)
    for cause, there in _walk(terms, log, start, end, assess):
        for move in moves(here, there).moved:
            steps.setdefault((move.instance, move.what), []).append(
                (cause, move.before, move.after)
            )
        here = there
    for move in moves(first, here).moved:
        yield Caused(move, tuple(steps.get((move.instance, move.what), ())))


def _walk(
    terms: Terms, log: FactLog, start: Moment, end: Moment, assess: Assess
) -> Iterator[tuple[Cause, Assessment]]:
    """Each step of the way with the assessment it leads to: a day passes before a version of it."""
    known = list(_known(log, start.known_at).facts)
    coming = sorted(
        (f for f in log.facts if start.known_at < log.recorded_at(f) <= end.known_at),
        key=log.recorded_at,
    )
    applied = [a for a in terms.amendments if _in_force(a, start, log)]
    stops = sorted(
        [a for a in terms.amendments if _in_force(a, end, log) and a not in applied], key=_counts
    )
    here = start.as_of

    def state() -> Assessment:
        """What is known and in force is said by the facts and the amendments themselves."""
        under = terms.model_copy(update={"amendments": tuple(applied)}) if stops else terms
        return assess(under, FactLog(tuple(known), log.zone), here, end.known_at)

    def pass_to(until: date) -> Iterator[tuple[Cause, Assessment]]:
        """Days pass, at most to that of `end`; on the way versions take effect."""
        while stops and _counts(stops[0]) <= until:
            stop = _counts(stops[0])
            yield from pass_day(stop)
            applied.append(stops.pop(0))
            yield Cause("version", applied[-1].id, stop), state()
        yield from pass_day(until)

    def pass_day(to: date) -> Iterator[tuple[Cause, Assessment]]:
        nonlocal here
        if here < (day := min(to, end.as_of)):
            here = day
            yield Cause("days", "", day), state()

    for fact in coming:
        yield from pass_to(max(here, last_day_of(log.recorded_at(fact), log.zone)))
        known.append(fact)
        yield Cause("fact", fact.id, fact.on), state()
    yield from pass_to(max(end.as_of, last_day_of(end.known_at, log.zone)))


def _known(log: FactLog, instant: datetime) -> FactLog:
    return FactLog(tuple(f for f in log.facts if _by(f, log, instant)), log.zone)


def _by(fact: Fact, log: FactLog, instant: datetime) -> bool:
    return log.recorded_at(fact) <= instant


def _counts(amendment: Amendment) -> date:
    """The first day on which an amendment is both in force and known."""
    return max(amendment.effective, amendment.known)


def _in_force(amendment: Amendment, at: Moment, log: FactLog) -> bool:
    """Whether an amendment has taken effect by a moment's day and is known at its instant."""
    known_on = last_day_of(at.known_at, log.zone)
    return amendment.effective <= at.as_of and amendment.known <= known_on
