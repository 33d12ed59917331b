"""Versions of a team as they are stored, with the defaults of readings kept with them."""

import json
from dataclasses import dataclass
from datetime import datetime

from dealclock.agreement.readings.all import DEFAULTS
from dealclock.store.codec import Codec
from dealclock.store.item import StoredItem
from dealclock.team.team import Team


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
