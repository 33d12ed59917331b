"""Speaking in Slack: an audience check before every post, and an outcome for every answer."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from slack_sdk import WebClient

from dealclock.channels.audience import Audience, is_person
from dealclock.channels.message import (
    ArrivedAttempt,
    Attempt,
    MissingAttempt,
    Post,
    UnverifiableAttempt,
)
from dealclock.channels.outcome import Later, Outcome, Refused, Sent, Unknown
from dealclock.channels.web_api import RETRY_AFTER, SlackCallError, ask, reading, tell

EVENT = "dealclock_delivery"  # what a post's metadata is called
_CLOCKS = timedelta(minutes=2)  # by which Slack's clock may differ from ours
# An app that is not the workspace's own gets no more a call, and one call a minute. So a look-up
# asks for as little as it can, and where it is told to wait it goes on later from where it was.
_PAGE, _PAGES = 15, 40


class Slack:
    """Posts by one bot."""

    def __init__(self, client: WebClient) -> None:
        self._client = client
        self._audience = Audience(client)

    def send(self, post: Post) -> Outcome:
        """Post it, if everyone who would read it may; Sent with the message's ts."""
        return self.share(post, lambda: None)

    def share(self, post: Post, keep: Callable[[], None]) -> Outcome:
        """The same; `keep` once it is certain that everyone may read it, and before it is posted.

        Raises what `keep` raises, and then nothing was posted.
        """
        channel = self._allowed(post)
        if not isinstance(channel, str):
            return channel
        keep()
        given = {
            **_said(post),
            "channel": channel,
            "metadata": {"event_type": EVENT, "event_payload": {"id": post.id}},
            # A preview would fetch a link and show more than was written.
            "unfurl_links": False,
            "unfurl_media": False,
            **({"thread_ts": post.thread} if post.thread else {}),
            **({"reply_broadcast": True} if post.thread and post.in_channel else {}),
        }
        return self._tell("chat.postMessage", given)

    def update(self, post: Post, provider_id: str) -> Outcome:
        """Let an earlier post read so. Its metadata stays, and with it our id."""
        channel = self._allowed(post)
        if not isinstance(channel, str):
            return channel
        return self._tell("chat.update", {**_said(post), "channel": channel, "ts": provider_id})

    def look_up(
        self, attempt: Attempt
    ) -> ArrivedAttempt | MissingAttempt | UnverifiableAttempt | Later:
        """Whether a post of ours with that id is in the channel since then.

        A post that a person has deleted since counts as never arrived. Later says how far back it
        came: a look-up with that goes on from there.
        """
        latest = attempt.looked_to or f"{(attempt.until + _CLOCKS).timestamp():.6f}"
        try:
            with reading():
                own_id = self._audience.own_id()
                channel = self._conversation(attempt.channel)
                if attempt.thread:
                    return self._look_up_reply(channel, attempt, own_id)
                for _ in range(_PAGES):
                    asked = _asked(channel, attempt, latest)
                    page = ask(self._client, "conversations.history", asked)
                    for message in page["messages"]:
                        # Any app may write such metadata; only ours says that we spoke.
                        if message.get("user") == own_id and _id(message) == attempt.id:
                            return ArrivedAttempt(str(message["ts"]))
                    if not page.get("has_more") or not page["messages"]:
                        return MissingAttempt()
                    latest = str(page["messages"][-1]["ts"])
        except SlackCallError as failed:
            outcome = _nothing_sent(failed)
            if isinstance(outcome, Refused):
                return UnverifiableAttempt(outcome.cause)
            return Later(outcome.after, latest)
        return UnverifiableAttempt("too_many_messages_since")

    def _look_up_reply(
        self, channel: str, attempt: Attempt, own_id: str
    ) -> ArrivedAttempt | MissingAttempt | UnverifiableAttempt:
        """The same among the replies of a thread, which a channel's history leaves out."""
        cursor = ""
        for _ in range(_PAGES):
            asked = {
                "channel": channel,
                "ts": attempt.thread,
                "oldest": f"{(attempt.since - _CLOCKS).timestamp():.6f}",
                "limit": _PAGE,
                "include_all_metadata": True,
                **({"cursor": cursor} if cursor else {}),
            }
            page = ask(self._client, "conversations.replies", asked)
            for message in page["messages"]:
                if message.get("user") == own_id and _id(message) == attempt.id:
                    return ArrivedAttempt(str(message["ts"]))
            cursor = str((page.get("response_metadata") or {}).get("next_cursor", ""))
            if not cursor:
                return MissingAttempt()
        return UnverifiableAttempt("too_many_messages_since")

    def _allowed(self, post: Post) -> str | Refused | Later:
        """The conversation to post to, if everyone who would read it may; else why not."""
        try:
            with reading():
                refusal = self._audience.refusal(post.channel, post.people)
                return refusal or self._conversation(post.channel)
        except SlackCallError as failed:
            return _nothing_sent(failed)

    def _conversation(self, to: str) -> str:
        """The channel itself, or the direct message with a person; raises SlackCallError."""
        if not is_person(to):
            return to
        return str(ask(self._client, "conversations.open", {"users": to})["channel"]["id"])

    def _tell(self, method: str, given: dict[str, Any]) -> Outcome:
        try:
            with reading():
                ts = tell(self._client, method, given)["ts"]
                return Sent(ts) if isinstance(ts, str) and ts else Unknown("unreadable_answer")
        except SlackCallError as failed:
            return failed.outcome


def _said(post: Post) -> dict[str, Any]:
    return {"text": post.text, "blocks": [dict(block) for block in post.blocks]}


def _asked(channel: str, attempt: Attempt, latest: str) -> dict[str, Any]:
    return {
        "channel": channel,
        "oldest": f"{(attempt.since - _CLOCKS).timestamp():.6f}",
        "latest": latest,
        "limit": _PAGE,
        "include_all_metadata": True,
    }


def _id(message: dict[str, Any]) -> str | None:
    metadata = message.get("metadata") or {}
    if metadata.get("event_type") != EVENT:
        return None
    return str((metadata.get("event_payload") or {}).get("id", ""))


def _nothing_sent(failed: SlackCallError) -> Refused | Later:
    """A question that was lost costs nothing: it is asked again."""
    return Later(RETRY_AFTER) if isinstance(failed.outcome, Unknown) else failed.outcome
