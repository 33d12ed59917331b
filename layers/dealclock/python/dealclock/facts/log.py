"""The append-only log: which facts count on a day, given what was known at an instant."""

from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from operator import attrgetter
from zoneinfo import ZoneInfo

from dealclock.facts.fact import Fact
from dealclock.facts.kinds import KINDS
from dealclock.records import record

_ON = attrgetter("on")


@lru_cache(maxsize=4096)
def end_of(day: date, zone: str) -> datetime:
    """The instant at which civil `day` ends in `zone`: the start of the next one."""
    return datetime.combine(day + timedelta(days=1), time(), ZoneInfo(zone)).astimezone(UTC)


def day_of(instant: datetime, zone: str) -> date:
    """The civil day in `zone` on which `instant` falls."""
    return instant.astimezone(ZoneInfo(zone)).date()


def last_day_of(instant: datetime, zone: str) -> date:
    """The civil day in `zone` that has begun before `instant`: midnight is the end of one."""
    return day_of(instant - timedelta(microseconds=1), zone)


@record
class Seen:
    """A fact as it counts: its latest correction, under the id first recorded for it.

    `on` is the civil day it happened.
    """

    id: str
    fact: Fact
    on: date

    @property
    def hypothetical(self) -> bool:
        """Whether it was invented rather than seen."""
        return self.fact.basis == "hypothetical"


@record
class FactLog:
    """Every fact of a deal in the order recorded, and the zone of its civil days."""

    facts: tuple[Fact, ...]
    zone: str

    def recorded_at(self, fact: Fact) -> datetime:
        """When Dealclock was told; a fact in a file without an instant, by the end of its day."""
        return fact.recorded_at or end_of(fact.on, self.zone)

    def known(self, as_of: date, known_at: datetime) -> tuple[Seen, ...]:
        """The facts that count: recorded by `known_at` (included), happened by `as_of` (included).

        A fact corrected by then gives way to its correction, which keeps the first one's id; of
        two corrections of one fact the later recorded counts; one retracted does not count. In
        order of the day, then of recording.
        """
        zone = self.zone
        known = [f for f in self.facts if (f.recorded_at or end_of(f.on, zone)) <= known_at]
        corrected = {f.corrects for f in known if f.corrects}
        first = {f.id: f.corrects for f in self.facts if f.corrects}
        latest = {
            _root(f.id, first) if f.corrects else f.id: f for f in known if f.id not in corrected
        }
        counted = [
            Seen(root, f, f.on)
            for root, f in latest.items()
            if f.on <= as_of and not KINDS[f.kind].retracts
        ]
        return tuple(sorted(counted, key=_ON))

    def told_of(self, roots: Collection[str], known_at: datetime) -> tuple[Fact, ...]:
        """All that was recorded by `known_at` (included) under those ids first recorded, what was
        corrected or taken back since included; in the order recorded."""
        first = {f.id: f.corrects for f in self.facts if f.corrects}
        return tuple(
            f for f in self.facts if _root(f.id, first) in roots and self.recorded_at(f) <= known_at
        )

    def next_known_after(self, instant: datetime) -> datetime | None:
        """When the next fact becomes known, or None when all are known by `instant`."""
        return min((t for f in self.facts if (t := self.recorded_at(f)) > instant), default=None)


def _root(fact_id: str, corrects: dict[str, str]) -> str:
    while (earlier := corrects.get(fact_id)) is not None:
        fact_id = earlier
    return fact_id
