"""A deal's team, changed from the desk: another version of it, in one transaction.

The code name, the aliases and the channel belong to a deal by items of their own and are changed by
loading alone.
"""

from datetime import datetime

from dealclock.alerts.team import Team
from dealclock.store import keys
from dealclock.store.archive import Detail, entry
from dealclock.store.closings import OPEN, refuse_closed
from dealclock.store.content import content
from dealclock.store.deal import LISTED, META, Meta, woken
from dealclock.store.errors import OvertakenError, StoreError
from dealclock.store.item import Item
from dealclock.store.table import ConditionFailed, OnTable
from dealclock.store.versions import kept_defaults
from dealclock.store.write import NEW, THERE, Equals, Put, Update, all_of

_BY_LOADING = ("code_name", "aliases", "channel", "rehearsals")


class Teams(OnTable):
    """The teams of the deals, for changing one."""

    def change_team(
        self, seen: Meta, before: Team, team: Team, now: datetime, by: str, detail: Detail
    ) -> int:
        """Keep the next version of the team; its number. The next sweep looks at the deal.

        `seen` and `before` are what the change was made from: where the team or the terms are
        others by now, nothing is written and Overtaken is raised. `detail` goes into the archive.
        """
        for name in _BY_LOADING:
            if getattr(before, name) != getattr(team, name):
                raise StoreError(f"{name} is changed by loading the deal's files")
        refuse_closed(seen)
        number, pk = seen.team_version + 1, keys.of_deal(seen.id)
        defaults = kept_defaults(self._table.get(pk, keys.team(seen.team_version)))
        version: Item = {
            "PK": pk,
            "SK": keys.team(number),
            **content(team).attributes,
            "defaults": defaults,
            "stored_at": now,
            "stored_by": by,
            "settled": detail.get("subject", ""),
        }
        changes = {**META.changes(team_version=number), **woken(seen.id, seen.rehearsal)}
        unmoved = all_of(
            Equals("team_version", seen.team_version),
            Equals("terms_version", seen.terms_version),
            OPEN,
        )
        try:
            self._table.transact(
                [
                    Put(version, NEW),
                    Update(pk, keys.META, changes, unmoved),
                    Update(keys.DEALS, seen.id, LISTED.changes(people=team.access), THERE),
                    entry(seen.id, "settled", by, now, {**detail, "team": number}),
                ]
            )
        except ConditionFailed:
            raise OvertakenError("the deal's settings changed meanwhile; look again") from None
        return number
