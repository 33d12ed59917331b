"""Which deals have something to do by a day."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta

from dealclock.store import keys
from dealclock.store.archive import entry
from dealclock.store.closings import OPEN
from dealclock.store.deal import Meta
from dealclock.store.handling import unhandled_since
from dealclock.store.item import Item
from dealclock.store.table import ConditionFailed, OnTable
from dealclock.store.write import ALWAYS, THERE, Equals, Update, all_of


class Wakes(OnTable):
    """The wake index, which only saves work: it may lag a moment behind the deals."""

    def due(self, rehearsal: bool, day: date) -> tuple[str, ...]:
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

    def wakes_as_kept(self, deal: str) -> date | None:
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
        """Let the next sweep assess the deal, whatever its wake day was; with an audit entry.

        Always safe: a deal that is looked at too soon says nothing.
        """
        changes: Item = {"wake_on": date.min, **keys.wake(rehearsal, date.min, deal)}
        there = all_of(THERE, OPEN)
        self._table.transact(
            [
                Update(keys.of_deal(deal), keys.META, changes, there),
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
        changes: Item = {"wake_on": on, **keys.wake(assessed.rehearsal, on, assessed.id)}
        pk = keys.of_deal(assessed.id)
        try:
            self._table.write(Update(pk, keys.META, changes, unchanged))
        except ConditionFailed:
            return False
        return True
