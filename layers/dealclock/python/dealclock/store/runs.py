"""When deals were assessed and are to be next, completed sweeps, the memory of the watchdog."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import get_args

from dealclock.alerts.slots import SCHEDULED, Slot
from dealclock.store import keys
from dealclock.store.archive import entry
from dealclock.store.closings import OPEN
from dealclock.store.codec import Codec
from dealclock.store.deal import Meta, asleep, woken
from dealclock.store.errors import TooNew
from dealclock.store.item import Item, StoredItem
from dealclock.store.responses import unhandled_since
from dealclock.store.snapshot import meta_in
from dealclock.store.table import ConditionFailed, OnTable
from dealclock.store.write import ALWAYS, NEW, THERE, AtMost, Equals, Put, Update, all_of, any_of


@dataclass(frozen=True, slots=True)
class Run:
    """One assessment by a sweep: how many deliveries it planned, how many were there already.

    `known_at` is the run's own instant, `wakes` the day on which it let the deal be looked at next.
    """

    as_of: date
    slot: Slot
    planned: int
    already: int
    sweep: str
    known_at: datetime
    wakes: date


@dataclass(frozen=True, slots=True)
class Summary:
    """A deal in brief for questions across deals, and what it was computed from.

    `body` is JSON text. It is stale when any of the versions is not the deal's own.
    """

    as_of: date
    terms_version: int
    team_version: int
    fact_sequence: int
    engine: str
    body: str


RUN = Codec(Run, apart=("as_of", "slot"))

SUMMARY = Codec(Summary)


def _readable(row: StoredItem | None) -> Summary | None:
    try:
        return SUMMARY.read(row) if row else None
    except TooNew:
        return None  # it can be computed again


def _run(row: StoredItem) -> Run:
    """The run of a RUN item."""
    as_of, slot = row.text("SK").split("#")[1:]
    return RUN.read(row, as_of=date.fromisoformat(as_of), slot=_slot(row, slot))


def _slot(row: StoredItem, named: str) -> Slot:
    """The slot an item names; raises Unreadable for one there is not."""
    for slot in get_args(Slot):
        if named == slot:
            found: Slot = slot
            return found
    raise row.unreadable("slot")


_KEPT = timedelta(days=40)  # a completed sweep: longer than the table can be restored back


@dataclass(frozen=True, slots=True)
class Watch:
    """What the watchdog knows from its runs before: since when it watches, and of its daily look.

    `reconciled_on` is the day of the last, None before the first; `found` what it found, as JSON.
    `unheard` are the ids of deals of which something critical waited for an answer; `changed` names
    the changes of deals that were not assessed yet.
    """

    since: datetime
    reconciled_on: date | None = None
    found: str = "[]"
    unheard: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()


WATCH = Codec(Watch, required=("found",))


class Runs(OnTable):
    """Runs and summaries of deals, the days they wake, sweeps, and what the watchdog remembers."""

    def put_run(self, deal: str, run: Run, now: datetime) -> None:
        """Record a run; the same slot of the same day again takes its place."""
        item: Item = {
            "PK": keys.of_deal(deal),
            "SK": keys.run(run.as_of, run.slot),
            **RUN.item(run),
            "at": now,
        }
        self._table.write(Put(item))

    def get(self, deal: str, as_of: date, slot: Slot) -> Run | None:
        """The latest run of that slot and day."""
        row = self._table.get(keys.of_deal(deal), keys.run(as_of, slot))
        return _run(row) if row else None

    def of_day(self, deal: str, day: date) -> tuple[Run, ...]:
        """The runs of a day, in the order of their instants."""
        first, last = keys.run(day, ""), keys.run(day, "~")
        runs = map(_run, self._table.query(keys.of_deal(deal), first, last))
        return tuple(sorted(runs, key=lambda run: run.known_at))

    def before(self, deal: str, day: date) -> Iterator[Run]:
        """The runs of the days before `day`, the latest day first; read as they are asked for."""
        first, last = keys.run(date.min, ""), keys.run(day, "")
        yield from map(_run, self._table.query(keys.of_deal(deal), first, last, backwards=True))

    def was_assessed(self, deal: str) -> bool:
        """Whether any run of the deal was recorded."""
        return next(self.before(deal, date.max), None) is not None

    def put_summary(self, deal: str, summary: Summary, now: datetime) -> bool:
        """Keep the summary; False when one was kept that was computed after `now`.

        By wall time and not by `as_of`: a rehearsal may go back, a late worker may not.
        """
        item: Item = {
            "PK": keys.of_deal(deal),
            "SK": keys.SUMMARY,
            **SUMMARY.item(summary),
            "at": now,
        }
        latest = any_of(NEW, AtMost("at", now))
        try:
            self._table.write(Put(item, latest))
        except ConditionFailed:
            return False
        return True

    def summary(self, deal: str) -> Summary | None:
        """The deal's summary, if it was ever assessed."""
        row = self._table.get(keys.of_deal(deal), keys.SUMMARY)
        return _readable(row)

    def summaries(self, deals: Sequence[str]) -> Mapping[str, tuple[Meta, Summary | None]]:
        """Each deal's standing and its summary, if it was ever assessed, in few reads.

        The two are read apart: a fact recorded in between makes the summary look stale, or fresh
        for a moment longer. A deal that is not there is left out, and so is one that this release
        must not read; a summary that it must not read counts as none.
        """
        wanted = [(keys.of_deal(deal), sk) for deal in deals for sk in (keys.META, keys.SUMMARY)]
        rows = {(row.text("PK"), row.text("SK")): row for row in self._table.get_many(wanted)}
        found = {}
        for deal in deals:
            meta = rows.get((keys.of_deal(deal), keys.META))
            kept = rows.get((keys.of_deal(deal), keys.SUMMARY))
            with suppress(TooNew):
                if meta is not None:
                    found[deal] = (meta_in(deal, meta), _readable(kept))
        return found

    def waking(self, rehearsal: bool, day: date) -> tuple[str, ...]:
        """Ids of the live deals, or the rehearsals, to be assessed on or before `day`.

        Of a rehearsal it is still to be asked whether its own day is `day`.
        """
        end = (day + timedelta(days=1)).isoformat()  # sorts after every key of `day`
        rows = self._table.query(keys.wakes(rehearsal), "0", end, index=keys.WAKE_INDEX)
        return tuple(keys.deal_in(row.text("PK")) for row in rows)

    def wakes(self, rehearsal: bool) -> Mapping[str, date]:
        """Every deal of the index with the day it sleeps until."""
        rows = self._table.query(keys.wakes(rehearsal), "0", "~", index=keys.WAKE_INDEX)
        return {
            keys.deal_in(row.text("PK")): date.fromisoformat(row.text("GSI1SK")[:10])
            for row in rows
        }

    def wake_of(self, deal: str) -> date | None:
        """The day the deal sleeps until; None when it is not in the index under that day.

        Read from the deal and not from the index, which may lag a moment behind.
        """
        row = self._table.get(keys.of_deal(deal), keys.META)
        if row is None or not all(name in row for name in ("wake_on", "GSI1PK", "GSI1SK")):
            return None
        indexed = {name: row.text(name) for name in ("GSI1PK", "GSI1SK")}
        wake = row.day("wake_on")
        return wake if indexed == keys.wake(row.flag("rehearsal"), wake, deal) else None

    def wake_at_once(self, deal: str, rehearsal: bool, now: datetime, by: str) -> None:
        """Let the next sweep assess the deal, on any wake day; with an audit entry.

        Always safe: a deal that is looked at too soon says nothing.
        """
        there = all_of(THERE, OPEN)
        self._table.transact(
            [
                Update(keys.of_deal(deal), keys.META, woken(deal, rehearsal), there),
                entry(deal, "woken", by, now),
            ]
        )

    def set_wake(self, assessed: Meta, on: date) -> bool:
        """Let the deal sleep until `on`; False when it changed since `assessed` was read.

        Then its wake date stays: a fact recorded, or an alert answered, while the deal was being
        assessed has set it to the next sweep, and sleeping on would miss it.
        """
        unchanged = all_of(
            Equals("fact_sequence", assessed.fact_sequence),
            Equals("terms_version", assessed.terms_version),
            Equals("team_version", assessed.team_version),
            unhandled_since(assessed.handled),
            OPEN,
            ALWAYS if assessed.day is None else Equals("day", assessed.day),
        )
        changes = asleep(assessed.id, assessed.rehearsal, on)
        pk = keys.of_deal(assessed.id)
        try:
            self._table.write(Update(pk, keys.META, changes, unchanged))
        except ConditionFailed:
            return False
        return True

    def put_sweep(self, rehearsal: bool, day: date, slot: Slot, at: datetime) -> None:
        """Remember that a sweep queued all there was to do; again, it changes nothing."""
        item: Item = {
            "PK": keys.sweeps(rehearsal),
            "SK": f"{day.isoformat()}#{slot}",
            "slot": slot,
            "at": at,
            "expires_at": int((at + _KEPT).timestamp()),
        }
        self._table.write(Put(item))

    def sweeps(self, rehearsal: bool, day: date) -> Mapping[Slot, datetime]:
        """The scheduled slots of a day that completed, each with its instant."""
        rows = self._table.query(
            keys.sweeps(rehearsal), f"{day.isoformat()}#", f"{day.isoformat()}#~"
        )
        done = {row.text("slot"): row.instant("at") for row in rows}
        return {slot: done[slot] for slot in SCHEDULED if slot in done}

    def swept_mornings(self, first: date, last: date) -> frozenset[date]:
        """The days from `first` to `last`, both included, whose morning sweep of live deals
        completed."""
        rows = self._table.query(
            keys.sweeps(False), f"{first.isoformat()}#", f"{last.isoformat()}#~"
        )
        done = (row.text("SK").split("#") for row in rows)
        return frozenset(date.fromisoformat(day) for day, slot in done if slot == "morning")

    def watch(self) -> Watch | None:
        """What the watchdog remembers; None before its first run."""
        row = self._table.get(keys.WATCH, keys.WATCH)
        return WATCH.read(row) if row else None

    def put_watch(self, watch: Watch, now: datetime) -> None:
        """Remember."""
        self._table.write(Put({"PK": keys.WATCH, "SK": keys.WATCH, **WATCH.item(watch), "at": now}))
