"""What is sent: a post to a Slack channel, or a mail to one person; and what a look-up tells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from typing import Any, Protocol

from dealclock.access.people import People
from dealclock.channels.outcome import Later, Outcome


@dataclass(frozen=True, slots=True)
class Post:
    """A message for a Slack channel, which only `people` may read.

    `id` is opaque: it travels in the message's metadata, which the whole workspace can read.
    `text` is read by screen readers and shown in notifications.
    """

    id: str
    channel: str
    text: str
    blocks: Sequence[Mapping[str, Any]]
    people: People


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
class Found:
    """An earlier attempt did arrive."""

    provider_id: str


@dataclass(frozen=True, slots=True)
class NotFound:
    """No earlier attempt arrived."""


@dataclass(frozen=True, slots=True)
class CannotTell:
    """It cannot be looked up; sent again, it must say that it may be a repetition."""

    cause: str


class Mailer(Protocol):
    """A way for mail to leave."""

    def send(self, mail: Mail) -> Outcome:
        """Send one mail; never raises for what the mail system says or fails to say."""


class Poster(Protocol):
    """A way to speak in Slack."""

    def send(self, post: Post) -> Outcome:
        """Post one message; never raises for what Slack says or fails to say."""

    def look_up(
        self, channel: str, post_id: str, since: datetime
    ) -> Found | NotFound | CannotTell | Later:
        """Whether a post with that id arrived since then."""
