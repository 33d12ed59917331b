"""Closing a deal and opening it again: written with the deal, each with its audit entry.

A closed deal is in no index, so no sweep finds it; and every write to what it holds asks that it is
open, at the table, so that none slips in between.
"""

from collections.abc import Mapping
from datetime import datetime

from dealclock.access.closing import DealClosing
from dealclock.store import keys
from dealclock.store.archive import entry
from dealclock.store.codec import Codec
from dealclock.store.deal import Meta, woken
from dealclock.store.errors import DealClosed, OvertakenError
from dealclock.store.item import Item, StoredItem
from dealclock.store.table import ConditionFailed, OnTable
from dealclock.store.write import THERE, Absent, Condition, Equals, Exists, Put, Update, all_of

OPEN = Absent("closed")
"""The condition under which a deal may be written to."""

_OUT: Item = {"GSI1PK": None, "GSI1SK": None}  # of the wake index
CLOSING = Codec(
    DealClosing,
    names={
        "by": "closing_by",
        "name": "closing_name",
        "why": "closing_why",
        "at": "closing_at",
        "seen": "closing_seen",
        "confirmed_by": "closed_by",
        "confirmed_name": "closed_name",
        "confirmed_at": "closed",
    },
)


class Closings(OnTable):
    """Which deals are closed, or are asked to be."""

    def request_close(self, seen: Meta, closing: DealClosing, now: datetime, by: str) -> None:
        """Note that the deal is to be closed; a second person is to confirm it.

        Raises DealClosed, and Overtaken where the deal is not as `seen` any more.
        """
        refuse_closed(seen)
        asked = entry(seen.id, "asked to close", by, now, {"person": closing.by})
        self._write(seen, [self._meta(seen, CLOSING.item(closing), OPEN), asked])

    def close(self, seen: Meta, closing: DealClosing, now: datetime, by: str) -> None:
        """Close it as it was asked for, and silence it. Raises as above."""
        refuse_closed(seen)
        silent: Item = {"PK": keys.of_deal(seen.id), "SK": keys.ESCALATE, "known_at": now}
        detail = {"person": closing.confirmed_by, "asked_by": closing.by}
        self._write(
            seen,
            [
                self._meta(seen, {**CLOSING.item(closing), **_OUT}, OPEN),
                Put(silent),
                self._listed(seen, {"closed": True}),
                entry(seen.id, "closed", by, now, detail),
            ],
        )

    def reopen(self, seen: Meta, now: datetime, by: str, detail: Mapping[str, str]) -> None:
        """Open it again, or take back that it is to be closed; the next sweep looks at it."""
        gone: Item = dict.fromkeys(CLOSING.attributes)
        what = "reopened" if seen.closed else "not closed"
        self._write(
            seen,
            [
                self._meta(seen, {**gone, **woken(seen.id, seen.rehearsal)}, Exists("closing_at")),
                self._listed(seen, {"closed": False}),
                entry(seen.id, what, by, now, detail),
            ],
        )

    def _write(self, seen: Meta, writes: list[Update | Put]) -> None:
        try:
            self._table.transact(writes)
        except ConditionFailed:
            raise OvertakenError(
                f"{seen.code_name} changed in the meantime; check it and try again"
            ) from None

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


def closing_in(row: StoredItem) -> DealClosing | None:
    """The closing in a META item; None where none was asked for."""
    if "closing_at" not in row:
        return None
    for name in ("closed_by", "closed_name") if "closed" in row else ():
        row.text(name)  # who confirmed it must be there
    return CLOSING.read(row)


def refuse_closed(meta: Meta) -> None:
    """Raise DealClosed for a closed deal."""
    if meta.closed:
        raise DealClosed(
            f"{meta.code_name} is closed and read-only; a lead can reopen it: /deal close reopen "
            "because WHY."
        )
