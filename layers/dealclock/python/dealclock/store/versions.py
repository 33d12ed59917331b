"""Who put what into the table, and when: versions of the team and the terms, and facts."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from dealclock.agreement.readings.all import DEFAULTS
from dealclock.alerts.team import Team
from dealclock.store import keys
from dealclock.store.codec import Codec
from dealclock.store.item import StoredItem
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


TEAM_VERSION = Codec(TeamVersion, apart=("number", "team"))


def team_in(row: StoredItem) -> Team:
    """The team in a TEAM item, under the defaults of readings that were kept with it."""
    return row.model("content", Team).under(defaults_in(row))


def kept_defaults(before: StoredItem | None) -> str:
    """The defaults of readings to keep with the next version of a team, as JSON text.

    Those kept with the version before, and today's of what is asked since.
    """
    return json.dumps({**DEFAULTS, **(defaults_in(before) if before else {})}, sort_keys=True)


def defaults_in(row: StoredItem) -> dict[str, str]:
    """The defaults of readings kept in a TEAM item; none in one from before they were kept."""
    if "defaults" not in row:
        return {}
    try:
        return {
            str(question): str(was) for question, was in json.loads(row.text("defaults")).items()
        }
    except (ValueError, AttributeError):
        raise row.unreadable("defaults") from None


class Versions(OnTable):
    """The versions of the deals, and who stored them."""

    def team_versions(self, deal: str) -> Iterator[TeamVersion]:
        """Every version of a deal's team, the first one first."""
        for row in self._table.query(keys.of_deal(deal), keys.team(0), f"{keys.TEAM}~"):
            number = int(row.text("SK").removeprefix(keys.TEAM))
            yield TEAM_VERSION.read(row, number=number, team=team_in(row))

    def terms_stored_by(self, deal: str, version: int) -> str | None:
        """Who loaded a version of the terms; None where there is no such version."""
        return self._stored_by(deal, keys.terms(version))

    def fact_stored_by(self, deal: str, fact_id: str) -> str | None:
        """Who recorded a fact; None where nothing stands under that id."""
        return self._stored_by(deal, keys.fact(fact_id))

    def _stored_by(self, deal: str, key: str) -> str | None:
        row = self._table.get(keys.of_deal(deal), key)
        return row.text("stored_by") if row else None
