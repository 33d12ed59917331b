"""Calls of Slack's Web API, and what each response or failure means for sending.

before the request is sent    refused connection, unknown host     nothing was done
after the request is sent     timeout, connection lost, 5xx        unknown
Slack answered                429                                  nothing was done, wait
                              an error code                        nothing was done
                              an unreadable response               unknown
"""

import logging
import re
import socket
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPException
from math import inf, isfinite
from typing import Any
from urllib.error import URLError

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.web import SlackResponse

from dealclock.alerts.outcome import Later, Refused, Unknown
from dealclock.errors import DealclockError

RETRY_AFTER = 30.0  # seconds, if Slack gives none
LONGEST_WAIT = 86_400.0  # seconds; a longer requested wait is cut to this
TIMEOUT = 10  # seconds for one call
_TO_RECORD = 5  # seconds, to record how a call ended
# Slack's codes for internal errors, after which part of the work may be done.
_POSSIBLY_DONE = frozenset(
    ["fatal_error", "internal_error", "request_timeout", "service_unavailable"]
)
# Slack's codes for a token that it no longer takes.
_NOT_TAKEN = frozenset(
    ["account_inactive", "invalid_auth", "not_authed", "token_expired", "token_revoked"]
)
_NOT_SENT = (ConnectionRefusedError, socket.gaierror, ssl.SSLCertVerificationError)


class SlackCallError(DealclockError):
    """A failed call; `outcome` is what that means for the message it should send."""

    def __init__(self, outcome: Refused | Later | Unknown) -> None:
        super().__init__(type(outcome).__name__)
        self.outcome = outcome


class _TimedClient(WebClient):
    """A client that makes no call for which too little time is left, and that takes up a replaced
    token.
    """

    time_left: Callable[[], float]
    renewed: Callable[[], str | None]

    def api_call(self, *args: Any, **how: Any) -> Any:
        """Make the call; raises SlackCallError where it is not made."""
        if self.time_left() < self.timeout + _TO_RECORD:
            raise SlackCallError(Later(1, route=False))
        try:
            return super().api_call(*args, **how)
        except SlackApiError as error:
            token = self.renewed() if error.response.get("error") in _NOT_TAKEN else None
            if token is None:
                raise
            self.token = token  # nothing was done for the old one
            return super().api_call(*args, **how)


def web_client(
    token: str,
    url: str,
    timeout: int = TIMEOUT,
    time_left: Callable[[], float] = lambda: inf,
    renewed: Callable[[], str | None] = lambda: None,
) -> WebClient:
    """A client without retries, since the outbox retries, that logs no message.

    At DEBUG the library logs whole requests, so its log level is raised here. `time_left` is the
    time until the function ends, in seconds; `renewed` gives another token when Slack no longer
    takes this one, None if there is none.
    """
    quiet = logging.getLogger("dealclock.slack")
    quiet.setLevel(logging.WARNING)
    client = _TimedClient(token, base_url=url, timeout=timeout, retry_handlers=[], logger=quiet)
    client.time_left, client.renewed = time_left, renewed
    return client


def read_call(client: WebClient, method: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """Call a method that reads, with form parameters; raises SlackCallError."""
    return _call(client, method, {"params": dict(arguments)})


def write_call(client: WebClient, method: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """Call a method that writes, with JSON; raises SlackCallError."""
    return _call(client, method, {"json": dict(arguments)})


def read_scopes(client: WebClient) -> frozenset[str]:
    """The scopes granted to the token; raises SlackCallError, also if it is refused."""
    with parsing_response():
        headers = _call_api(client, "auth.test", {"params": {}}).headers
        scopes = {name.lower(): value for name, value in headers.items()}["x-oauth-scopes"]
        return frozenset(scope.strip() for scope in scopes.split(","))


@contextmanager
def parsing_response() -> Iterator[None]:
    """Parse a response within this context: an unexpected shape raises SlackCallError.

    The outcome is then Unknown, since the request may have succeeded.
    """
    try:
        yield
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError):
        raise SlackCallError(Unknown("unreadable_answer")) from None


def _call(client: WebClient, method: str, how: Mapping[str, Any]) -> Mapping[str, Any]:
    # The library parses the response too, and fails if it is not a JSON object.
    with parsing_response():
        data = _call_api(client, method, how).data
        return dict(data)  # type: ignore[arg-type] # anything else was refused


def _call_api(client: WebClient, method: str, how: Mapping[str, Any]) -> SlackResponse:
    try:
        response = client.api_call(method, **how)
    except SlackApiError as error:
        raise SlackCallError(_outcome_of(error)) from None
    except URLError as error:
        if isinstance(error.reason, _NOT_SENT):
            raise SlackCallError(Later(RETRY_AFTER)) from None
        raise SlackCallError(Unknown("connection_lost")) from None
    except TimeoutError:
        raise SlackCallError(Unknown("timeout")) from None
    except (OSError, HTTPException):
        raise SlackCallError(Unknown("connection_lost")) from None
    data = response.data
    if not isinstance(data, dict) or data.get("ok") is not True:
        raise SlackCallError(Unknown("unreadable_answer"))
    return response


def _outcome_of(error: SlackApiError) -> Refused | Later | Unknown:
    status: int = error.response.status_code
    code = str(error.response.get("error", ""))
    if status == 429 or code in ("ratelimited", "rate_limited"):
        return Later(_wait(error.response.headers))
    if status >= 500:
        return Unknown(f"http_{status}")
    if code in _POSSIBLY_DONE:
        return Unknown(code)
    # Anything else is not from Slack itself, and may contain anything.
    if not re.fullmatch(r"[a-z][a-z_]{2,60}", code):
        return Unknown(f"http_{status}")
    return Refused(code)


def _wait(headers: Mapping[str, str]) -> float:
    lower = {name.lower(): value for name, value in headers.items()}
    return seconds(lower.get("retry-after", ""))


def seconds(text: str) -> float:
    """The wait that a response requests, in seconds, within bounds."""
    try:
        wait = float(text)
    except ValueError:
        return RETRY_AFTER
    return min(max(wait, 1.0), LONGEST_WAIT) if isfinite(wait) else RETRY_AFTER
