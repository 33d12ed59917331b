"""What is sent: a post to a Slack channel, or a mail to one person."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from typing import Any, Protocol

from dealclock.access.people import People
from dealclock.channels.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Post:
    """A message for a Slack channel, which only `people` may read.

    `id` is opaque: it travels in the message's metadata, which the whole workspace can read.
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
        """Send one mail; never raises for what the mail system says."""


class Poster(Protocol):
    """A way to speak in Slack."""

    def send(self, post: Post) -> Outcome:
        """Post one message; never raises for what Slack says."""

    def look_up(self, channel: str, post_id: str, since: datetime) -> Found | NotFound | CannotTell:
        """Whether a post with that id arrived since then."""
