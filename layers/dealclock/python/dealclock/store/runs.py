"""What is kept of an assessment: a summary a deal, and a record of each sweep's run."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import get_args

from dealclock.alerts.slots import Slot
from dealclock.store import keys
from dealclock.store.codec import Codec
from dealclock.store.deal import Meta
from dealclock.store.errors import TooNew
from dealclock.store.item import Item, StoredItem
from dealclock.store.snapshot import meta_in
from dealclock.store.table import ConditionFailed, OnTable
from dealclock.store.write import NEW, AtMost, Put, any_of


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


class RunLog(OnTable):
    """Summaries and runs of the deals."""

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
