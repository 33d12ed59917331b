"""Who would read a message: checked before every post, since a channel's members change.

A channel will do only if it is private, not archived, not shared with another organisation nor
about to be, and every member but this very bot is on the deal's list. Another bot reads along like
anyone else. Someone who joins between the check and the post is not seen; whoever may invite is on
the list.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from slack_sdk import WebClient

from dealclock.access.people import People, outsiders
from dealclock.channels.outcome import Refused
from dealclock.channels.web_api import ask

_PAGE = 200  # members at a time, as Slack recommends
_SHARED = ("is_shared", "is_ext_shared", "is_org_shared", "is_pending_ext_shared")


class Audience:
    """The channels checked so far. It forgets nothing, so it must not outlive one batch."""

    def __init__(self, client: WebClient) -> None:
        self._client = client
        self._checked: dict[tuple[str, People], Refused | None] = {}
        self._own_id: str | None = None

    def own_id(self) -> str:
        """The bot's own user id; raises Failed."""
        if self._own_id is None:
            self._own_id = str(ask(self._client, "auth.test", {})["user_id"])
        return self._own_id

    def refusal(self, channel: str, people: People) -> Refused | None:
        """Why nothing of a deal of these people may be posted there; raises Failed."""
        key = (channel, people)
        if key not in self._checked:
            self._checked[key] = self._refusal(channel, people)
        return self._checked[key]

    def _refusal(self, channel: str, people: People) -> Refused | None:
        told = ask(self._client, "conversations.info", {"channel": channel})["channel"]
        if unfit := _unfit(told):
            return Refused(unfit)
        members = [each for each in self._members(channel) if each != self.own_id()]
        strangers = outsiders(members, people)
        # How many and not who: a cause is read by whoever reads the logs.
        return Refused(f"members_not_on_the_list: {len(strangers)}") if strangers else None

    def _members(self, channel: str) -> Iterator[str]:
        cursor = ""
        while True:
            given = {"channel": channel, "limit": _PAGE, **({"cursor": cursor} if cursor else {})}
            page = ask(self._client, "conversations.members", given)
            yield from page["members"]
            cursor = page.get("response_metadata", {}).get("next_cursor", "")
            if not cursor:
                return


def _unfit(channel: Mapping[str, Any]) -> str | None:
    """What Slack does not tell is taken for the worse."""
    if channel.get("is_archived", True):
        return "is_archived"
    if not channel.get("is_private", False):
        return "channel_not_private"
    pending = channel.get("pending_shared") or channel.get("pending_connected_team_ids")
    if pending or any(channel.get(flag) for flag in _SHARED):
        return "channel_shared"
    return None
