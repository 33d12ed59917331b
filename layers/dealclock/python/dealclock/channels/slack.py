"""Speaking in Slack: an audience check before every post, and an outcome for every answer."""

from datetime import datetime, timedelta
from typing import Any

from slack_sdk import WebClient

from dealclock.channels.audience import Audience
from dealclock.channels.message import CannotTell, Found, NotFound, Post
from dealclock.channels.outcome import Later, Outcome, Refused, Sent, Unknown
from dealclock.channels.web_api import RETRY_AFTER, Failed, ask, tell

EVENT = "dealclock_delivery"  # what a post's metadata is called
_CLOCKS = timedelta(minutes=2)  # by which Slack's clock may differ from ours
_PAGE, _PAGES = 100, 10


class Slack:
    """Posts by one bot. Make one for each batch: it remembers which channels it checked."""

    def __init__(self, client: WebClient) -> None:
        self._client = client
        self._audience = Audience(client)

    def send(self, post: Post) -> Outcome:
        """Post it, if every member of the channel may read it; Sent with the message's ts."""
        try:
            refusal = self._audience.refusal(post.channel, post.people)
        except Failed as failed:
            return _nothing_sent(failed)
        if refusal is not None:
            return refusal
        given = {
            "channel": post.channel,
            "text": post.text,
            "blocks": [dict(block) for block in post.blocks],
            "metadata": {"event_type": EVENT, "event_payload": {"id": post.id}},
            # A preview would fetch a link and show more than was written.
            "unfurl_links": False,
            "unfurl_media": False,
        }
        try:
            answer = tell(self._client, "chat.postMessage", given)
        except Failed as failed:
            return failed.outcome
        return Sent(str(answer.get("ts", "")))

    def look_up(
        self, channel: str, post_id: str, since: datetime
    ) -> Found | NotFound | CannotTell | Later:
        """Whether a post of ours with that id stands in the channel since then.

        A post that a person has deleted since counts as never arrived.
        """
        try:
            own_id, cursor = self._audience.own_id(), ""
            for _ in range(_PAGES):
                page = ask(self._client, "conversations.history", _asked(channel, since, cursor))
                for message in page["messages"]:
                    # Any app may write such metadata; only ours says that we spoke.
                    if message.get("user") == own_id and _id(message) == post_id:
                        return Found(str(message["ts"]))
                cursor = page.get("response_metadata", {}).get("next_cursor", "")
                if not cursor:
                    return NotFound()
        except Failed as failed:
            outcome = _nothing_sent(failed)
            return CannotTell(outcome.cause) if isinstance(outcome, Refused) else outcome
        return CannotTell("too_many_messages_since")


def _asked(channel: str, since: datetime, cursor: str) -> dict[str, Any]:
    oldest = (since - _CLOCKS).timestamp()
    return {
        "channel": channel,
        "oldest": f"{oldest:.6f}",
        "limit": _PAGE,
        "include_all_metadata": True,
        **({"cursor": cursor} if cursor else {}),
    }


def _id(message: dict[str, Any]) -> str | None:
    metadata = message.get("metadata") or {}
    if metadata.get("event_type") != EVENT:
        return None
    return str((metadata.get("event_payload") or {}).get("id", ""))


def _nothing_sent(failed: Failed) -> Refused | Later:
    """A question that was lost costs nothing: it is asked again."""
    return Later(RETRY_AFTER) if isinstance(failed.outcome, Unknown) else failed.outcome
