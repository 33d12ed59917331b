"""SMS through AWS End User Messaging: for the last step of an escalation, with a code name, Section
and day alone.

Nothing can be looked up of a message whose outcome is unknown, and none is sent twice. Amazon SNS
sends its SMS through the same service, but IAM cannot name the number from which it may.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Protocol

from dealclock.alerts.outcome import Outcome, Refused
from dealclock.channels.ses import CONFIG, attempted

OFF = "sms_off"
VALID = timedelta(hours=4)  # after which a phone that was off no longer gets it


class SmsVoice(Protocol):
    """The part of `boto3.client("pinpoint-sms-voice-v2")` used here."""

    def send_text_message(self, **arguments: Any) -> Mapping[str, Any]:
        """Send one SMS."""


class Sms:
    """Sends SMS from an origination identity, a pool or a number by its id; without one, none."""

    def __init__(self, client: SmsVoice | None = None, origination: str = "") -> None:
        self._client = client
        self._origination = origination

    @classmethod
    def in_aws(cls, origination: str) -> "Sms":
        """SMS from the function's own account and region; off without an `origination`."""
        if not origination:
            return cls()
        import boto3  # noqa: PLC0415 - slow to import, and needed only to send

        return cls(boto3.client("pinpoint-sms-voice-v2", config=CONFIG), origination)

    def send(self, to: str, text: str) -> Outcome:
        """Send a text to a number in E.164; never raises for any response or timeout."""
        if self._client is None:
            return Refused(OFF)
        arguments = {
            "DestinationPhoneNumber": to,
            "OriginationIdentity": self._origination,
            "MessageBody": text,
            "MessageType": "TRANSACTIONAL",
            "TimeToLive": int(VALID.total_seconds()),
        }
        client = self._client
        return attempted(lambda: client.send_text_message(**arguments))
