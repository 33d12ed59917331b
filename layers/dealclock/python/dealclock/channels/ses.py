"""Mail through Amazon SES, version 2 of its interface."""

from collections.abc import Mapping
from typing import Any, Protocol

from dealclock.channels.message import Mail
from dealclock.channels.outcome import Outcome


class Ses(Protocol):
    """What is used of `boto3.client("sesv2")`."""

    def send_email(self, **given: Any) -> Mapping[str, Any]:
        """Hand SES one mail."""


class SesMailer:
    """Mail through SES, tagged with our id for its events."""

    def __init__(self, client: Ses, configuration_set: str | None = None) -> None:
        self._client = client
        self._configuration_set = configuration_set

    def send(self, mail: Mail) -> Outcome:
        """Send it as it stands."""
        raise NotImplementedError
