"""Who put what into the table, and when: versions of the team and the terms, and facts."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from dealclock.alerts.team import Team
from dealclock.store import keys
from dealclock.store.table import OnTable


@dataclass(frozen=True, slots=True)
class TeamVersion:
    """One version of a deal's team: the latest from `stored_at` until the next one's.

    `settled` is what was changed at the desk, "" for a version that was loaded.
    """

    number: int
    stored_at: datetime
    stored_by: str
    team: Team
    settled: str = ""


class Versions(OnTable):
    """The versions of the deals, and who stored them."""

    def teams(self, deal: str) -> Iterator[TeamVersion]:
        """Every version of a deal's team, the first one first."""
        for row in self._table.between(keys.of_deal(deal), keys.team(0), f"{keys.TEAM}~"):
            yield TeamVersion(
                int(row.text("SK").removeprefix(keys.TEAM)),
                row.instant("stored_at"),
                row.text("stored_by"),
                row.model("content", Team),
                row.text("settled") if "settled" in row else "",
            )

    def terms_stored_by(self, deal: str, version: int) -> str | None:
        """Who loaded a version of the terms; None where there is no such version."""
        return self._stored_by(deal, keys.terms(version))

    def fact_stored_by(self, deal: str, fact_id: str) -> str | None:
        """Who recorded a fact; None where nothing stands under that id."""
        return self._stored_by(deal, keys.fact(fact_id))

    def _stored_by(self, deal: str, key: str) -> str | None:
        row = self._table.get(keys.of_deal(deal), key)
        return row.text("stored_by") if row else None
