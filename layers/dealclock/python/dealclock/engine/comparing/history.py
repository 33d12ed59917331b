"""How an assessment came to be another: by facts, by versions of the terms, by days passing.

    from                 F5 recorded        amended             to
    --|----- days -----------*----- days -------*----- days -----|-->

The way is walked in the order in which things became known. Each figure that moved is told with
every step of the way on which it moved.
"""

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from typing import Literal

from dealclock.agreement.terms import Terms
from dealclock.engine.assessment import Assessment
from dealclock.engine.comparing.moves import Move, moves
from dealclock.engine.comparing.quantities import Name
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog, end_of, last_day_of
from dealclock.records import record

_TICK = timedelta(microseconds=1)


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


Assess = Callable[[FactLog, date, datetime], Assessment]


def history(
    terms: Terms, log: FactLog, start: Moment, end: Moment, assess: Assess
) -> Iterator[Caused]:
    """Each figure that moved from `start` to `end`, with why.

    A figure that moved and came back is not told.
    """
    steps: dict[Name, list[tuple[Cause, str, str]]] = {}
    first = here = assess(_known(log, start.known_at), start.as_of, start.known_at)
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
    """Each step of the way with the assessment it leads to."""
    known = list(_known(log, start.known_at).facts)
    coming = sorted(
        (f for f in log.facts if start.known_at < log.recorded_at(f) <= end.known_at),
        key=log.recorded_at,
    )
    amended = {a.id: max(a.effective, a.known) for a in terms.amendments}
    stops = sorted(
        [(d, i) for i, d in amended.items() if _between(d, start, end, log)],
        key=lambda stop: stop[0],
    )
    here = start.as_of

    def state(day: date, instant: datetime) -> Assessment:
        return assess(FactLog(tuple(known), log.zone), day, instant)

    def pass_to(day: date, instant: datetime) -> Iterator[tuple[Cause, Assessment]]:
        """Days pass, stopping where a version takes effect."""
        nonlocal here
        while stops and stops[0][0] <= day:
            stop, version = stops.pop(0)
            if here < stop - timedelta(days=1):
                here = stop - timedelta(days=1)
                yield Cause("days", "", here), state(here, end_of(here, log.zone) - _TICK)
            here = max(here, stop)
            yield Cause("version", version, stop), state(here, end_of(here, log.zone))
        if here < day:
            here = day
            yield Cause("days", "", day), state(day, instant)

    for fact in coming:
        told = log.recorded_at(fact)
        yield from pass_to(min(max(here, last_day_of(told, log.zone)), end.as_of), told)
        known.append(fact)
        yield Cause("fact", fact.id, fact.on), state(here, max(told, start.known_at))
    yield from pass_to(end.as_of, end.known_at)
    yield Cause("days", "", end.as_of), state(end.as_of, end.known_at)


def _known(log: FactLog, instant: datetime) -> FactLog:
    return FactLog(tuple(f for f in log.facts if _by(f, log, instant)), log.zone)


def _by(fact: Fact, log: FactLog, instant: datetime) -> bool:
    return log.recorded_at(fact) <= instant


def _between(day: date, start: Moment, end: Moment, log: FactLog) -> bool:
    """Whether a version in force and known from `day` on is so at the end and not at the start."""
    then = min(start.as_of, last_day_of(start.known_at, log.zone))
    return then < day <= min(end.as_of, last_day_of(end.known_at, log.zone))
