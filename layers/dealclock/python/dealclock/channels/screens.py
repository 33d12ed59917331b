"""What one person sees beside the messages: forms, a Home tab, and answers only they are shown.

Each call must be over within the three seconds a trigger lives, so each gets two and no second try:
the user clicks again.
"""

import re
from collections.abc import Mapping
from http.client import HTTPException
from typing import Any
from urllib.error import URLError

from slack_sdk import WebClient
from slack_sdk.webhook import WebhookClient

from dealclock.channels.outcome import Refused
from dealclock.channels.web_api import SlackCallError, tell

TIMEOUT = 2  # seconds
Json = Mapping[str, Any]
_ANSWERS = re.compile(r"https://hooks\.slack(-gov)?\.com/")
_HERE = re.compile(r"http://127\.0\.0\.1:\d+/")


class Screens:
    """The screens of one bot's users. Every method says why it failed, "" when it did not."""

    def __init__(self, client: WebClient) -> None:
        self._client = client
        self._local = bool(_HERE.match(client.base_url))

    def open(self, trigger: str, view: Json) -> str:
        """Open a form for the user of the trigger, within three seconds of it."""
        return self._tell("views.open", {"trigger_id": trigger, "view": view})

    def update(self, view_id: str, view_hash: str, view: Json) -> str:
        """Let an open form show something else, unless it has changed meanwhile."""
        return self._tell("views.update", {"view_id": view_id, "hash": view_hash, "view": view})

    def publish(self, user: str, view: Json) -> str:
        """Let a person's Home tab show this."""
        return self._tell("views.publish", {"user_id": user, "view": view})

    def answer(self, url: str, said: Json) -> str:
        """Answer a click where it was made, for the person alone, at the address it came with."""
        if not _ANSWERS.match(url) and not (self._local and _HERE.match(url)):
            return "not_an_address_of_slacks"
        hook = WebhookClient(url, timeout=TIMEOUT, retry_handlers=[])
        try:
            response = hook.send_dict(dict(said))
        except (URLError, OSError, HTTPException):
            return "connection_lost"
        except ValueError:  # not even text
            return "unreadable_answer"
        return "" if response.status_code == 200 else f"http_{response.status_code}"

    def _tell(self, method: str, given: Json) -> str:
        try:
            tell(self._client, method, given)
        except SlackCallError as failed:
            outcome = failed.outcome
            return outcome.cause if isinstance(outcome, Refused) else type(outcome).__name__.lower()
        return ""
