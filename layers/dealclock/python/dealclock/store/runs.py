"""Assessments, wake dates, completed checks, and the watchdog's state."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from datetime import date, datetime, timedelta
from operator import attrgetter
from typing import get_args

from dealclock.alerts.slots import SCHEDULED, Slot
from dealclock.errors import TooNewError
from dealclock.records import record
from dealclock.store import keys
from dealclock.store.archive import entry
from dealclock.store.closings import OPEN
from dealclock.store.codec import Codec
from dealclock.store.deal import Meta, asleep, unchanged, woken
from dealclock.store.item import Item, StoredItem
from dealclock.store.responses import count_unchanged
from dealclock.store.snapshot import meta_in
from dealclock.store.table import OnTable
from dealclock.store.write import (
    ALWAYS,
    NEW,
    PRESENT,
    Absent,
    AtMost,
    Condition,
    Equals,
    Put,
    Update,
    all_of,
    any_of,
)


@record
class Run:
    """One assessment by a scheduled check: how many deliveries it planned, and how many existed.

    `known_at` is the instant of the run, `wakes` the next day it set for the deal. `at` is when it
    was made, None for one not read from the table.
    """

    as_of: date
    slot: Slot
    planned: int
    already: int
    sweep: str
    known_at: datetime
    wakes: date
    at: datetime | None = field(default=None, compare=False)


@record
class Summary:
    """A deal's summary for questions across deals, and its sources.

    `body` is JSON text. It is stale if any of the versions differs from the deal's.
    """

    as_of: date
    terms_version: int
    team_version: int
    fact_sequence: int
    engine: str
    body: str


_AT_ONCE = 12  # runs read at once: one read unit

RUN = Codec(Run, apart=("as_of", "slot", "at"))

SUMMARY = Codec(Summary)


def _readable(row: StoredItem | None) -> Summary | None:
    try:
        return SUMMARY.read(row) if row else None
    except TooNewError:
        return None  # it can be recomputed


def _run(row: StoredItem) -> Run:
    """The run of a RUN item."""
    as_of, slot = row.text("SK").split("#")[1:]
    if slot not in get_args(Slot):
        raise row.unreadable("slot")
    day = date.fromisoformat(as_of)
    return RUN.read(row, as_of=day, slot=slot, at=row.instant("at"))


_SWEEP_TTL = timedelta(days=40)  # completed checks: longer than a restore can go back


@record
class Watch:
    """The watchdog's state: since when it runs and the schedules are not paused, and the result of
    its daily reconciliation.

    `reconciled_on` is the day of the last one, None before the first; `found` its findings and
    `unchecked` what it could not check, as JSON; `progress` the part of the next one that is made,
    "" if none, and `looked_at` when its last part was made. `unheard` are the ids of deals with an
    unanswered critical alert; `changed` names the changes of deals that were not assessed yet. Each
    is bounded, so that one item holds them.
    `reported` is the day of the last report to the outside watch, and what it said, "" if none.
    """

    since: datetime
    reconciled_on: date | None = None
    found: str = "[]"
    unheard: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    unchecked: str = "[]"
    progress: str = ""
    looked_at: datetime | None = None
    reported: str = ""


WATCH = Codec(Watch, required=("found",))


def _changed(now: datetime, when: Condition, changes: Mapping[str, object]) -> Update:
    changed = {**WATCH.changes(**changes), "at": now}
    return Update(keys.WATCH, keys.WATCH, changed, when)


class Runs(OnTable):
    """Runs, summaries and wake dates of deals, completed checks, and the watchdog's state."""

    def put_run(self, deal: str, run: Run, now: datetime) -> None:
        """Record a run; it replaces one of the same slot and day."""
        sk = keys.run(run.as_of, run.slot)
        self._table.write(Put.at(keys.of_deal(deal), sk, {**RUN.item(run), "at": now}))

    def get(self, deal: str, as_of: date, slot: Slot) -> Run | None:
        """The latest run of that slot and day."""
        row = self._table.get(keys.of_deal(deal), keys.run(as_of, slot))
        return _run(row) if row else None

    def of_day(self, deal: str, day: date) -> tuple[Run, ...]:
        """The runs of a day, in chronological order."""
        runs = map(_run, self._rows(keys.of_deal(deal), keys.run(day, "")))
        return tuple(sorted(runs, key=attrgetter("known_at")))

    def before(self, deal: str, day: date) -> Iterator[Run]:
        """The runs of the days before `day`, latest day first, read on demand, a few at a time."""
        pk, first, last = keys.of_deal(deal), keys.run(date.min, ""), keys.run(day, "")
        while rows := [
            row
            for row in self._table.query(pk, first, last, limit=_AT_ONCE, backwards=True)
            if row.text("SK") != last
        ]:
            yield from map(_run, rows)
            last = rows[-1].text("SK")

    def was_assessed(self, deal: str) -> bool:
        """Whether any run of the deal was recorded."""
        return next(self.before(deal, date.max), None) is not None

    def put_summary(self, deal: str, summary: Summary, now: datetime) -> bool:
        """Store the summary; False if one computed after `now` is stored.

        Compared by wall time, not by `as_of`, since a rehearsal may go back.
        """
        item: Item = {**SUMMARY.item(summary), "at": now}
        latest = any_of(NEW, AtMost("at", now))
        return self._wrote(Put.at(keys.of_deal(deal), keys.SUMMARY, item, latest))

    def summary(self, deal: str) -> Summary | None:
        """The deal's summary, if it was ever assessed."""
        row = self._table.get(keys.of_deal(deal), keys.SUMMARY)
        return _readable(row)

    def summaries(self, deals: Sequence[str]) -> Mapping[str, tuple[Meta, Summary | None]]:
        """Each deal's status and its summary, if any, in few reads.

        The two are read separately: an event recorded in between makes the summary look stale, or
        current for a moment longer. Missing deals, and deals of an unknown format, are omitted; a
        summary of an unknown format counts as none.
        """
        wanted = [(keys.of_deal(deal), sk) for deal in deals for sk in (keys.META, keys.SUMMARY)]
        rows = {(row.text("PK"), row.text("SK")): row for row in self._table.get_many(wanted)}
        result = {}
        for deal in deals:
            meta = rows.get((keys.of_deal(deal), keys.META))
            summary = rows.get((keys.of_deal(deal), keys.SUMMARY))
            with suppress(TooNewError):
                if meta is not None:
                    result[deal] = (meta_in(deal, meta), _readable(summary))
        return result

    def waking(self, rehearsal: bool, day: date) -> tuple[str, ...]:
        """Ids of the live deals, or the rehearsals, to assess on or before `day`.

        The caller must check that a rehearsal's own date is `day`.
        """
        end = (day + timedelta(days=1)).isoformat()  # sorts after every key of `day`
        rows = self._table.query(keys.wakes(rehearsal), "0", end, index=keys.WAKE_INDEX)
        return tuple(keys.deal_in(row.text("PK")) for row in rows)

    def wakes(self, rehearsal: bool, last: date) -> Mapping[str, date]:
        """The deals in the index that wake by a day, included, and were not woken: their dates."""
        first, end = (date.min + timedelta(days=1)).isoformat(), f"{last.isoformat()}#~"
        rows = self._table.query(keys.wakes(rehearsal), first, end, index=keys.WAKE_INDEX)
        return {
            keys.deal_in(row.text("PK")): date.fromisoformat(row.text("GSI1SK")[:10])
            for row in rows
        }

    def wake_of(self, deal: str) -> date | None:
        """The deal's wake date; None if it is not indexed under that date.

        Read from the deal, not from the index, which may lag.
        """
        row = self._table.get(keys.of_deal(deal), keys.META)
        if row is None or not all(name in row for name in ("wake_on", "GSI1PK", "GSI1SK")):
            return None
        indexed = {name: row.text(name) for name in ("GSI1PK", "GSI1SK")}
        wake = row.day("wake_on")
        return wake if indexed == keys.wake(row.flag("rehearsal"), wake, deal) else None

    def wake_at_once(self, deal: str, rehearsal: bool, now: datetime, by: str) -> None:
        """Let the next check assess the deal, with an audit entry.

        Always safe: assessing a deal too early sends nothing.
        """
        is_open = all_of(PRESENT, OPEN)
        self._commit(
            Update(keys.of_deal(deal), keys.META, woken(deal, rehearsal), is_open),
            entry(deal, "woken", by, now),
        )

    def set_wake(self, assessed: Meta, on: date) -> bool:
        """Set the deal's wake date to `on`; False if it changed since `assessed` was read.

        Then its wake date stays: an event or a response recorded during the assessment has set it
        to the next check, which must not be skipped.
        """
        when = all_of(
            *unchanged(assessed),
            count_unchanged("handled", assessed.handled),
            OPEN,
            ALWAYS if assessed.day is None else Equals("day", assessed.day),
        )
        changes = asleep(assessed.id, assessed.rehearsal, on)
        return self._wrote(Update(keys.of_deal(assessed.id), keys.META, changes, when))

    def put_sweep(self, rehearsal: bool, day: date, slot: Slot, at: datetime) -> None:
        """Record that a scheduled check queued all its work; idempotent."""
        expires = int((at + _SWEEP_TTL).timestamp())
        item: Item = {"slot": slot, "at": at, "expires_at": expires}
        self._table.write(Put.at(keys.sweeps(rehearsal), f"{day.isoformat()}#{slot}", item))

    def sweeps(self, rehearsal: bool, day: date) -> Mapping[Slot, datetime]:
        """The completed scheduled slots of a day, each with its instant."""
        rows = self._rows(keys.sweeps(rehearsal), f"{day.isoformat()}#")
        done = {row.text("slot"): row.instant("at") for row in rows}
        return {slot: done[slot] for slot in SCHEDULED if slot in done}

    def swept_mornings(self, first: date, last: date) -> frozenset[date]:
        """The days from `first` to `last`, both included, whose morning check of live deals
        completed."""
        rows = self._table.query(
            keys.sweeps(False), f"{first.isoformat()}#", f"{last.isoformat()}#~"
        )
        done = (row.text("SK").split("#") for row in rows)
        return frozenset(date.fromisoformat(day) for day, slot in done if slot == "morning")

    def watch(self) -> Watch | None:
        """The watchdog's state; None before its first run."""
        row = self._table.get(keys.WATCH, keys.WATCH)
        return WATCH.read(row) if row else None

    def put_watch(self, watch: Watch, now: datetime) -> None:
        """Store the watchdog's state."""
        self._table.write(Put.at(keys.WATCH, keys.WATCH, {**WATCH.item(watch), "at": now}))

    def change_watch(self, now: datetime, **changes: object) -> bool:
        """Change some of the watchdog's state, since others change the rest meanwhile; False if
        there is none.
        """
        return self._wrote(_changed(now, PRESENT, changes))

    def advance_check(self, before: Watch, now: datetime, **changes: object) -> bool:
        """Change the state of the daily check, if it is as it was `before`."""
        same = Equals("progress", before.progress) if before.progress else Absent("progress")
        changed = _changed(now, all_of(PRESENT, same), {**changes, "looked_at": now})
        return self._wrote(changed)
