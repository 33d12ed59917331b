"""Closing a deal and opening it again: written with the deal, each with its audit entry.

A closed deal is in no index, so no sweep finds it; and every write to what it holds asks that it is
open, at the table, so that none slips in between.
"""

from collections.abc import Mapping
from datetime import date, datetime

from dealclock.access.closing import Closing
from dealclock.store import keys
from dealclock.store.archive import entry
from dealclock.store.deal import Meta
from dealclock.store.errors import DealClosed, Overtaken
from dealclock.store.item import Item, Row
from dealclock.store.table import ConditionFailed, OnTable
from dealclock.store.write import THERE, Condition, Equals, Exists, Missing, Put, Update, all_of

OPEN = Missing("closed")
"""The condition under which a deal may be written to."""

_OUT: Item = {"GSI1PK": None, "GSI1SK": None}  # of the wake index
_WRITTEN = (
    *("closing_by", "closing_name", "closing_why", "closing_at", "closing_seen"),
    *("closed", "closed_by", "closed_name"),
)


class Closings(OnTable):
    """Which deals are closed, or are asked to be."""

    def ask_to_close(self, seen: Meta, closing: Closing, now: datetime, by: str) -> None:
        """Note that the deal is to be closed; a second person is to confirm it.

        Raises DealClosed, and Overtaken where the deal is not as `seen` any more.
        """
        refuse_closed(seen)
        asked = entry(seen.id, "asked to close", by, now, {"person": closing.by})
        self._write(seen, [self._meta(seen, _item(closing), OPEN), asked])

    def close(self, seen: Meta, closing: Closing, now: datetime, by: str) -> None:
        """Close it as it was asked for, and silence it. Raises as above."""
        refuse_closed(seen)
        silent: Item = {"PK": keys.of_deal(seen.id), "SK": keys.ESCALATE, "known_at": now}
        detail = {"person": closing.confirmed_by, "asked_by": closing.by}
        self._write(
            seen,
            [
                self._meta(seen, {**_item(closing), **_OUT}, OPEN),
                Put(silent),
                self._listed(seen, {"closed": True}),
                entry(seen.id, "closed", by, now, detail),
            ],
        )

    def reopen(self, seen: Meta, now: datetime, by: str, detail: Mapping[str, str]) -> None:
        """Open it again, or take back that it is to be closed; the next sweep looks at it."""
        awake: Item = {"wake_on": date.min, **keys.wake(seen.rehearsal, date.min, seen.id)}
        gone: Item = dict.fromkeys(_WRITTEN)
        what = "reopened" if seen.closed else "not closed"
        self._write(
            seen,
            [
                self._meta(seen, {**gone, **awake}, Exists("closing_at")),
                self._listed(seen, {"closed": False}),
                entry(seen.id, what, by, now, detail),
            ],
        )

    def _write(self, seen: Meta, writes: list[Update | Put]) -> None:
        try:
            self._table.transact(writes)
        except ConditionFailed:
            raise Overtaken(f"{seen.code_name} changed meanwhile; look again") from None

    def _meta(self, seen: Meta, changes: Item, so: Condition) -> Update:
        unmoved = all_of(
            Equals("fact_sequence", seen.fact_sequence),
            Equals("terms_version", seen.terms_version),
            Equals("team_version", seen.team_version),
            so,
        )
        return Update(keys.of_deal(seen.id), keys.META, changes, unmoved)

    def _listed(self, seen: Meta, changes: Item) -> Update:
        return Update(keys.DEALS, seen.id, changes, THERE)


def closing_in(row: Row) -> Closing | None:
    """The closing in a META item; None where none was asked for."""
    if "closing_at" not in row:
        return None
    closed = "closed" in row
    return Closing(
        by=row.text("closing_by"),
        name=row.text("closing_name"),
        why=row.text("closing_why"),
        at=row.instant("closing_at"),
        seen=row.text("closing_seen"),
        confirmed_by=row.text("closed_by") if closed else "",
        confirmed_name=row.text("closed_name") if closed else "",
        confirmed_at=row.instant("closed") if closed else None,
    )


def refuse_closed(meta: Meta) -> None:
    """Raise DealClosed for a closed deal."""
    if meta.closed:
        raise DealClosed(
            f"{meta.code_name} is closed and only read; a lead can open it again: "
            "/deal close reopen because WHY."
        )


def _item(closing: Closing) -> Item:
    return {
        "closing_by": closing.by,
        "closing_name": closing.name,
        "closing_why": closing.why,
        "closing_at": closing.at,
        "closing_seen": closing.seen,
        "closed": closing.confirmed_at,
        "closed_by": closing.confirmed_by or None,
        "closed_name": closing.confirmed_name or None,
    }
