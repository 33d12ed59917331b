"""Mail through Amazon SES, version 2 of its interface.

SES has no way to be asked what it sent. It says so by itself, by the events of the configuration
set: what it sent within minutes, what it could not deliver, and what a reader complained of, later.
Each event carries our id as a tag.
"""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Protocol

from botocore.config import Config
from botocore.exceptions import (
    ClientError,
    ConnectTimeoutError,
    EndpointConnectionError,
    HTTPClientError,
    ProxyConnectionError,
)
from botocore.parsers import ResponseParserError

from dealclock.channels.message import Mail
from dealclock.channels.outcome import Later, Outcome, Refused, Sent, Unknown

# The outbox repeats, the client must not.
CONFIG = Config(retries={"total_max_attempts": 1}, connect_timeout=3, read_timeout=10)
TAG = "dealclock-delivery"
EVENTS_WITHIN = timedelta(minutes=15)  # a Send event takes seconds; after this it is not coming
_RETRY_AFTER = 60.0  # seconds; SES names none
_SLOW_DOWN = frozenset(
    ["LimitExceededException", "Throttling", "ThrottlingException", "TooManyRequestsException"]
)
# Our own credentials, not the mail: they are renewed, and the mail is still to be sent.
_CREDENTIALS = frozenset(
    ["ExpiredToken", "ExpiredTokenException", "RequestExpired", "UnrecognizedClientException"]
)


class Ses(Protocol):
    """What is used of `boto3.client("sesv2")`."""

    def send_email(self, **given: Any) -> Mapping[str, Any]:
        """Hand SES one mail."""


class SesMailer:
    """Mail through SES, tagged with our id for its events."""

    def __init__(self, client: Ses, configuration_set: str | None = None) -> None:
        self._client = client
        self._configuration_set = configuration_set

    @classmethod
    def in_aws(cls, configuration_set: str | None = None) -> "SesMailer":
        """Mail through the SES of the function's own account and region."""
        import boto3  # noqa: PLC0415 - slow to import, and only mail that leaves needs it

        return cls(boto3.client("sesv2", config=CONFIG), configuration_set)

    @property
    def events_within(self) -> timedelta | None:
        """How long a Send event may take, where a configuration set publishes them."""
        return EVENTS_WITHIN if self._configuration_set else None

    def send(self, mail: Mail) -> Outcome:
        """Send it as it stands; Sent with SES's id, which it also makes the Message-ID."""
        given: dict[str, Any] = {
            "FromEmailAddress": mail.sender,
            "Destination": {"ToAddresses": [mail.to]},
            "Content": {"Raw": {"Data": mail.as_bytes()}},
            "EmailTags": [{"Name": TAG, "Value": tag(mail.id)}],
        }
        if self._configuration_set:
            given["ConfigurationSetName"] = self._configuration_set
        try:
            answer = self._client.send_email(**given)["MessageId"]
            return Sent(answer) if isinstance(answer, str) else Unknown("unreadable_answer")
        except ClientError as error:
            return _of_answer(error)
        except (ConnectTimeoutError, EndpointConnectionError, ProxyConnectionError):
            return Later(_RETRY_AFTER)
        except HTTPClientError as error:
            return Unknown(type(error).__name__)
        except (ResponseParserError, LookupError, TypeError, ValueError):
            return Unknown("unreadable_answer")  # SES was asked; its answer is not known


def tag(mail_id: str) -> str:
    """An id as a tag of SES's may hold it."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", mail_id)


def _of_answer(error: ClientError) -> Outcome:
    code = str(error.response.get("Error", {}).get("Code", ""))
    status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    if code in _SLOW_DOWN | _CREDENTIALS or status == 429:
        return Later(_RETRY_AFTER)
    if status >= 500 or not re.fullmatch(r"[A-Za-z]{2,80}", code):
        return Unknown(code if code.isalnum() else "unreadable_answer")
    # The code alone: SES's sentence names addresses.
    return Refused(code)
