"""What the watchdog goes by: which sweeps completed, and what it found out itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from dealclock.alerts.slots import SCHEDULED, Slot
from dealclock.store import keys
from dealclock.store.item import Item
from dealclock.store.table import OnTable
from dealclock.store.write import Put

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


class Watching(OnTable):
    """Completed sweeps, and the watchdog's own memory."""

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

    def watch(self) -> Watch | None:
        """What the watchdog remembers; None before its first run."""
        row = self._table.get(keys.WATCH, keys.WATCH)
        if row is None:
            return None
        return Watch(
            since=row.instant("since"),
            reconciled_on=row.day("reconciled_on") if "reconciled_on" in row else None,
            found=row.text("found"),
            unheard=row.words("unheard"),
            changed=row.words("changed"),
        )

    def put_watch(self, watch: Watch, now: datetime) -> None:
        """Remember."""
        item: Item = {
            "PK": keys.WATCH,
            "SK": keys.WATCH,
            "since": watch.since,
            "reconciled_on": watch.reconciled_on,
            "found": watch.found,
            "unheard": watch.unheard or None,  # an empty set is none to DynamoDB
            "changed": watch.changed or None,
            "at": now,
        }
        self._table.write(Put(item))
