"""Send a file to one person in Slack: upload its bytes unseen, then share it.

Never to a channel: a file is permanent, and a channel's members change.

    access check      users.info and the deal's list        safe to repeat
    conversation      conversations.open                    safe to repeat
    upload URL        files.getUploadURLExternal            safe to repeat: discarded unless shared
    bytes             POST to that URL                      safe to repeat
    share             files.completeUploadExternal          once: then the person has the file
"""

import re
import socket
import urllib.request
from dataclasses import field
from http.client import HTTPException
from typing import Protocol
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit

from slack_sdk import WebClient

from dealclock.alerts.outcome import Later, Outcome, Refused, Sent, Unknown
from dealclock.channels.audience import Audience, is_person
from dealclock.channels.web_api import (
    RETRY_AFTER,
    TIMEOUT,
    SlackCallError,
    parsing_response,
    read_call,
    seconds,
    write_call,
)
from dealclock.people.people import People
from dealclock.records import record


@record
class Upload:
    """A file for one of `people`, by their Slack user id.

    `name`, `title` and `comment` may appear on a locked screen. `alt_text` is "" except for
    pictures.
    """

    user: str
    name: str
    title: str
    comment: str
    content: bytes = field(repr=False)
    alt_text: str
    people: People


class FileSender(Protocol):
    """Sends files."""

    def prepare(self, upload: Upload) -> tuple[str, str] | Refused | Later:
        """Upload the bytes if the person may have them; safe to repeat.

        Returns the file's id and the id of the direct message with the person.
        """

    def share(self, upload: Upload, file: str, channel: str) -> Outcome:
        """Share the uploaded file with the person; not safe to repeat."""


class SlackFiles:
    """Sends files as one bot."""

    def __init__(self, client: WebClient) -> None:
        self._client = client
        self._audience = Audience(client)

    def prepare(self, upload: Upload) -> tuple[str, str] | Refused | Later:
        """Upload the bytes; a failure here happens before anyone sees the file, so it is Later."""
        if not is_person(upload.user):
            return Refused("not_a_person")
        try:
            with parsing_response():
                return self._prepare(upload)
        except SlackCallError as failed:
            unknown = isinstance(failed.outcome, Unknown)
            return Later(RETRY_AFTER) if unknown else failed.outcome  # type: ignore[return-value]

    def _prepare(self, upload: Upload) -> tuple[str, str] | Refused:
        if refusal := self._audience.refusal(upload.user, upload.people):
            return refusal
        opened = read_call(self._client, "conversations.open", {"users": upload.user})
        channel = str(opened["channel"]["id"])
        slot = read_call(
            self._client,
            "files.getUploadURLExternal",
            {
                "filename": upload.name,
                "length": len(upload.content),
                **({"alt_txt": upload.alt_text} if upload.alt_text else {}),
            },
        )
        file, url = str(slot["file_id"]), str(slot["upload_url"])
        _upload(url, upload.content, self._client.base_url)
        return file, channel

    def share(self, upload: Upload, file: str, channel: str) -> Outcome:
        """Share it in the direct message; Sent has the file's id."""
        arguments = {
            "files": [{"id": file, "title": upload.title}],
            "channel_id": channel,
            "initial_comment": upload.comment,
        }
        try:
            write_call(self._client, "files.completeUploadExternal", arguments)
        except SlackCallError as failed:
            return failed.outcome
        return Sent(file)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Refuses redirects, so that a file's bytes go only to the address from Slack."""

    def redirect_request(self, *_: object) -> None:
        return None


def _upload(url: str, content: bytes, api: str) -> None:
    """POST the bytes; raises SlackCallError."""
    if not _is_slack_address(url, api):
        raise SlackCallError(Refused("upload_address_not_slacks"))
    request = urllib.request.Request(  # noqa: S310 - https, or this machine
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


def _is_slack_address(url: str, api: str) -> bool:
    """Whether an address is Slack's, or that of the local stand-in."""
    to, own = urlsplit(url), urlsplit(api)
    if to.scheme == "https":
        return re.fullmatch(r"([a-z0-9-]+\.)*slack\.com", to.hostname or "") is not None
    return own.hostname == "127.0.0.1" and (to.scheme, to.netloc) == (own.scheme, own.netloc)
