"""Who may use the bot at all: full members of its own workspace, regardless of a deal's list.

Slack is queried about a user every few minutes, before any deal is read, so that neither the reply
nor its timing reveals anything about a deal. A user unknown to Slack is refused.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from slack_sdk import WebClient

from dealclock.channels.web_api import SlackCallError, parsing_response, read_call


def membership_refusal(user: Mapping[str, Any], own_team: object) -> str | None:
    """Why a `users.info` user is not a full member of workspace `own_team`; None if they are."""
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
_MAX_USERS = 2000  # cached users; the cache is cleared beyond this


class MembershipCheck:
    """Whether users may use the bot, according to Slack, cached for `REMEMBERED`."""

    def __init__(self, client: WebClient) -> None:
        self._client = client
        self._team: str | None = None
        self._cache: dict[str, tuple[datetime, str | None]] = {}

    def refusal(self, user: str, now: datetime) -> str | None:
        """Why the user may not use the bot, as a code; None for a full member of the workspace.

        "not_known" while Slack does not answer: no one gets access on a guess, and the failure is
        not cached.
        """
        checked_at, cause = self._cache.get(user, (None, None))
        if checked_at is not None and now - checked_at < REMEMBERED:
            return cause
        try:
            with parsing_response():
                if self._team is None:
                    self._team = str(read_call(self._client, "auth.test", {})["team_id"])
                info = read_call(self._client, "users.info", {"user": user})["user"]
                cause = membership_refusal(info, self._team)
        except SlackCallError:
            return "not_known"
        if len(self._cache) >= _MAX_USERS:
            self._cache.clear()
        self._cache[user] = (now, cause)
        return cause
