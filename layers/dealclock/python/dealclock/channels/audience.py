"""Who would read a message: checked before every post, since a channel's members change.

A channel is allowed only if it is private, not archived, not shared with another organization or
workspace (or about to be), the bot is still a member, and every other member is on the deal's list.
Other bots count as members. A direct message is allowed only to an active, full member of the bot's
own workspace who is on the list. Someone who joins between the check and the post is missed, but
only people on the list can invite.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from slack_sdk import WebClient

from dealclock.alerts.outcome import Refused
from dealclock.channels.membership import membership_refusal
from dealclock.channels.web_api import read_call
from dealclock.people.people import Action, People, may, outsiders

_PAGE = 200  # members at a time, as Slack recommends
_SHARED = {
    "is_ext_shared": "channel_shared_outside",
    "is_org_shared": "channel_shared_in_organisation",
    "is_pending_ext_shared": "channel_share_pending",
    "pending_shared": "channel_share_pending",
    "pending_connected_team_ids": "channel_share_pending",
    "is_shared": "channel_shared",
}


class Audience:
    """Checks the readers of a post, every time; only the bot's own identity is cached."""

    def __init__(self, client: WebClient) -> None:
        self._client = client
        self._own: Mapping[str, Any] | None = None

    def own_id(self) -> str:
        """The bot's own user id; raises SlackCallError."""
        return str(self._identity()["user_id"])

    def refusal(self, to: str, people: People) -> Refused | None:
        """Why a deal's content may not be posted to that channel or person; None if it may.

        Raises SlackCallError.
        """
        return (
            self._person_refusal(to, people) if is_person(to) else self._members_refusal(to, people)
        )

    def _members_refusal(self, channel: str, people: People) -> Refused | None:
        info = read_call(self._client, "conversations.info", {"channel": channel})["channel"]
        if cause := _channel_refusal(info):
            return Refused(cause)
        members = [user for user in self._members(channel) if user != self.own_id()]
        strangers = outsiders(members, people)
        # Their number only: the cause is logged.
        return Refused(f"members_not_on_the_list: {len(strangers)}") if strangers else None

    def _person_refusal(self, user: str, people: People) -> Refused | None:
        if not may(people.of_slack(user), Action.RECEIVE, people):
            return Refused("person_not_on_the_list")
        info = read_call(self._client, "users.info", {"user": user})["user"]
        cause = membership_refusal(info, self._identity().get("team_id"))
        return Refused(cause) if cause else None

    def _identity(self) -> Mapping[str, Any]:
        if self._own is None:
            self._own = read_call(self._client, "auth.test", {})
        return self._own

    def _members(self, channel: str) -> Iterator[str]:
        cursor = ""
        while True:
            arguments = {
                "channel": channel,
                "limit": _PAGE,
                **({"cursor": cursor} if cursor else {}),
            }
            page = read_call(self._client, "conversations.members", arguments)
            yield from page["members"]
            cursor = page.get("response_metadata", {}).get("next_cursor", "")
            if not cursor:
                return


def is_person(to: str) -> bool:
    """Whether an id is a person's rather than a channel's."""
    return to[:1] in ("U", "W")


def _channel_refusal(channel: Mapping[str, Any]) -> str | None:
    """Why a channel is not allowed; missing information counts against it."""
    if channel.get("is_archived", True):
        return "is_archived"
    if not channel.get("is_private", False):
        return "channel_not_private"
    shared = next((cause for flag, cause in _SHARED.items() if channel.get(flag)), None)
    if shared is None and channel.get("is_member") is False:
        return "bot_not_in_channel"
    return shared
