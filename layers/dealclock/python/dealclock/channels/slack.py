"""Speaking in Slack: an audience check before every post, and an outcome for every answer."""

from datetime import datetime
from typing import TYPE_CHECKING

from dealclock.channels.message import CannotTell, Found, NotFound, Post
from dealclock.channels.outcome import Outcome

if TYPE_CHECKING:
    from slack_sdk import WebClient


class Slack:
    """Posts by one bot. Make one for each batch: it remembers whom it checked."""

    def __init__(self, client: "WebClient") -> None:
        self._client = client

    def send(self, post: Post) -> Outcome:
        """Post it, if every member of the channel may read it."""
        raise NotImplementedError

    def look_up(self, channel: str, post_id: str, since: datetime) -> Found | NotFound | CannotTell:
        """Whether a post with that id arrived since then."""
        raise NotImplementedError
