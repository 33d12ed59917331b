"""What people did with a deal's alerts: appended once each, with its audit entry, never changed.

META counts them. So of two people who act at the same moment each sees what the other did before
it is decided what his own act is, and a deal that is being assessed meanwhile does not sleep past
the day on which an answer runs out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from dealclock.alerts.responses import AlertResponse
from dealclock.store import keys
from dealclock.store.archive import entry
from dealclock.store.closings import OPEN, refuse_closed
from dealclock.store.codec import Codec
from dealclock.store.deal import META, woken
from dealclock.store.errors import NoSuchDeal, OvertakenError
from dealclock.store.item import Item
from dealclock.store.snapshot import meta_in
from dealclock.store.table import TRIES, ConditionFailed, OnTable
from dealclock.store.write import NEW, THERE, Absent, Condition, Equals, Put, Update, all_of


@dataclass(frozen=True, slots=True)
class ResponseRecord:
    """What was done, and whether it was there before: then nothing was written."""

    handled: AlertResponse
    already: bool


HANDLED = Codec(AlertResponse, names={"at": "done_at", "until": "until_day"})


class Handlings(OnTable):
    """What people did with the alerts of the deals."""

    def of_deal(self, deal: str) -> tuple[AlertResponse, ...]:
        """Everything done with a deal's alerts, in the order it was done."""
        rows = self._table.query(keys.of_deal(deal), keys.handled(""), keys.handled("~"))
        return tuple(sorted(map(HANDLED.read, rows), key=lambda h: h.at))

    def respond(
        self,
        deal: str,
        decide: Callable[[tuple[AlertResponse, ...]], ResponseRecord],
        now: datetime,
        by: str,
    ) -> ResponseRecord:
        """Append what `decide` makes of everything done before; it is asked again when overtaken.

        The deal is looked at by the next sweep, which finds the day the answer runs out. `by` is
        who asked, for the archive. Raises NoSuchDeal, Overtaken, and what `decide` raises.
        """
        pk = keys.of_deal(deal)
        for _ in range(TRIES):
            row = self._table.get(pk, keys.META)
            if row is None:
                raise NoSuchDeal(f"there is no deal {deal!r}; load it first.")
            meta = meta_in(deal, row)
            refuse_closed(meta)
            kept = decide(self.of_deal(deal))
            if kept.already:
                return kept
            done = kept.handled
            number = meta.handled + 1
            changes = {**META.changes(handled=number), **woken(deal, meta.rehearsal)}
            detail: dict[str, str | int] = {
                "instance": done.instance,
                "person": done.by,
                "revision": done.revision,
                "until": done.until.isoformat() if done.until else "",
            }
            try:
                self._table.transact(
                    [
                        Put(_written(deal, done, number), NEW),
                        Update(pk, keys.META, changes, all_of(unhandled_since(meta.handled), OPEN)),
                        entry(deal, done.action, by, now, detail),
                    ]
                )
            except (ConditionFailed, OvertakenError):
                # Someone else acted between our look and our write, or our own write arrived and
                # its answer was lost: a new look can tell.
                continue
            return kept
        raise OvertakenError("others kept acting on the deal's alerts; try again")


def unhandled_since(count: int) -> Condition:
    """Nobody has done anything with the deal's alerts since `count` things were done."""
    if count == 0:
        return all_of(THERE, Absent("handled"))
    return Equals("handled", count)


def _written(deal: str, done: AlertResponse, number: int) -> Item:
    return {
        "PK": keys.of_deal(deal),
        "SK": keys.handled(f"{done.instance}#{keys.instant(done.at)}#{number:06d}"),
        **HANDLED.item(done),
    }
