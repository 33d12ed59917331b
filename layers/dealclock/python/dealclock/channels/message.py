"""What is sent: a post to a Slack channel or to one person, or a mail; and what a look-up tells."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any, Protocol

from dealclock.access.people import People
from dealclock.channels.outcome import Later, Outcome


@dataclass(frozen=True, slots=True)
class Post:
    """A message for a Slack channel, or for one person by their Slack user id as `channel`.

    Only `people` may read it. `id` is opaque: it travels in the message's metadata, which the
    whole workspace can read.
    `text` is read by screen readers and shown in notifications. `thread` is the message, as Slack
    calls it, in whose thread it is said; "" for a message of its own. `in_channel`: it is shown in
    the channel as well as in the thread.
    """

    id: str
    channel: str
    text: str
    blocks: Sequence[Mapping[str, Any]]
    people: People
    thread: str = ""
    in_channel: bool = False


@dataclass(frozen=True, slots=True)
class Mail:
    """A whole mail, headers included, for one address. `id` is opaque."""

    id: str
    sender: str
    to: str
    content: EmailMessage

    def as_bytes(self) -> bytes:
        """As it goes on the wire: CRLF, and nothing but ASCII, which every server takes."""
        policy = self.content.policy.clone(linesep="\r\n", cte_type="7bit")
        return self.content.as_bytes(policy=policy)


@dataclass(frozen=True, slots=True)
class ArrivedAttempt:
    """An earlier attempt did arrive."""

    provider_id: str


@dataclass(frozen=True, slots=True)
class MissingAttempt:
    """No earlier attempt arrived."""


@dataclass(frozen=True, slots=True)
class UnverifiableAttempt:
    """It cannot be looked up; sent again, it must say that it may be a repetition."""

    cause: str


@dataclass(frozen=True, slots=True)
class Attempt:
    """An earlier attempt whose outcome nobody knows: when it may have been, both ends included.

    `looked_to` is where an earlier look-up of it had to stop, in Slack's own time; `thread` the
    message whose thread it was to go to, "" for none.
    """

    id: str
    channel: str
    since: datetime
    until: datetime
    looked_to: str = ""
    thread: str = ""


class Mailer(Protocol):
    """A way for mail to leave."""

    @property
    def events_within(self) -> timedelta | None:
        """Within what time it says by itself that a mail was sent; None: it never does."""

    def send(self, mail: Mail) -> Outcome:
        """Send one mail; never raises for what the mail system says or fails to say."""


class Sharer(Protocol):
    """A way to show in a channel what one person was answered."""

    def share(self, post: Post, keep: Callable[[], None]) -> Outcome:
        """Post it if everyone who would read it may; `keep` is called before it is posted."""


class Poster(Protocol):
    """A way to speak in Slack."""

    def send(self, post: Post) -> Outcome:
        """Post one message; never raises for what Slack says or fails to say."""

    def update(self, post: Post, provider_id: str) -> Outcome:
        """Let an earlier post read so; safe to repeat. Never raises for what Slack says."""

    def look_up(
        self, attempt: Attempt
    ) -> ArrivedAttempt | MissingAttempt | UnverifiableAttempt | Later:
        """Whether the attempt arrived."""
