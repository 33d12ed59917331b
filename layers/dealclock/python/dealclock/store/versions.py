"""Stored versions of a team, with the default readings stored with them."""

import json
from dataclasses import dataclass
from datetime import datetime

from dealclock.people.team import Team
from dealclock.store.codec import Codec
from dealclock.store.item import StoredItem
from dealclock.terms.readings import DEFAULTS


@dataclass(frozen=True, slots=True)
class TeamVersion:
    """One version of a deal's team: current from `stored_at` until the next one's.

    `settled` is the setting changed in chat, "" for a version loaded from files.
    """

    number: int
    stored_at: datetime
    stored_by: str
    team: Team
    settled: str = ""


TEAM_VERSION = Codec(TeamVersion, apart=("number", "team"))


def team_in(row: StoredItem) -> Team:
    """The team in a TEAM item, with the default readings stored with it."""
    return row.model("content", Team).under(defaults_in(row))


def next_defaults(before: StoredItem | None) -> str:
    """The default readings to store with the next version of a team, as JSON text.

    Those of the previous version, and today's defaults for newer questions.
    """
    return json.dumps({**DEFAULTS, **(defaults_in(before) if before else {})}, sort_keys=True)


def defaults_in(row: StoredItem) -> dict[str, str]:
    """The default readings stored in a TEAM item; empty in early items."""
    if "defaults" not in row:
        return {}
    try:
        return {
            str(question): str(choice)
            for question, choice in json.loads(row.text("defaults")).items()
        }
    except (ValueError, AttributeError):
        raise row.unreadable("defaults") from None
