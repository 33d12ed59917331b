"""The append-only log: which facts are in effect on a day, given what was known at an instant."""

from collections.abc import Collection, Mapping
from dataclasses import field
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from operator import attrgetter
from zoneinfo import ZoneInfo

from dealclock.facts.corrections import ids_taken_back, retracts, roots
from dealclock.facts.fact import Fact
from dealclock.records import record

_ON = attrgetter("on")


@lru_cache(maxsize=4096)
def end_of(day: date, zone: str) -> datetime:
    """The instant at which civil `day` ends in `zone`: the start of the next one. The last day of
    the calendar has no next one: its end is the last instant.
    """
    if day == date.max:
        return datetime.max.replace(tzinfo=UTC)
    return datetime.combine(day + timedelta(days=1), time(), ZoneInfo(zone)).astimezone(UTC)


def day_of(instant: datetime, zone: str) -> date:
    """The civil day in `zone` on which `instant` falls."""
    return instant.astimezone(ZoneInfo(zone)).date()


def last_day_of(instant: datetime, zone: str) -> date:
    """The civil day in `zone` that has begun before `instant`: midnight is the end of one."""
    return day_of(instant - timedelta(microseconds=1), zone)


@record
class EffectiveFact:
    """A fact in effect: its latest correction, under the id first recorded for it.

    `on` is the civil day it happened; `kind`, `about` and `hypothetical` are the fact's, kept here
    because every assessment reads them of every fact. `abouts` is everything it is about: it counts
    for each. `about` is the first, None if it is about nothing.
    """

    id: str
    fact: Fact
    on: date
    kind: str
    about: str | None
    hypothetical: bool
    abouts: tuple[str, ...] = ()

    @classmethod
    def of(cls, fact: Fact, first: str | None = None) -> "EffectiveFact":
        """An event in effect, under the id `first` recorded for it, or else its own."""
        abouts = fact.abouts
        return cls(
            first or fact.id,
            fact,
            fact.on,
            fact.kind,
            next(iter(abouts), None),
            fact.basis == "hypothetical",
            abouts,
        )


@record
class FactLog:
    """Every fact of a deal in the order recorded, and the zone of its civil days.

    `_told` is when each was recorded, with the form it has when in effect.
    """

    facts: tuple[Fact, ...]
    zone: str
    _told: tuple[tuple[datetime, EffectiveFact], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        corrects = {f.id: f.corrects for f in self.facts if f.corrects}
        first = roots(corrects)
        recorded = [
            (self.recorded_at(fact), EffectiveFact.of(fact, first.get(fact.id)))
            for fact in self.facts
        ]
        object.__setattr__(self, "_told", tuple(recorded))

    def first(self, number: int) -> "FactLog":
        """The log of the first N events, whose forms in effect are the same objects."""
        log = object.__new__(FactLog)
        object.__setattr__(log, "facts", self.facts[:number])
        object.__setattr__(log, "zone", self.zone)
        object.__setattr__(log, "_told", self._told[:number])
        return log

    def recorded_at(self, fact: Fact) -> datetime:
        """When the event was recorded; the end of its day for one in a file without an instant."""
        return fact.recorded_at or end_of(fact.on, self.zone)

    def known(self, as_of: date, known_at: datetime) -> tuple[EffectiveFact, ...]:
        """The facts in effect: recorded by `known_at` (included), happened by `as_of` (included).

        A fact corrected by then gives way to its correction, which keeps the first one's id; of
        two corrections of one fact the later recorded counts. A correction taken back by then
        gives way to what it corrected; an event taken back does not count, nor its corrections. In
        order of the day, then of recording.
        """
        by = known_at.astimezone(UTC)  # as facts have theirs: sooner compared
        known = [seen for at, seen in self._told if at <= by]
        gone = ids_taken_back([seen.fact for seen in known])
        latest: dict[str, EffectiveFact] = {}
        for seen in known:
            if seen.fact.id not in gone and not retracts(seen.fact):
                latest.pop(seen.id, None)  # the place of the one that counts
                latest[seen.id] = seen
        counted = [seen for r, seen in latest.items() if r not in gone and seen.on <= as_of]
        return tuple(sorted(counted, key=_ON))

    def kinds(self) -> Mapping[str, str]:
        """The kind of every event, by the id first recorded for it; retracted ones included."""
        return {seen.id: seen.kind for _, seen in self._told if not retracts(seen.fact)}

    def entries_of(self, roots: Collection[str], known_at: datetime) -> tuple[Fact, ...]:
        """Everything recorded by `known_at` (included) under those first recorded ids, with what
        was corrected or retracted since; in the order recorded.
        """
        return tuple(seen.fact for at, seen in self._told if seen.id in roots and at <= known_at)

    def next_known_after(self, instant: datetime) -> datetime | None:
        """When the next fact becomes known, or None when all are known by `instant`."""
        return min((at for at, _ in self._told if at > instant), default=None)
