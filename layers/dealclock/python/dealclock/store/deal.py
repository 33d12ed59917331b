"""Deals as loaded, stored and listed."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from datetime import date, datetime

from dealclock.facts.fact import Fact
from dealclock.facts.log import FactLog, day_of
from dealclock.people.acts import Act
from dealclock.people.people import People
from dealclock.people.team import Team, TeamVersion
from dealclock.records import record
from dealclock.store import keys
from dealclock.store.codec import Codec
from dealclock.store.item import Item, StoredItem
from dealclock.store.write import Condition, Equals
from dealclock.terms.readings import DEFAULTS
from dealclock.terms.terms import Terms

ZONE = "America/New_York"  # for a directory entry written by an earlier release


@record
class Bundle:
    """The files of a deal, to load under an id. With a `day` it is a rehearsal from that day."""

    id: str
    terms: Terms
    team: Team
    facts: tuple[Fact, ...]
    day: date | None = None

    @property
    def rehearsal(self) -> bool:
        """Whether it is a rehearsal, with its own date."""
        return self.day is not None


@record
class LoadChanges:
    """What loading a bundle changes: version numbers before (0: none) and after, new event ids.

    `known_facts` counts the bundle's events that are already stored unchanged.
    """

    id: str
    created: bool
    terms: tuple[int, int]
    team: tuple[int, int]
    new_facts: tuple[str, ...]
    known_facts: int

    @property
    def nothing(self) -> bool:
        """Whether everything is already stored."""
        versions = self.terms[0] == self.terms[1] and self.team[0] == self.team[1]
        return versions and not self.new_facts


@record
class Meta:
    """The status of a deal, without its content.

    `day` is a rehearsal's own date, None for a live deal; `fact_sequence` counts its events;
    `wake_on` is the next day to assess it, `date.min` for the next check; `handled` counts the
    responses to its alerts, `approved` its second approvals; `closing` is set once a lead asked to
    close the deal. `known_at` is the latest instant that a rehearsal has reached on its date, None
    before that and for a live deal. `paused_by` are the keys of the item of a newer release at
    which the work on the deal last stopped; see `Deals.pausing_item`. `handed` are the items whose
    owner handed them to another person, each "INSTANCE PERSON".
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
    closing: Act | None = None
    paused_by: tuple[str, ...] = ()
    handed: tuple[str, ...] = ()

    @property
    def owners(self) -> dict[str, str]:
        """The person to whom an item was handed, by instance."""
        return dict(each.rsplit(" ", 1) for each in self.handed)

    @property
    def version(self) -> str:
        """The deal's version: another one once its terms, its team or its events have changed."""
        return f"{self.terms_version}.{self.team_version}.{self.fact_sequence}"

    @property
    def closed(self) -> bool:
        """Whether the deal is closed: read-only and without alerts."""
        return self.closing is not None and self.closing.is_confirmed


META = Codec(Meta, apart=("id", "closing"))


def unchanged(meta: Meta) -> Iterator[Condition]:
    """The conditions that the deal's events, terms and team are those of `meta`."""
    for name in ("fact_sequence", "terms_version", "team_version"):
        yield Equals(name, getattr(meta, name))


def asleep(deal: str, rehearsal: bool, on: date) -> Item:
    """Changes of META that let the deal sleep until a day: its wake date and the index keys."""
    return {**META.changes(wake_on=on), **keys.wake(rehearsal, on, deal)}


def woken(deal: str, rehearsal: bool) -> Item:
    """Changes of META that let the next check assess the deal."""
    return asleep(deal, rehearsal, date.min)


@record
class StoredDeal:
    """A consistent view of a deal with its terms, team and events.

    `defaults` are the default readings stored with the team, by question.
    """

    meta: Meta
    terms: Terms
    team: Team
    log: FactLog
    defaults: Mapping[str, str] = field(default_factory=dict)

    def at(self, now: datetime) -> "StoredDeal":
        """The deal with the people lists in effect at `now`, even for a rehearsal."""
        return replace(self, team=self.team.on(day_of(now, self.log.zone)))


@record
class DirectoryEntry:
    """A deal's directory entry: its names, and who may see it."""

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
        """The entry with the people lists in effect at `now`, in the deal's time zone."""
        return replace(self, people=self.people.on(day_of(now, self.zone)))


LISTED = Codec(DirectoryEntry, apart=("id",))


TEAM_VERSION = Codec(TeamVersion, apart=("number", "team"))


def team_in(row: StoredItem) -> Team:
    """The team in a TEAM item, with the default readings stored with it."""
    return row.model("content", Team).under(defaults_in(row))


def next_defaults(before: StoredItem | None) -> str:
    """The default readings to store with the next version of a team, as JSON text.

    Those of the previous version, and today's defaults for newer questions.
    """
    return json.dumps({**DEFAULTS, **(defaults_in(before) if before else {})}, sort_keys=True)


def defaults_in(row: StoredItem) -> dict[str, str]:
    """The default readings stored in a TEAM item; empty in early items."""
    if "defaults" not in row:
        return {}
    try:
        return {
            str(question): str(choice)
            for question, choice in json.loads(row.text("defaults")).items()
        }
    except (ValueError, AttributeError):
        raise row.unreadable("defaults") from None
