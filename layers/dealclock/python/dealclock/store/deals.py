"""Deals: their terms, teams and events, in every version."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime
from typing import TypeVar

from pydantic import BaseModel

from dealclock.errors import DealclockError, LostError, NotFoundError, RefusedError, TooNewError
from dealclock.facts.kinds import kinds_of
from dealclock.people.team import Team, TeamVersion
from dealclock.store import formats, keys
from dealclock.store.archive import Detail, entry
from dealclock.store.closings import OPEN, Closings, refuse_closed
from dealclock.store.content import content
from dealclock.store.deal import (
    LISTED,
    META,
    TEAM_VERSION,
    Meta,
    StoredDeal,
    defaults_in,
    next_defaults,
    team_in,
    woken,
)
from dealclock.store.facts import Facts
from dealclock.store.item import Item, StoredItem
from dealclock.store.loading import Loading
from dealclock.store.members import DealsOfPeople, members, rows
from dealclock.store.snapshot import Snapshot, meta_in, snapshot
from dealclock.store.table import TRIES, OvertakenError, Table
from dealclock.store.write import NEW, PRESENT, Absent, Equals, Less, Put, Update, all_of, any_of
from dealclock.terms.terms import Terms

K = TypeVar("K")
V = TypeVar("V")


_SET_BY_LOADING = ("code_name", "aliases", "channel", "rehearsals")


_KEPT = 32  # deals, and versions, that one process keeps


def keep(cache: dict[K, V], key: K, value: V) -> V:
    """The value, kept as the latest of at most _KEPT."""
    cache.pop(key, None)
    cache[key] = value
    if len(cache) > _KEPT:
        cache.pop(next(iter(cache)), None)
    return value


class Deals(Closings, Loading, Facts, DealsOfPeople):
    """Reads deals and changes teams; loading, recording and closing are in their own modules.

    The status of a deal is read each time; the versions and events that it names never change, and
    are kept.
    """

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._read: dict[str, Snapshot] = {}
        self._versions: dict[tuple[str, str], StoredItem] = {}

    def get(
        self, deal: str, terms_version: int | None = None, team_version: int | None = None
    ) -> StoredDeal | None:
        """The deal with its content, in its latest versions or those given; None if missing."""
        current = snapshot(self._table, deal, self._read.get(deal))
        if current.meta is None:
            return None
        keep(self._read, deal, current)
        terms_key = keys.terms(terms_version or current.meta.terms_version)
        team_key = keys.team(team_version or current.meta.team_version)
        terms = self._version(deal, terms_key, Terms).model("content", Terms)
        team = self._version(deal, team_key, Team)
        current.refuse_unknown(kinds_of(terms))
        log = current.log(terms.agreement.time_zone)
        now_owned = team_in(team)
        if current.meta.handed:
            now_owned = now_owned.handing(current.meta.owners)
        return StoredDeal(current.meta, terms, now_owned, log, defaults_in(team))

    def meta(self, deal: str) -> Meta | None:
        """The deal's status; None if there is no such deal."""
        row = self._table.get(keys.of_deal(deal), keys.META)
        return meta_in(deal, row) if row else None

    def pausing_item(self, meta: Meta) -> str:
        """The kind of the newer release's item that pauses the deal, such as ANSWER; "" if none,
        or once this release can read it.
        """
        row = self._table.get(*meta.paused_by) if meta.paused_by else None
        return formats.kind_of(*meta.paused_by) if row and row.is_of_later_release else ""

    def pause(self, deal: str, item: tuple[str, ...]) -> None:
        """Record the keys of the item at which the work on the deal stopped; none once it can be
        read. A deal whose status cannot be read is paused by that alone.
        """
        with suppress(TooNewError):
            meta = self.meta(deal)
            if meta is not None and meta.paused_by != item:
                changes = META.changes(paused_by=item)
                self._wrote(Update(keys.of_deal(deal), keys.META, changes, PRESENT))

    def of_channel(self, channel: str) -> str | None:
        """The id of the deal with that Slack channel, or None."""
        row = self._table.get(keys.channel(channel), keys.DEAL)
        return row.text("deal") if row else None

    def rehearse_to(self, deal: str, day: date, now: datetime, by: str) -> None:
        """Move a rehearsal to `day`, forward or back; raises NotFoundError, RefusedError.

        Moved forward it keeps its wake date; otherwise the next check assesses it, since an earlier
        date may be due.
        """
        for _ in range(TRIES):
            meta = self.meta(deal)
            if meta is None:
                raise NotFoundError(f"there is no deal {deal!r}; first load it as a rehearsal.")
            if meta.day is None:
                raise RefusedError(
                    f"{meta.code_name} is a live deal and follows the calendar; load it as a "
                    "rehearsal under another id."
                )
            refuse_closed(meta)
            changes = META.changes(day=day, **({"known_at": None} if day != meta.day else {}))
            if day <= meta.day:
                changes = {**changes, **woken(deal, rehearsal=True)}
            # Checked again at the table: a live deal must never be moved.
            unchanged = all_of(Equals("rehearsal", True), Equals("day", meta.day), OPEN)
            audit = entry(deal, "rehearsed", by, now, {"day": day.isoformat()})
            # If not, it was moved by someone else meanwhile: read again whether this goes back.
            if self._tried(Update(keys.of_deal(deal), keys.META, changes, unchanged), audit):
                return
        raise OvertakenError("other users kept moving the rehearsal; try again")

    def rehearse_until(self, deal: str, day: date, known_at: datetime) -> None:
        """Record that a rehearsal on `day` has reached `known_at`; never moves back."""
        earlier = any_of(Absent("known_at"), Less("known_at", known_at))
        when = all_of(Equals("day", day), earlier)
        played = META.changes(known_at=known_at)
        # If not, it was moved, or is already further.
        self._wrote(Update(keys.of_deal(deal), keys.META, played, when))

    def _version(self, deal: str, key: str, model: type[BaseModel]) -> StoredItem:
        """A version of the terms or the team, read once: META names it, and it never changes."""
        at = keys.of_deal(deal), key
        row = self._versions.get(at) or self._table.get(*at, may_lag=True) or self._table.get(*at)
        if row is None:
            raise LostError(f"{key} is not in the table; restore it from a backup.")
        row.model("content", model)  # one that cannot be read may be restored
        return keep(self._versions, at, row)

    def change_team(
        self, meta: Meta, before: Team, team: Team, now: datetime, by: str, detail: Detail
    ) -> int:
        """Store the next version of the team; returns its number. The next check assesses the deal.

        `meta` and `before` are what the change was based on: if the team or the terms have changed
        since, nothing is written and OvertakenError is raised. `detail` goes into the audit trail.
        """
        for name in _SET_BY_LOADING:
            if getattr(before, name) != getattr(team, name):
                raise DealclockError(f"{name} can be changed only by loading the deal's files")
        refuse_closed(meta)
        number, pk = meta.team_version + 1, keys.of_deal(meta.id)
        defaults = next_defaults(self._table.get(pk, keys.team(meta.team_version)))
        version: Item = {
            **content(team).attributes,
            "defaults": defaults,
            "stored_at": now,
            "stored_by": by,
            "settled": detail.get("subject", ""),
        }
        changes = {**META.changes(team_version=number), **woken(meta.id, meta.rehearsal)}
        unchanged = all_of(
            Equals("team_version", meta.team_version),
            Equals("terms_version", meta.terms_version),
            OPEN,
        )
        people = team.access
        listed = {**LISTED.changes(people=people), "members": members(people)}
        if not self._wrote(
            Put.at(pk, keys.team(number), version, NEW),
            Update(pk, keys.META, changes, unchanged),
            Update(keys.DEALS, meta.id, listed, PRESENT),
            *self.within(rows(meta.id, people, before.access)),
            entry(meta.id, "settled", by, now, {**detail, "team": number}),
        ):
            raise OvertakenError(
                "the deal's settings changed in the meantime; review them and try again"
            )
        return number

    def team_versions(self, deal: str) -> Iterator[TeamVersion]:
        """Every version of a deal's team, oldest first."""
        for row in self._rows(keys.of_deal(deal), keys.TEAM):
            number = int(row.text("SK").removeprefix(keys.TEAM))
            yield TEAM_VERSION.read(row, number=number, team=team_in(row))

    def terms_stored_by(self, deal: str, version: int) -> str | None:
        """Who loaded a version of the terms; None if there is no such version."""
        return self._stored_by(deal, keys.terms(version))

    def fact_stored_by(self, deal: str, fact_id: str) -> str | None:
        """Who recorded an event; None if there is none with that id."""
        return self._stored_by(deal, keys.fact(fact_id))

    def _stored_by(self, deal: str, key: str) -> str | None:
        row = self._table.get(keys.of_deal(deal), key)
        return row.text("stored_by") if row else None
