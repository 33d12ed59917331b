"""Who would read a message: checked before every single post, since a channel's members change.

A channel will do only if it is private, not archived, not shared with another organisation or
workspace nor about to be, the bot is still in it, and every member but this very bot is on the
deal's list. Another bot reads along like anyone else. A person will do for a direct message only if
they are on the list, and are an active, full member of the bot's own workspace. Someone who joins
between the check and the post is not seen; anyone who may invite is on the list.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from slack_sdk import WebClient

from dealclock.access.people import Action, People, may, outsiders
from dealclock.channels.askers import why_no_member
from dealclock.channels.outcome import Refused
from dealclock.channels.web_api import ask

_PAGE = 200  # members at a time, as Slack recommends
_UNFIT = {
    "is_ext_shared": "channel_shared_outside",
    "is_org_shared": "channel_shared_in_organisation",
    "is_pending_ext_shared": "channel_share_pending",
    "pending_shared": "channel_share_pending",
    "pending_connected_team_ids": "channel_share_pending",
    "is_shared": "channel_shared",
}


class Audience:
    """Who is where, asked again each time; only who the bot itself is, is remembered."""

    def __init__(self, client: WebClient) -> None:
        self._client = client
        self._own: Mapping[str, Any] | None = None

    def own_id(self) -> str:
        """The bot's own user id; raises SlackCallError."""
        return str(self._who()["user_id"])

    def refusal(self, to: str, people: People) -> Refused | None:
        """Why nothing of a deal of these people may be posted to that channel, or to that person.

        Raises SlackCallError.
        """
        return self._of_person(to, people) if is_person(to) else self._of_channel(to, people)

    def _of_channel(self, channel: str, people: People) -> Refused | None:
        told = ask(self._client, "conversations.info", {"channel": channel})["channel"]
        if unfit := _unfit(told):
            return Refused(unfit)
        members = [each for each in self._members(channel) if each != self.own_id()]
        strangers = outsiders(members, people)
        # How many and not who: a cause is read by readers of the logs.
        return Refused(f"members_not_on_the_list: {len(strangers)}") if strangers else None

    def _of_person(self, user: str, people: People) -> Refused | None:
        if not may(people.of_slack(user), Action.RECEIVE, people):
            return Refused("person_not_on_the_list")
        told = ask(self._client, "users.info", {"user": user})["user"]
        cause = why_no_member(told, self._who().get("team_id"))
        return Refused(cause) if cause else None

    def _who(self) -> Mapping[str, Any]:
        if self._own is None:
            self._own = ask(self._client, "auth.test", {})
        return self._own

    def _members(self, channel: str) -> Iterator[str]:
        cursor = ""
        while True:
            given = {"channel": channel, "limit": _PAGE, **({"cursor": cursor} if cursor else {})}
            page = ask(self._client, "conversations.members", given)
            yield from page["members"]
            cursor = page.get("response_metadata", {}).get("next_cursor", "")
            if not cursor:
                return


def is_person(to: str) -> bool:
    """Whether an id is a person's, and not a channel's."""
    return to[:1] in ("U", "W")


def _unfit(channel: Mapping[str, Any]) -> str | None:
    """What Slack does not tell is taken for the worse."""
    if channel.get("is_archived", True):
        return "is_archived"
    if not channel.get("is_private", False):
        return "channel_not_private"
    shared = next((cause for flag, cause in _UNFIT.items() if channel.get(flag)), None)
    if shared is None and channel.get("is_member") is False:
        return "bot_not_in_channel"
    return shared
