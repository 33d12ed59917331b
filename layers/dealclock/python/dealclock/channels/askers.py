"""Who may ask at all: members of the bot's own workspace, regardless of a deal's list.

Slack is asked about a user once in some minutes, before any deal is looked at, so that nothing of a
deal shows in the answer or in how long it takes. A user whom Slack tells nothing of is refused.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from slack_sdk import WebClient

from dealclock.channels.web_api import SlackCallError, ask, reading


def why_no_member(user: Mapping[str, Any], own_team: object) -> str | None:
    """Why the user of `users.info` is no full member of the workspace `own_team`; None for one."""
    if user.get("deleted", True):
        return "person_deactivated"
    if user.get("is_bot", True):
        return "person_is_a_bot"
    if user.get("is_stranger") or own_team is None or user.get("team_id") != own_team:
        return "person_of_another_organisation"
    if user.get("is_restricted", True) or user.get("is_ultra_restricted", True):
        return "person_is_a_guest"
    return None


REMEMBERED = timedelta(minutes=5)
_MOST = 2000  # users; a container that has met more forgets them all


class Askers:
    """Whether users may ask, asked of Slack and remembered for `REMEMBERED`."""

    def __init__(self, client: WebClient) -> None:
        self._client = client
        self._team: str | None = None
        self._known: dict[str, tuple[datetime, str | None]] = {}

    def refusal(self, user: str, now: datetime) -> str | None:
        """Why the user may ask nothing, as a code; None for a full member of the workspace.

        "not_known" while Slack does not answer: nobody is let in on a guess, and what was not
        answered is not remembered.
        """
        asked_at, cause = self._known.get(user, (None, None))
        if asked_at is not None and now - asked_at < REMEMBERED:
            return cause
        try:
            with reading():
                if self._team is None:
                    self._team = str(ask(self._client, "auth.test", {})["team_id"])
                told = ask(self._client, "users.info", {"user": user})["user"]
                cause = why_no_member(told, self._team)
        except SlackCallError:
            return "not_known"
        if len(self._known) >= _MOST:
            self._known.clear()
        self._known[user] = (now, cause)
        return cause
