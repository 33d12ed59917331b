"""Forms, the Home tab, and replies visible to one person.

A trigger expires after three seconds, so each call has a timeout of two and no retry: the user can
click again.
"""

import re
from collections.abc import Mapping
from http.client import HTTPException
from typing import Any
from urllib.error import URLError

from slack_sdk import WebClient
from slack_sdk.webhook import WebhookClient

from dealclock.alerts.outcome import Refused
from dealclock.channels.web_api import SlackCallError, write_call

TIMEOUT = 2  # seconds
Json = Mapping[str, Any]
_INVALID_BLOCKS = "invalid_blocks"
_RESPONSE_URL = re.compile(r"https://hooks\.slack(-gov)?\.com/")
_LOCAL_URL = re.compile(r"http://127\.0\.0\.1:\d+/")


class Screens:
    """Shows screens to one bot's users. Every method returns why it failed, "" on success."""

    def __init__(self, client: WebClient) -> None:
        self._client = client
        self._refuses_tables = False
        self._local = bool(_LOCAL_URL.match(client.base_url))

    def open(self, trigger: str, view: Json) -> str:
        """Open a form for the user of the trigger, which expires after three seconds."""
        return self._call("views.open", {"trigger_id": trigger, "view": view})

    def update(self, view_id: str, view_hash: str, view: Json) -> str:
        """Update an open form, unless it has changed meanwhile."""
        return self._call("views.update", {"view_id": view_id, "hash": view_hash, "view": view})

    def publish(self, user: str, view: Json) -> str:
        """Update a person's Home tab."""
        return self._call("views.publish", {"user_id": user, "view": view})

    def answer(self, url: str, message: Json) -> str:
        """Reply to a click at its response URL, visible only to that person."""
        if not _RESPONSE_URL.match(url) and not (self._local and _LOCAL_URL.match(url)):
            return "not_an_address_of_slacks"
        hook = WebhookClient(url, timeout=TIMEOUT, retry_handlers=[])
        try:
            response = hook.send_dict(dict(message))
        except (URLError, OSError, HTTPException):
            return "connection_lost"
        except ValueError:  # not text
            return "unreadable_answer"
        if _INVALID_BLOCKS in response.body:
            return _INVALID_BLOCKS
        return "" if response.status_code == 200 else f"http_{response.status_code}"

    def answer_in_tables(self, url: str, message: Json) -> bool:
        """Reply with young blocks; False if they are not shown: then reply with older ones.

        A workspace that refuses these blocks is not asked again while this process lives.
        """
        if self._refuses_tables:
            return False
        failed = self.answer(url, message)
        self._refuses_tables = failed == _INVALID_BLOCKS
        return not failed

    def _call(self, method: str, arguments: Json) -> str:
        try:
            write_call(self._client, method, arguments)
        except SlackCallError as failed:
            outcome = failed.outcome
            return outcome.cause if isinstance(outcome, Refused) else type(outcome).__name__.lower()
        return ""
