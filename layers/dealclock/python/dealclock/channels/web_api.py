"""One call of Slack's Web API, and what its answer or its silence means for sending.

before the request is out     refused connection, no such host     nothing was done
the request is out            timeout, connection lost, 5xx        nobody knows
Slack answered                429                                  nothing was done, wait
                              an error code                        nothing was done, and why
                              what cannot be read                  nobody knows
"""

import logging
import re
import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPException
from math import isfinite
from typing import Any
from urllib.error import URLError

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from dealclock.channels.outcome import Later, Refused, Unknown
from dealclock.errors import DealclockError

RETRY_AFTER = 30.0  # seconds, where Slack names none
LONGEST_WAIT = 86_400.0  # seconds; who names more is asked again all the same
TIMEOUT = 10  # seconds for one call
# Slack's own words for "something broke on our side, and some of it may have been done".
_MAYBE_DONE = frozenset(["fatal_error", "internal_error", "request_timeout", "service_unavailable"])
_NOT_SENT = (ConnectionRefusedError, socket.gaierror, ssl.SSLCertVerificationError)


class SlackCallError(DealclockError):
    """A call without a result; `outcome` is what that means for a message it was to send."""

    def __init__(self, outcome: Refused | Later | Unknown) -> None:
        super().__init__(type(outcome).__name__)
        self.outcome = outcome


def web_client(token: str, url: str, timeout: int = TIMEOUT) -> WebClient:
    """A client that repeats nothing, since the outbox does, and logs no message.

    At DEBUG the library logs whole requests; its logger is held above that here.
    """
    quiet = logging.getLogger("dealclock.slack")
    quiet.setLevel(logging.WARNING)
    return WebClient(token, base_url=url, timeout=timeout, retry_handlers=[], logger=quiet)


def ask(client: WebClient, method: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The answer of a method that reads, which takes a form; raises SlackCallError."""
    return _call(client, method, {"params": dict(given)})


def tell(client: WebClient, method: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The answer of a method that writes, which takes JSON; raises SlackCallError."""
    return _call(client, method, {"json": dict(given)})


@contextmanager
def reading() -> Iterator[None]:
    """Where an answer is taken apart: one shaped otherwise than Slack says raises SlackCallError.

    What was asked for may have been done; what it was is not known.
    """
    try:
        yield
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError):
        raise SlackCallError(Unknown("unreadable_answer")) from None


def _call(client: WebClient, method: str, how: Mapping[str, Any]) -> Mapping[str, Any]:
    # The library takes the answer apart as well, and fails on one that is no JSON object.
    with reading():
        return _called(client, method, how)


def _called(client: WebClient, method: str, how: Mapping[str, Any]) -> Mapping[str, Any]:
    try:
        answer = client.api_call(method, **how)
    except SlackApiError as error:
        raise SlackCallError(_of_answer(error)) from None
    except URLError as error:
        if isinstance(error.reason, _NOT_SENT):
            raise SlackCallError(Later(RETRY_AFTER)) from None
        raise SlackCallError(Unknown("connection_lost")) from None
    except TimeoutError:
        raise SlackCallError(Unknown("timeout")) from None
    except (OSError, HTTPException):
        raise SlackCallError(Unknown("connection_lost")) from None
    data = answer.data
    if not isinstance(data, dict) or data.get("ok") is not True:
        raise SlackCallError(Unknown("unreadable_answer"))
    return data


def _of_answer(error: SlackApiError) -> Refused | Later | Unknown:
    status: int = error.response.status_code
    code = str(error.response.get("error", ""))
    if status == 429 or code in ("ratelimited", "rate_limited"):
        return Later(_wait(error.response.headers))
    if status >= 500:
        return Unknown(f"http_{status}")
    if code in _MAYBE_DONE:
        return Unknown(code)
    # Anything that is no code of Slack's came from something in between, and may quote anything.
    if not re.fullmatch(r"[a-z][a-z_]{2,60}", code):
        return Unknown(f"http_{status}")
    return Refused(code)


def _wait(headers: Mapping[str, str]) -> float:
    named = {name.lower(): value for name, value in headers.items()}
    return seconds(named.get("retry-after", ""))


def seconds(named: str) -> float:
    """The wait that an answer names in seconds, where it can be waited for."""
    try:
        wait = float(named)
    except ValueError:
        return RETRY_AFTER
    return min(max(wait, 1.0), LONGEST_WAIT) if isfinite(wait) else RETRY_AFTER
