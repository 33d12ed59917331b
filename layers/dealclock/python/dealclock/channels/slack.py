"""Post to Slack: an audience check before every post, and an outcome for every response."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from slack_sdk import WebClient

from dealclock.alerts.outcome import Later, Outcome, Refused, Sent, Unknown
from dealclock.channels.audience import Audience, is_person
from dealclock.channels.message import (
    ArrivedAttempt,
    Attempt,
    MissingAttempt,
    Post,
    UnverifiableAttempt,
)
from dealclock.channels.web_api import (
    RETRY_AFTER,
    SlackCallError,
    parsing_response,
    read_call,
    write_call,
)

EVENT = "dealclock_delivery"  # the event type in a post's metadata
_CLOCK_SKEW = timedelta(minutes=2)  # maximum difference between Slack's clock and ours
# A distributed app gets 15 messages per call and one call a minute. So a lookup reads as little as
# possible, and continues later from where it was rate-limited.
_PAGE, _PAGES = 15, 40


class Slack:
    """Posts as one bot."""

    def __init__(self, client: WebClient) -> None:
        self._client = client
        self._audience = Audience(client)

    def send(self, post: Post) -> Outcome:
        """Post it if every reader may see it; Sent has the message's ts."""
        return self.share(post, lambda: None)

    def share(self, post: Post, keep: Callable[[], None]) -> Outcome:
        """Post it if every reader may see it; calls `keep` after that check and before posting.

        Raises what `keep` raises; then nothing was posted.
        """
        channel = self._allowed(post)
        if not isinstance(channel, str):
            return channel
        keep()
        arguments = {
            **_content(post),
            "channel": channel,
            "metadata": {"event_type": EVENT, "event_payload": {"id": post.id}},
            # A preview would fetch a link and show more than the message.
            "unfurl_links": False,
            "unfurl_media": False,
            **({"thread_ts": post.thread} if post.thread else {}),
            **({"reply_broadcast": True} if post.thread and post.in_channel else {}),
        }
        return self._post("chat.postMessage", arguments)

    def update(self, post: Post, provider_id: str) -> Outcome:
        """Update an earlier post. Its metadata, and so our id, stays."""
        channel = self._allowed(post)
        if not isinstance(channel, str):
            return channel
        return self._post("chat.update", {**_content(post), "channel": channel, "ts": provider_id})

    def look_up(
        self, attempt: Attempt
    ) -> ArrivedAttempt | MissingAttempt | UnverifiableAttempt | Later:
        """Whether our post with that id is in the channel.

        A post deleted since counts as never arrived. Later has how far back the lookup got, so
        that the next one continues from there; it does not keep anything else from being posted.
        """
        latest = attempt.looked_to or f"{(attempt.until + _CLOCK_SKEW).timestamp():.6f}"
        try:
            with parsing_response():
                own_id = self._audience.own_id()
                channel = self._conversation(attempt.channel)
                if attempt.thread:
                    return self._look_up_reply(channel, attempt, own_id)
                for _ in range(_PAGES):
                    arguments = _history_arguments(channel, attempt, latest)
                    page = read_call(self._client, "conversations.history", arguments)
                    for message in page["messages"]:
                        # Any app can write such metadata, so check that the post is ours.
                        if message.get("user") == own_id and _id(message) == attempt.id:
                            return ArrivedAttempt(str(message["ts"]))
                    if not page.get("has_more") or not page["messages"]:
                        return MissingAttempt()
                    latest = str(page["messages"][-1]["ts"])
        except SlackCallError as failed:
            outcome = _retriable(failed)
            if isinstance(outcome, Refused):
                return UnverifiableAttempt(outcome.cause)
            return Later(outcome.after, latest, route=False)
        return UnverifiableAttempt("too_many_messages_since")

    def _look_up_reply(
        self, channel: str, attempt: Attempt, own_id: str
    ) -> ArrivedAttempt | MissingAttempt | UnverifiableAttempt:
        """Look up among the replies of a thread, which a channel's history omits."""
        cursor = ""
        for _ in range(_PAGES):
            arguments = {
                "channel": channel,
                "ts": attempt.thread,
                "oldest": f"{(attempt.since - _CLOCK_SKEW).timestamp():.6f}",
                "limit": _PAGE,
                "include_all_metadata": True,
                **({"cursor": cursor} if cursor else {}),
            }
            page = read_call(self._client, "conversations.replies", arguments)
            for message in page["messages"]:
                if message.get("user") == own_id and _id(message) == attempt.id:
                    return ArrivedAttempt(str(message["ts"]))
            cursor = str((page.get("response_metadata") or {}).get("next_cursor", ""))
            if not cursor:
                return MissingAttempt()
        return UnverifiableAttempt("too_many_messages_since")

    def _allowed(self, post: Post) -> str | Refused | Later:
        """The conversation to post to if every reader may see it, otherwise why not."""
        try:
            with parsing_response():
                refusal = self._audience.refusal(post.channel, post.people)
                return refusal or self._conversation(post.channel)
        except SlackCallError as failed:
            return _retriable(failed)

    def _conversation(self, to: str) -> str:
        """The channel, or the direct message with a person; raises SlackCallError."""
        if not is_person(to):
            return to
        return str(read_call(self._client, "conversations.open", {"users": to})["channel"]["id"])

    def _post(self, method: str, arguments: dict[str, Any]) -> Outcome:
        try:
            with parsing_response():
                ts = write_call(self._client, method, arguments)["ts"]
                return Sent(ts) if isinstance(ts, str) and ts else Unknown("unreadable_answer")
        except SlackCallError as failed:
            return failed.outcome


def _content(post: Post) -> dict[str, Any]:
    return {"text": post.text, "blocks": [dict(block) for block in post.blocks]}


def _history_arguments(channel: str, attempt: Attempt, latest: str) -> dict[str, Any]:
    return {
        "channel": channel,
        "oldest": f"{(attempt.since - _CLOCK_SKEW).timestamp():.6f}",
        "latest": latest,
        "limit": _PAGE,
        "include_all_metadata": True,
    }


def _id(message: dict[str, Any]) -> str | None:
    metadata = message.get("metadata") or {}
    if metadata.get("event_type") != EVENT:
        return None
    return str((metadata.get("event_payload") or {}).get("id", ""))


def _retriable(failed: SlackCallError) -> Refused | Later:
    """The outcome of a read-only call: an unknown one can be repeated."""
    return Later(RETRY_AFTER) if isinstance(failed.outcome, Unknown) else failed.outcome
