"""A deal as it goes into the table and as it comes out."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from dealclock.access.closing import DealClosing
from dealclock.access.people import People
from dealclock.agreement.terms import Terms
from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog, day_of
from dealclock.store import keys
from dealclock.store.codec import Codec
from dealclock.store.item import Item
from dealclock.team.team import Team

ZONE = "America/New_York"  # of a line of the directory that an earlier release wrote


@dataclass(frozen=True, slots=True)
class Bundle:
    """A deal to load under an id. With a `day` it is a rehearsal that starts on that day."""

    id: str
    terms: Terms
    team: Team
    facts: tuple[Fact, ...]
    day: date | None = None

    @property
    def rehearsal(self) -> bool:
        """Whether it is a rehearsal: a deal with a day of its own."""
        return self.day is not None


@dataclass(frozen=True, slots=True)
class LoadChanges:
    """What loading a bundle changes: version numbers before (0: none) and after, new facts by id.

    `known_facts` counts the bundle's facts already in the table, word for word.
    """

    id: str
    created: bool
    terms: tuple[int, int]
    team: tuple[int, int]
    new_facts: tuple[str, ...]
    known_facts: int

    @property
    def nothing(self) -> bool:
        """Whether the table holds all of it already."""
        versions = self.terms[0] == self.terms[1] and self.team[0] == self.team[1]
        return versions and not self.new_facts


@dataclass(frozen=True, slots=True)
class Meta:
    """A deal without its content: what it is and how far it has come.

    `day` is a rehearsal's own day, None for a live deal; `fact_sequence` counts its facts;
    `wake_on` is the day it is to be assessed next, `date.min` for "at the next sweep"; `handled`
    counts what people did with its alerts, `approved` what second persons approved; `closing` is
    there once a lead asked for the deal to be closed. `known_at` is
    the latest instant a rehearsal was played up to on its day; None before it was, and for a live
    deal.
    """

    id: str
    code_name: str
    rehearsal: bool
    day: date | None
    terms_version: int
    team_version: int
    fact_sequence: int
    wake_on: date
    handled: int = 0
    known_at: datetime | None = None
    approved: int = 0
    closing: DealClosing | None = None

    @property
    def closed(self) -> bool:
        """Whether the deal is closed: silent, and only read."""
        return self.closing is not None and self.closing.is_closed


META = Codec(Meta, apart=("id", "closing"))


def asleep(deal: str, rehearsal: bool, on: date) -> Item:
    """What of META lets the deal sleep until a day: its own wake date, and the index's."""
    return {**META.changes(wake_on=on), **keys.wake(rehearsal, on, deal)}


def woken(deal: str, rehearsal: bool) -> Item:
    """What of META lets the next sweep look at the deal."""
    return asleep(deal, rehearsal, date.min)


@dataclass(frozen=True, slots=True)
class StoredDeal:
    """A deal as of one moment, with the terms, team and facts that belong to it.

    `defaults` are those of the readings, by question, as they were kept with the team.
    """

    meta: Meta
    terms: Terms
    team: Team
    log: FactLog
    defaults: Mapping[str, str] = field(default_factory=dict)

    def at(self, now: datetime) -> "StoredDeal":
        """The deal with its lists of people as they hold today: a reader's day, never its own."""
        return replace(self, team=self.team.on(day_of(now, self.log.zone)))


@dataclass(frozen=True, slots=True)
class DirectoryEntry:
    """A line of the directory: enough to say who may see the deal, and by which names it goes."""

    id: str
    code_name: str
    rehearsal: bool
    people: People
    zone: str = ZONE
    aliases: tuple[str, ...] = ()
    closed: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The code name, then the aliases."""
        return (self.code_name, *self.aliases)

    def at(self, now: datetime) -> "DirectoryEntry":
        """The line with its lists of people as they hold today, in the deal's zone."""
        return replace(self, people=self.people.on(day_of(now, self.zone)))


LISTED = Codec(DirectoryEntry, apart=("id",))
