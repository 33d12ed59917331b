"""When each route may next be spoken on: one message at a time, and none while it asks to wait.

One instant a route, in the deal's own partition: `free_at`. Whoever is about to send takes the
route for a moment; whoever was told to wait moves the instant on. Every claim reads it first, so a
channel that said 429 is left alone by all workers, and no other channel waits for it.
"""

from datetime import datetime, timedelta

from dealclock.store import keys
from dealclock.store.item import Item
from dealclock.store.table import ConditionFailed, OnTable
from dealclock.store.write import Absent, AtMost, Condition, Less, Update, any_of

_KEPT = timedelta(days=2)  # longer than any wait; then the item may go


class Traffic(OnTable):
    """The routes of the deals."""

    def route_free_at(self, deal: str, route: str) -> datetime | None:
        """When the route may be spoken on again; None when it always could."""
        row = self._table.get(keys.of_deal(deal), keys.route(route))
        return row.instant("free_at") if row else None

    def reserve_slot(self, deal: str, route: str, now: datetime, gap: timedelta) -> datetime | None:
        """Take the route for `gap`; exactly one of many at once succeeds and is answered None.

        The others are told when to try again. A turn whose answer was lost is lost: nothing is
        sent on it, and the next comes after `gap`.
        """
        free = any_of(Absent("free_at"), AtMost("free_at", now))
        try:
            self._table.write(_until(deal, route, now + gap, free))
        except ConditionFailed:
            return self.route_free_at(deal, route) or now + gap
        return None

    def pause_route(self, deal: str, route: str, until: datetime) -> None:
        """Let nothing be sent on the route before `until`; a longer wait stays as it is."""
        longer = any_of(Absent("free_at"), Less("free_at", until))
        try:
            self._table.write(_until(deal, route, until, longer))
        except ConditionFailed:
            return


def _until(deal: str, route: str, free_at: datetime, when: Condition) -> Update:
    changes: Item = {"free_at": free_at, "expires_at": int((free_at + _KEPT).timestamp())}
    return Update(keys.of_deal(deal), keys.route(route), changes, when)
