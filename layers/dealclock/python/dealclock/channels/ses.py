"""Email through Amazon SES, API version 2.

SES cannot be queried about sent emails. It reports them with the events of the configuration set:
sends within minutes, bounces and complaints later. Each event has our id as a tag.
"""

import re
from collections.abc import Callable, Mapping
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

from dealclock.alerts.outcome import Later, Outcome, Refused, Sent, Unknown
from dealclock.channels.message import Mail

# The outbox retries, so the client must not.
CONFIG = Config(retries={"total_max_attempts": 1}, connect_timeout=3, read_timeout=10)
TAG = "dealclock-delivery"
EVENTS_WITHIN = timedelta(minutes=15)  # a Send event takes seconds; later ones are not expected
_RETRY_AFTER = 60.0  # seconds; SES gives none
_SLOW_DOWN = frozenset(
    ["LimitExceededException", "Throttling", "ThrottlingException", "TooManyRequestsException"]
)
# A problem with our credentials, which are renewed; the email must still be sent.
_CREDENTIALS = frozenset(
    ["ExpiredToken", "ExpiredTokenException", "RequestExpired", "UnrecognizedClientException"]
)


class Ses(Protocol):
    """The part of `boto3.client("sesv2")` used here."""

    def send_email(self, **arguments: Any) -> Mapping[str, Any]:
        """Send one email."""


class SesMailer:
    """Sends email through SES, tagged with our id for its events."""

    def __init__(self, client: Ses, configuration_set: str | None = None) -> None:
        self._client = client
        self._configuration_set = configuration_set

    @classmethod
    def in_aws(cls, configuration_set: str | None = None) -> "SesMailer":
        """A mailer for SES in the function's own account and region."""
        import boto3  # noqa: PLC0415 - slow to import, and needed only to send

        return cls(boto3.client("sesv2", config=CONFIG), configuration_set)

    @property
    def events_within(self) -> timedelta | None:
        """How long a Send event may take, if a configuration set publishes them."""
        return EVENTS_WITHIN if self._configuration_set else None

    def send(self, mail: Mail) -> Outcome:
        """Send it unchanged; Sent has SES's id, which is also in the Message-ID."""
        arguments: dict[str, Any] = {
            "FromEmailAddress": mail.sender,
            "Destination": {"ToAddresses": [mail.to]},
            "Content": {"Raw": {"Data": mail.as_bytes()}},
            "EmailTags": [{"Name": TAG, "Value": tag(mail.id)}],
        }
        if self._configuration_set:
            arguments["ConfigurationSetName"] = self._configuration_set
        return attempted(lambda: self._client.send_email(**arguments))


def attempted(send: Callable[[], Mapping[str, Any]]) -> Outcome:
    """How one request to AWS that sends a message ended; Sent has the MessageId."""
    try:
        message_id = send()["MessageId"]
        return Sent(message_id) if isinstance(message_id, str) else Unknown("unreadable_answer")
    except ClientError as error:
        return _outcome_of(error)
    except (ConnectTimeoutError, EndpointConnectionError, ProxyConnectionError):
        return Later(_RETRY_AFTER)
    except HTTPClientError as error:
        return Unknown(type(error).__name__)
    except (ResponseParserError, LookupError, TypeError, ValueError):
        return Unknown("unreadable_answer")  # the request was sent; the response is unreadable


def tag(mail_id: str) -> str:
    """An id in the characters that SES allows in a tag."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", mail_id)


def _outcome_of(error: ClientError) -> Outcome:
    code = str(error.response.get("Error", {}).get("Code", ""))
    status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    if code in _SLOW_DOWN | _CREDENTIALS or status == 429:
        return Later(_RETRY_AFTER)
    if status >= 500 or not re.fullmatch(r"[A-Za-z]{2,80}", code):
        return Unknown(code if code.isalnum() else "unreadable_answer")
    # Only a code: the message contains addresses.
    reason = str(error.response.get("Reason", ""))
    return Refused(reason.lower() if re.fullmatch(r"[A-Z_]{2,80}", reason) else code)
