"""What people did with a deal's alerts: appended once each, with its audit entry, never changed.

META counts them. So of two people who act at the same moment each sees what the other did before
it is decided what his own act is, and a deal that is being assessed meanwhile does not sleep past
the day on which an answer runs out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import get_args

from dealclock.alerts.handling import Handled, Handling
from dealclock.store import keys
from dealclock.store.archive import entry
from dealclock.store.closings import OPEN, refuse_closed
from dealclock.store.errors import NoSuchDeal, Overtaken
from dealclock.store.item import Item, Row
from dealclock.store.snapshot import meta_in
from dealclock.store.table import TRIES, ConditionFailed, OnTable
from dealclock.store.write import NEW, THERE, Condition, Equals, Missing, Put, Update, all_of


@dataclass(frozen=True, slots=True)
class Decided:
    """What was done, and whether it was there before: then nothing was written."""

    handled: Handled
    already: bool


class Handlings(OnTable):
    """What people did with the alerts of the deals."""

    def handled(self, deal: str) -> tuple[Handled, ...]:
        """Everything done with a deal's alerts, in the order it was done."""
        rows = self._table.query(keys.of_deal(deal), keys.handled(""), keys.handled("~"))
        return tuple(sorted((_read(row) for row in rows), key=lambda h: h.at))

    def handle(
        self,
        deal: str,
        decide: Callable[[tuple[Handled, ...]], Decided],
        now: datetime,
        by: str,
    ) -> Decided:
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
            kept = decide(self.handled(deal))
            if kept.already:
                return kept
            done = kept.handled
            number = meta.handled + 1
            changes: Item = {
                "handled": number,
                "wake_on": date.min,
                **keys.wake(meta.rehearsal, date.min, deal),
            }
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
            except (ConditionFailed, Overtaken):
                # Someone else acted between our look and our write, or our own write arrived and
                # its answer was lost: a new look can tell.
                continue
            return kept
        raise Overtaken("others kept acting on the deal's alerts; try again")


def unhandled_since(count: int) -> Condition:
    """Nobody has done anything with the deal's alerts since `count` things were done."""
    if count == 0:
        return all_of(THERE, Missing("handled"))
    return Equals("handled", count)


def _written(deal: str, done: Handled, number: int) -> Item:
    return {
        "PK": keys.of_deal(deal),
        "SK": keys.handled(f"{done.instance}#{keys.instant(done.at)}#{number:06d}"),
        "instance": done.instance,
        "due": done.due,
        "revision": done.revision,
        "action": done.action,
        "by": done.by,
        "done_at": done.at,
        "until_day": done.until,
    }


def _read(row: Row) -> Handled:
    return Handled(
        instance=row.text("instance"),
        due=row.day("due") if "due" in row else None,
        revision=row.number("revision"),
        action=_action(row),
        by=row.text("by"),
        at=row.instant("done_at"),
        until=row.day("until_day") if "until_day" in row else None,
    )


def _action(row: Row) -> Handling:
    for action in get_args(Handling):
        if row.text("action") == action:
            found: Handling = action
            return found
    raise row.unreadable("action")
