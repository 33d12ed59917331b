"""From a person to the deals whose lists name them: rows that find deals, and grant nothing.

They are written with the list, in its transaction. Who may do what is asked of the deal's own line
of the directory at each read, so a row that outlived its list shows nothing. An earlier release
writes none: each run of a deal adds what is missing, and the watchdog compares every deal, some at
a time. Until it has, and while it does not run, the directory is read instead, from the deal up to
which it has come.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime, timedelta

from dealclock.errors import LostError
from dealclock.people.people import People
from dealclock.records import record
from dealclock.store import keys
from dealclock.store.codec import Codec
from dealclock.store.deal import LISTED, DirectoryEntry
from dealclock.store.item import StoredItem
from dealclock.store.table import OnTable
from dealclock.store.write import ALWAYS, Delete, Equals, Put, Update, Write

COMPLETE_FOR = timedelta(minutes=40)  # the watchdog runs every 15
MOST = 60  # rows in the transaction of a list; more are written before it


@record
class Progress:
    """Until when the rows count as complete; the day on which every deal was last compared, and up
    to which deal a comparison under way has come."""

    until: datetime | None = None
    on: date | None = None
    after: str = ""


PROGRESS = Codec(Progress)


def members(people: People) -> str:
    """A mark of the Slack users on a list."""
    return hashlib.sha256("\n".join(_users(people)).encode()).hexdigest()[:16]


def rows(deal: str, people: People, before: People | None = None) -> Iterator[Put | Delete]:
    """The writes of a row for everyone on the list of a deal, and for no one who has left it."""
    here = _users(people)
    for user in here:
        yield Put.at(*_key(user, deal), {"deal": deal})
    for user in _users(before) if before else ():
        if user not in here:
            yield Delete(*_key(user, deal), ALWAYS)


def entries(found: Iterable[StoredItem]) -> Iterator[DirectoryEntry]:
    """The directory entries that can be read."""
    for row in found:
        with suppress(LostError):
            yield LISTED.read(row, id=row.text("SK"))


class DealsOfPeople(OnTable):
    """The directory of deals, and the deals of a person."""

    def directory(self) -> tuple[DirectoryEntry, ...]:
        """Every deal with its people, by id. An unreadable entry hides only its own deal."""
        return tuple(entries(self._table.query(keys.DEALS, "0", "~")))

    def directory_part(
        self, after: str = "", most: int | None = None
    ) -> tuple[list[DirectoryEntry], list[str], str]:
        """At most that many deals of the directory, by id from `after`, excluded: their entries,
        the ids of those whose entry cannot be read, and the last id, "" if there are no more.
        """
        rows, last = self._part(after, most)
        listed = list(entries(rows))
        readable = {entry.id for entry in listed}
        return listed, [deal for row in rows if (deal := row.text("SK")) not in readable], last

    def listed(self, deals: Iterable[str]) -> tuple[DirectoryEntry, ...]:
        """The directory entries of these deals, in no order, except unreadable ones."""
        wanted = [(keys.DEALS, deal) for deal in dict.fromkeys(deals)]
        return tuple(entries(self._table.get_many(wanted)))

    def line(self, deal: str) -> DirectoryEntry | None:
        """The directory entry of one deal; None if missing or unreadable."""
        row = self._table.get(keys.DEALS, deal)
        return next(entries([row] if row else ()), None)

    def of_person(self, slack: str, now: datetime) -> tuple[DirectoryEntry, ...]:
        """The directory entries of the deals whose list has a Slack user, by id.

        Whether that user may do anything on a day is asked of each entry.
        """
        state, pk = self._compared(), keys.of_deal(keys.person(slack))
        complete = state.until is not None and state.until >= now
        after = state.after if state.until is None else ""
        rows = (row.text("deal") for row in self._rows(pk, keys.member("")))
        found = self.listed(deal for deal in rows if complete or deal <= after)
        if not complete:
            found += tuple(self.directory_part(after)[0])
        mine = (entry for entry in found if entry.people.of_slack(slack) is not None)
        return tuple(sorted(mine, key=lambda entry: entry.id))

    def named(self, names: Sequence[str]) -> tuple[str, ...]:
        """The ids of the deals with these code names or aliases, by id; each name at most once."""
        wanted = dict.fromkeys((keys.name(name), keys.DEAL) for name in names)
        return tuple(sorted({row.text("deal") for row in self._table.get_many(list(wanted))}))

    def within(self, writes: Iterable[Write]) -> list[Write]:
        """As many of the writes as fit into the transaction of a list; the rest is done at once."""
        all_writes = list(writes)
        for write in all_writes[MOST:]:
            self._table.write(write)
        return all_writes[:MOST]

    def add_missing(self, deal: str) -> bool:
        """Write the rows of a deal if its list has changed without them; whether it had."""
        row = self._table.get(keys.DEALS, deal)
        return row is not None and self._add_missing(row)

    def compare_members(self, now: datetime, most: int) -> int:
        """Compare at most that many deals with their rows, and add what is missing; once a day all.

        Once all are, the rows count as complete for a while. Returns how many deals lacked some.
        """
        state, added = self._compared(), 0
        if state.until is not None and state.until < now:
            state = Progress()  # an earlier release may have changed lists meanwhile
        counts = state.until is not None
        if not counts or state.on != now.date() or state.after:
            found, after = self._part(state.after, most)
            added = sum(map(self._add_missing, found))
            state = replace(state, after=after, on=state.on if after else now.date())
            counts = counts or not after
        if counts:
            state = replace(state, until=now + COMPLETE_FOR)
        self._table.write(Put.at(keys.MEMBERS, keys.MEMBERS, PROGRESS.item(state)))
        return added

    def _part(self, after: str, most: int | None) -> tuple[list[StoredItem], str]:
        first = f"{after}!" if after else "0"  # sorts right after it
        limit = most + 1 if most else None  # one more, to see whether any are left
        rows = list(self._table.query(keys.DEALS, first, "~", limit=limit))
        part = rows[:most]
        return part, part[-1].text("SK") if len(part) < len(rows) else ""

    def _compared(self) -> Progress:
        row = self._table.get(keys.MEMBERS, keys.MEMBERS)
        return PROGRESS.read(row) if row and not row.is_too_new else Progress()

    def _add_missing(self, row: StoredItem) -> bool:
        entry = next(entries([row]), None)
        if entry is None:
            return False
        mark = members(entry.people)
        if "members" in row and row.text("members") == mark:
            return False
        for write in rows(entry.id, entry.people):
            self._table.write(write)
        # If not, the list has changed meanwhile, and its own rows were written with it.
        same = Equals("people", row.text("people"))
        self._wrote(Update(keys.DEALS, entry.id, {"members": mark}, same))
        return True


def _users(people: People) -> list[str]:
    return sorted({person.slack for person in people.people})


def _key(user: str, deal: str) -> tuple[str, str]:
    return keys.of_deal(keys.person(user)), keys.member(deal)
