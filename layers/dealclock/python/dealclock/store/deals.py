"""Deals: their terms, teams and facts, and every version of them."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date, datetime

from dealclock.agreement.terms import Terms
from dealclock.facts.log import FactLog
from dealclock.store import keys
from dealclock.store.archive import Detail, entry
from dealclock.store.closings import OPEN, Closings, refuse_closed
from dealclock.store.content import content
from dealclock.store.deal import LISTED, META, DirectoryEntry, Meta, StoredDeal, woken
from dealclock.store.errors import NoSuchDeal, NotARehearsal, OvertakenError, StoreError, Unreadable
from dealclock.store.facts import Facts
from dealclock.store.item import Item, StoredItem
from dealclock.store.loading import Loading
from dealclock.store.snapshot import meta_in, snapshot
from dealclock.store.table import TRIES, ConditionFailed
from dealclock.store.versions import TEAM_VERSION, TeamVersion, defaults_in, kept_defaults, team_in
from dealclock.store.write import NEW, THERE, Absent, Equals, Less, Put, Update, all_of, any_of
from dealclock.team.team import Team


def _listed(row: StoredItem) -> DirectoryEntry | None:
    """The line of the directory; None for one that cannot be read."""
    try:
        return LISTED.read(row, id=row.text("SK"))
    except Unreadable:
        return None


_BY_LOADING = ("code_name", "aliases", "channel", "rehearsals")


class Deals(Closings, Loading, Facts):
    """Every deal; loading, recording and closing have modules of their own."""

    def get(
        self, deal: str, terms_version: int | None = None, team_version: int | None = None
    ) -> StoredDeal | None:
        """The deal with its content, at its latest versions or those given; None without one."""
        seen = snapshot(self._table, deal)
        if seen.meta is None:
            return None
        terms_key = keys.terms(terms_version or seen.meta.terms_version)
        team_key = keys.team(team_version or seen.meta.team_version)
        terms = self._version(deal, terms_key).model("content", Terms)
        team = self._version(deal, team_key)
        facts = tuple(kept.fact for kept in seen.facts)
        log = FactLog(facts, terms.agreement.time_zone)
        return StoredDeal(seen.meta, terms, team_in(team), log, defaults_in(team))

    def meta(self, deal: str) -> Meta | None:
        """The deal without its content; None without one."""
        row = self._table.get(keys.of_deal(deal), keys.META)
        return meta_in(deal, row) if row else None

    def of_channel(self, channel: str) -> str | None:
        """The id of the deal whose Slack channel that is."""
        row = self._table.get(keys.channel(channel), keys.DEAL)
        return row.text("deal") if row else None

    def directory(self) -> tuple[DirectoryEntry, ...]:
        """Every deal with its people, by id, but for those in `unlisted`.

        A line that cannot be read lets nobody see its deal, and hides no other.
        """
        lines = (_listed(row) for row in self._table.query(keys.DEALS, "0", "~"))
        return tuple(line for line in lines if line is not None)

    def listed(self, deals: Iterable[str]) -> tuple[DirectoryEntry, ...]:
        """The lines of these deals, in no order; without those that cannot be read."""
        wanted = [(keys.DEALS, deal) for deal in dict.fromkeys(deals)]
        lines = (_listed(row) for row in self._table.get_many(wanted))
        return tuple(line for line in lines if line is not None)

    def line(self, deal: str) -> DirectoryEntry | None:
        """The line of one deal; None without one, or for one that cannot be read."""
        row = self._table.get(keys.DEALS, deal)
        return _listed(row) if row else None

    def unlisted(self) -> tuple[str, ...]:
        """The ids of deals whose line in the directory cannot be read: load them again."""
        rows = self._table.query(keys.DEALS, "0", "~")
        return tuple(row.text("SK") for row in rows if _listed(row) is None)

    def rehearse_to(self, deal: str, day: date, now: datetime, by: str) -> None:
        """Move a rehearsal to `day`, forwards or back; raises NoSuchDeal, NotARehearsal.

        Moved forwards it wakes when it would have; otherwise at the next sweep, since whatever it
        waits for may come before.
        """
        for _ in range(TRIES):
            meta = self.meta(deal)
            if meta is None:
                raise NoSuchDeal(f"there is no deal {deal!r}; first load it as a rehearsal.")
            if meta.day is None:
                raise NotARehearsal(
                    f"{meta.code_name} is a live deal and follows the calendar; load it as a "
                    "rehearsal under another id."
                )
            refuse_closed(meta)
            changes = META.changes(day=day)
            if day != meta.day:
                changes = {**changes, **META.changes(known_at=None)}
            if day <= meta.day:
                changes = {**changes, **woken(deal, rehearsal=True)}
            # The flag is asked for again: it is what keeps a live deal in the present.
            unmoved = all_of(Equals("rehearsal", True), Equals("day", meta.day), OPEN)
            moved = entry(deal, "rehearsed", by, now, {"day": day.isoformat()})
            try:
                self._table.transact(
                    [Update(keys.of_deal(deal), keys.META, changes, unmoved), moved]
                )
            except (ConditionFailed, OvertakenError):
                # Moved by someone else in between: whether ours goes back is to be seen again.
                continue
            return
        raise OvertakenError("other users kept moving the rehearsal; try again")

    def rehearse_until(self, deal: str, day: date, known_at: datetime) -> None:
        """A rehearsal, on that day of its own, is played up to that instant; never back."""
        earlier = any_of(Absent("known_at"), Less("known_at", known_at))
        when = all_of(Equals("day", day), earlier)
        with suppress(ConditionFailed):  # it has moved, or was played further
            played = META.changes(known_at=known_at)
            self._table.write(Update(keys.of_deal(deal), keys.META, played, when))

    def _version(self, deal: str, key: str) -> StoredItem:
        row = self._table.get(keys.of_deal(deal), key)
        if row is None:
            raise Unreadable(f"{key} is not in the table; restore it from a backup.")
        return row

    def change_team(
        self, seen: Meta, before: Team, team: Team, now: datetime, by: str, detail: Detail
    ) -> int:
        """Keep the next version of the team; its number. The next sweep looks at the deal.

        `seen` and `before` are what the change was made from: where the team or the terms are
        others by now, nothing is written and Overtaken is raised. `detail` goes into the archive.
        """
        for name in _BY_LOADING:
            if getattr(before, name) != getattr(team, name):
                raise StoreError(f"{name} can be changed only by loading the deal's files")
        refuse_closed(seen)
        number, pk = seen.team_version + 1, keys.of_deal(seen.id)
        defaults = kept_defaults(self._table.get(pk, keys.team(seen.team_version)))
        version: Item = {
            "PK": pk,
            "SK": keys.team(number),
            **content(team).attributes,
            "defaults": defaults,
            "stored_at": now,
            "stored_by": by,
            "settled": detail.get("subject", ""),
        }
        changes = {**META.changes(team_version=number), **woken(seen.id, seen.rehearsal)}
        unmoved = all_of(
            Equals("team_version", seen.team_version),
            Equals("terms_version", seen.terms_version),
            OPEN,
        )
        try:
            self._table.transact(
                [
                    Put(version, NEW),
                    Update(pk, keys.META, changes, unmoved),
                    Update(keys.DEALS, seen.id, LISTED.changes(people=team.access), THERE),
                    entry(seen.id, "settled", by, now, {**detail, "team": number}),
                ]
            )
        except ConditionFailed:
            raise OvertakenError(
                "the deal's settings changed in the meantime; review them and try again"
            ) from None
        return number

    def team_versions(self, deal: str) -> Iterator[TeamVersion]:
        """Every version of a deal's team, the first one first."""
        for row in self._table.query(keys.of_deal(deal), keys.team(0), f"{keys.TEAM}~"):
            number = int(row.text("SK").removeprefix(keys.TEAM))
            yield TEAM_VERSION.read(row, number=number, team=team_in(row))

    def terms_stored_by(self, deal: str, version: int) -> str | None:
        """Who loaded a version of the terms; None where there is no such version."""
        return self._stored_by(deal, keys.terms(version))

    def fact_stored_by(self, deal: str, fact_id: str) -> str | None:
        """Who recorded a fact; None where nothing stands under that id."""
        return self._stored_by(deal, keys.fact(fact_id))

    def _stored_by(self, deal: str, key: str) -> str | None:
        row = self._table.get(keys.of_deal(deal), key)
        return row.text("stored_by") if row else None
