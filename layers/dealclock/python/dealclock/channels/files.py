"""A file to one person in Slack: its bytes first, which nobody sees, then the share.

Never to a channel: a file is not ephemeral, and a channel's members change.

    who may read it   users.info and the deal's list        safe to repeat
    where             conversations.open                    safe to repeat
    a place for it    files.getUploadURLExternal            safe to repeat: discarded unless shared
    its bytes         POST to that place                    safe to repeat
    the share         files.completeUploadExternal          once: after it the person has the file
"""

import re
import socket
import urllib.request
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Protocol
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

from slack_sdk import WebClient

from dealclock.access.people import People
from dealclock.channels.audience import Audience, is_person
from dealclock.channels.outcome import Later, Outcome, Refused, Sent, Unknown
from dealclock.channels.web_api import (
    RETRY_AFTER,
    TIMEOUT,
    SlackCallError,
    ask,
    reading,
    seconds,
    tell,
)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file for one person of `people`, by their Slack user id.

    `name`, `title` and `comment` may show on a locked screen. `alt_text` is "" for what is no
    picture.
    """

    user: str
    name: str
    title: str
    comment: str
    content: bytes = field(repr=False)
    alt_text: str
    people: People


@dataclass(frozen=True, slots=True)
class Ready:
    """A file whose bytes Slack has, and that nobody sees yet."""

    file: str
    channel: str
    title: str
    comment: str


class FileSender(Protocol):
    """A way for files to leave."""

    def prepare(self, upload: Upload) -> Ready | Refused | Later:
        """Bring the bytes, if the person may have them; safe to repeat."""

    def share(self, ready: Ready) -> Outcome:
        """Show it to the person; not safe to repeat."""


class SlackFiles:
    """Files by one bot."""

    def __init__(self, client: WebClient) -> None:
        self._client = client
        self._audience = Audience(client)

    def prepare(self, upload: Upload) -> Ready | Refused | Later:
        """Upload the bytes; a failure here happens before anyone sees the file, so it is Later."""
        if not is_person(upload.user):
            return Refused("not_a_person")
        try:
            with reading():
                return self._prepared(upload)
        except SlackCallError as failed:
            unseen = isinstance(failed.outcome, Unknown)
            return Later(RETRY_AFTER) if unseen else failed.outcome  # type: ignore[return-value]

    def _prepared(self, upload: Upload) -> Ready | Refused:
        if refusal := self._audience.refusal(upload.user, upload.people):
            return refusal
        opened = ask(self._client, "conversations.open", {"users": upload.user})
        channel = str(opened["channel"]["id"])
        place = ask(
            self._client,
            "files.getUploadURLExternal",
            {
                "filename": upload.name,
                "length": len(upload.content),
                **({"alt_txt": upload.alt_text} if upload.alt_text else {}),
            },
        )
        file, url = str(place["file_id"]), str(place["upload_url"])
        _bring(url, upload.content, self._client.base_url)
        return Ready(file, channel, upload.title, upload.comment)

    def share(self, ready: Ready) -> Outcome:
        """Show it in the direct message; Sent with the file's id."""
        given = {
            "files": [{"id": ready.file, "title": ready.title}],
            "channel_id": ready.channel,
            "initial_comment": ready.comment,
        }
        try:
            tell(self._client, "files.completeUploadExternal", given)
        except SlackCallError as failed:
            return failed.outcome
        return Sent(ready.file)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A deal's bytes go where Slack said, and nowhere that place sends them on to."""

    def redirect_request(self, *_: object) -> None:
        return None


def _bring(url: str, content: bytes, api: str) -> None:
    """POST the bytes; raises SlackCallError."""
    if not _of_slack(url, api):
        raise SlackCallError(Refused("upload_address_not_slacks"))
    request = urllib.request.Request(  # noqa: S310 - https, or this very machine
        url, content, {"Content-Type": "application/octet-stream"}, method="POST"
    )
    try:
        with urllib.request.build_opener(_NoRedirect).open(request, timeout=TIMEOUT):
            return
    except HTTPError as error:
        error.close()
        if error.code == 429:
            raise SlackCallError(
                Later(seconds(str(error.headers.get("Retry-After", ""))))
            ) from None
        if error.code >= 500:
            raise SlackCallError(Later(RETRY_AFTER)) from None
        raise SlackCallError(Refused(f"upload_http_{error.code}")) from None
    except (URLError, TimeoutError, socket.gaierror, OSError, HTTPException):
        raise SlackCallError(Later(RETRY_AFTER)) from None


def _of_slack(url: str, api: str) -> bool:
    """Whether an address is Slack's own, or the stand-in's on this machine."""
    to, ours = urlsplit(url), urlsplit(api)
    if to.scheme == "https":
        return re.fullmatch(r"([a-z0-9-]+\.)*slack\.com", to.hostname or "") is not None
    return ours.hostname == "127.0.0.1" and (to.scheme, to.netloc) == (ours.scheme, ours.netloc)
