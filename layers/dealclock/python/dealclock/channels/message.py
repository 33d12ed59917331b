"""Messages to send: posts to Slack and emails; and the results of a lookup."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any, Protocol

from dealclock.alerts.outcome import Later, Outcome
from dealclock.people.people import People
from dealclock.records import record


@record
class Post:
    """A message for a Slack channel, or for one person by their Slack user id as `channel`.

    Only `people` may read it. `id` is opaque: it is in the message's metadata, which the whole
    workspace can read. `text` is for screen readers and notifications. `thread` is the Slack id of
    the message in whose thread it goes, "" for none. `in_channel`: it also appears in the channel.
    """

    id: str
    channel: str
    text: str
    blocks: Sequence[Mapping[str, Any]]
    people: People
    thread: str = ""
    in_channel: bool = False


@record
class Mail:
    """A complete email, including headers, to one address. `id` is opaque."""

    id: str
    sender: str
    to: str
    content: EmailMessage

    def as_bytes(self) -> bytes:
        """The bytes to send: CRLF and ASCII only, which every server accepts."""
        policy = self.content.policy.clone(linesep="\r\n", cte_type="7bit")
        return self.content.as_bytes(policy=policy)


@record
class ArrivedAttempt:
    """An earlier attempt arrived."""

    provider_id: str


@record
class MissingAttempt:
    """No earlier attempt arrived."""


@record
class UnverifiableAttempt:
    """The attempt cannot be looked up; a repeat must be marked as a possible duplicate."""

    cause: str


@record
class Attempt:
    """An earlier attempt with an unknown outcome, made between `since` and `until`, both included.

    `looked_to` is where an earlier lookup stopped, as a Slack timestamp; `thread` is the id of the
    message in whose thread it goes, "" for none.
    """

    id: str
    channel: str
    since: datetime
    until: datetime
    looked_to: str = ""
    thread: str = ""


class Mailer(Protocol):
    """Sends email."""

    @property
    def events_within(self) -> timedelta | None:
        """How long its event for a sent email may take; None if it sends no events."""

    def send(self, mail: Mail) -> Outcome:
        """Send one email; never raises for any response or timeout."""


class Sharer(Protocol):
    """Shares an answer with a channel."""

    def share(self, post: Post, keep: Callable[[], None]) -> Outcome:
        """Post it if every reader may see it; calls `keep` before posting."""


class Poster(Protocol):
    """Posts to Slack."""

    def send(self, post: Post) -> Outcome:
        """Post one message; never raises for any response or timeout."""

    def update(self, post: Post, provider_id: str) -> Outcome:
        """Update an earlier post; safe to repeat. Never raises for any response."""

    def look_up(
        self, attempt: Attempt
    ) -> ArrivedAttempt | MissingAttempt | UnverifiableAttempt | Later:
        """Whether the attempt arrived."""
