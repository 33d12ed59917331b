"""Closing and reopening deals, each with an audit entry in the same transaction.

A closed deal is in no index, so no scheduled check finds it. Every write to a deal requires, as a
condition in the table, that the deal is open.
"""

from collections.abc import Mapping
from datetime import datetime

from dealclock.errors import ConflictError
from dealclock.people.acts import Act
from dealclock.store import keys
from dealclock.store.acts import CLOSING
from dealclock.store.archive import entry
from dealclock.store.deal import Meta, unchanged, woken
from dealclock.store.item import Item
from dealclock.store.table import OnTable, OvertakenError
from dealclock.store.write import PRESENT, Absent, Append, Condition, Exists, Put, Update, all_of

OPEN = Absent("closed")
"""The condition under which a deal may be written to."""

_LEAVE_INDEX: Item = {"GSI1PK": None, "GSI1SK": None}  # of the wake index


class Closings(OnTable):
    """Closed deals, and requests to close a deal."""

    def request_close(self, meta: Meta, closing: Act, now: datetime, by: str) -> None:
        """Record a request to close the deal; a second person must confirm it.

        Raises ConflictError, and OvertakenError if the deal changed since `meta` was read.
        """
        refuse_closed(meta)
        request = entry(meta.id, "asked to close", by, now, {"person": closing.by})
        self._write(meta, [self._meta(meta, CLOSING.item(closing), OPEN), request])

    def close(self, meta: Meta, closing: Act, now: datetime, by: str) -> None:
        """Close the deal as requested, and stop its escalations. Raises as above."""
        refuse_closed(meta)
        no_escalation: Item = {"PK": keys.of_deal(meta.id), "SK": keys.ESCALATE, "known_at": now}
        detail = {"person": closing.second, "asked_by": closing.by}
        self._write(
            meta,
            [
                self._meta(meta, {**CLOSING.item(closing), **_LEAVE_INDEX}, OPEN),
                Put(no_escalation),
                self._listed(meta, {"closed": True}),
                entry(meta.id, "closed", by, now, detail),
            ],
        )

    def reopen(self, meta: Meta, now: datetime, by: str, detail: Mapping[str, str]) -> None:
        """Reopen the deal, or withdraw the request to close it; the next check assesses it."""
        removed: Item = dict.fromkeys(CLOSING.attributes)
        what = "reopened" if meta.closed else "not closed"
        self._write(
            meta,
            [
                self._meta(
                    meta, {**removed, **woken(meta.id, meta.rehearsal)}, Exists("closing_at")
                ),
                self._listed(meta, {"closed": False}),
                entry(meta.id, what, by, now, detail),
            ],
        )

    def _write(self, meta: Meta, writes: list[Update | Put | Append]) -> None:
        if not self._wrote(*writes):
            raise OvertakenError(
                f"{meta.code_name} changed in the meantime; check it and try again"
            )

    def _meta(self, meta: Meta, changes: Item, condition: Condition) -> Update:
        when = all_of(*unchanged(meta), condition)
        return Update(keys.of_deal(meta.id), keys.META, changes, when)

    def _listed(self, meta: Meta, changes: Item) -> Update:
        return Update(keys.DEALS, meta.id, changes, PRESENT)


def refuse_closed(meta: Meta) -> None:
    """Raise ConflictError for a closed deal."""
    if meta.closed:
        raise ConflictError(
            f"{meta.code_name} is closed and read-only; a lead can reopen it: /deal close reopen "
            "because WHY."
        )
