"""Which deals have something to do by a day."""

from datetime import date, timedelta

from dealclock.store import keys
from dealclock.store.deal import Meta
from dealclock.store.handling import unhandled_since
from dealclock.store.item import Item, Value
from dealclock.store.table import ConditionFailed, OnTable
from dealclock.store.write import Update, When


class Wakes(OnTable):
    """The wake index, which only saves work: it may lag a moment behind the deals."""

    def due(self, rehearsal: bool, day: date) -> tuple[str, ...]:
        """Ids of the live deals, or the rehearsals, to be assessed on or before `day`.

        Of a rehearsal it is still to be asked whether its own day is `day`.
        """
        end = (day + timedelta(days=1)).isoformat()  # sorts after every key of `day`
        rows = self._table.between(keys.wakes(rehearsal), "0", end, index=keys.WAKE_INDEX)
        return tuple(keys.deal_in(row.text("PK")) for row in rows)

    def set_wake(self, assessed: Meta, on: date) -> bool:
        """Let the deal sleep until `on`; False when it changed since `assessed` was read.

        Then its wake date stays: a fact recorded, or an alert answered, while the deal was being
        assessed has set it to the next sweep, and sleeping on would miss it.
        """
        seen: dict[str, Value] = {
            "facts": assessed.fact_sequence,
            "terms": assessed.terms_version,
            "team": assessed.team_version,
        }
        asked = "#fact_sequence = :facts AND #terms_version = :terms AND #team_version = :team"
        unhandled = unhandled_since(assessed.handled)
        seen.update(unhandled.values)
        asked += f" AND {unhandled.expression}"
        if assessed.day is not None:
            seen["day"] = assessed.day
            asked += " AND #day = :day"
        changes: Item = {"wake_on": on, **keys.wake(assessed.rehearsal, on, assessed.id)}
        pk = keys.of_deal(assessed.id)
        try:
            self._table.write(Update(pk, keys.META, changes, When(asked, seen)))
        except ConditionFailed:
            return False
        return True
