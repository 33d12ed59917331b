"""Deals, read: one with its content, one's standing, the directory, the deal of a channel."""

from contextlib import suppress
from datetime import date, datetime

from dealclock.agreement.terms import Terms
from dealclock.facts.log import FactLog
from dealclock.store import keys
from dealclock.store.archive import entry
from dealclock.store.closings import OPEN, refuse_closed
from dealclock.store.deal import LISTED, META, DirectoryEntry, Meta, StoredDeal, woken
from dealclock.store.errors import NoSuchDeal, NotARehearsal, OvertakenError, Unreadable
from dealclock.store.item import StoredItem
from dealclock.store.snapshot import meta_in, snapshot
from dealclock.store.table import TRIES, ConditionFailed, OnTable
from dealclock.store.versions import defaults_in, team_in
from dealclock.store.write import Absent, Equals, Less, Update, all_of, any_of


class DealReads(OnTable):
    """The deals of the table. Every read is consistent: it sees all writes that were answered."""

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
                raise NoSuchDeal(f"there is no deal {deal!r}; load it as a rehearsal first.")
            if meta.day is None:
                raise NotARehearsal(
                    f"{meta.code_name} is a live deal, whose day is the calendar's; load the deal "
                    "again under another id as a rehearsal."
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
        raise OvertakenError("the rehearsal was moved again and again by others; try again")

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


def _listed(row: StoredItem) -> DirectoryEntry | None:
    """The line of the directory; None for one that cannot be read."""
    try:
        return LISTED.read(row, id=row.text("SK"))
    except Unreadable:
        return None
