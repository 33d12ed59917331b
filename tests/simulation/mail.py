"""An SES that remembers every mail it took, behind the client that the functions use."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from email import message_from_bytes
from typing import Any

from botocore.exceptions import ClientError, EndpointConnectionError, ReadTimeoutError

from dealclock.channels.ses import TAG
from tests.simulation.effects import Effects, Fault

_SAID = ("Send", "Delivery")
_CAME_BACK = ("Send", "Bounce")


@dataclass
class Letter:
    """One mail that was taken and will be read; `calendar` is the invitation in it, if any."""

    to: str
    id: str
    words: str
    at: datetime
    calendar: bytes = b""


@dataclass
class PostOffice:
    """Takes mails; `events` are what it publishes of each, as SES words it, in time.

    What it takes for an address of `gone` nobody reads: it comes back.
    """

    effects: Effects
    now: Callable[[], datetime]
    shown: Callable[[str, str], None]
    letters: list[Letter] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)

    def send_email(self, **given: Any) -> Mapping[str, Any]:
        """Hand over one mail."""
        return self.effects.through("send_email", self, lambda: self._take(given))

    def error(self, fault: Fault) -> Exception:
        """A connection refused, an answer that never came, or a throttle."""
        match fault:
            case Fault.NOT_REACHED:
                return EndpointConnectionError(endpoint_url="https://email.example")
            case Fault.ANSWER_LOST:
                return ReadTimeoutError(endpoint_url="https://email.example")
            case _:
                code = "TooManyRequestsException"
                return ClientError({"Error": {"Code": code, "Message": code}}, "SendEmail")

    def _take(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        (to,) = given["Destination"]["ToAddresses"]
        tags = {tag["Name"]: tag["Value"] for tag in given["EmailTags"]}
        raw = given["Content"]["Raw"]["Data"]
        words = _words(raw)
        name = f"ses-{len(self.letters)}"
        about = {"messageId": name, "tags": {TAG: [tags[TAG]]}}
        self.letters.append(Letter(to, tags[TAG], words, self.now(), _invitation(raw)))
        if to not in self.gone:
            self.shown(tags[TAG], words)
        for kind in _CAME_BACK if to in self.gone else _SAID:
            bounced = {"bounce": {"bounceType": "Permanent"}} if kind == "Bounce" else {}
            self.events.append(json.dumps({"eventType": kind, "mail": about, **bounced}))
        return {"MessageId": name}

    def lose_events(self) -> None:
        """SES tells of mails as well as it can, and no better; but what came back it does tell."""
        self.events = [event for event in self.events if '"Bounce"' in event]


def _invitation(raw: bytes) -> bytes:
    if b"text/calendar" not in raw:  # most have none
        return b""
    parts = message_from_bytes(raw).walk()
    part = next(p for p in parts if p.get_content_type() == "text/calendar")
    content = part.get_payload(decode=True)
    assert isinstance(content, bytes)
    return content


def _words(raw: bytes) -> str:
    """Subject and plain text, as a reader has them."""
    whole = message_from_bytes(raw)  # headers unread: reading them all takes most of a mail's time
    plain = next(p for p in whole.walk() if p.get_content_type() == "text/plain")
    body = plain.get_payload(decode=True)
    assert isinstance(body, bytes)
    return f"{whole['Subject']}\n{body.decode(plain.get_content_charset('utf-8'))}"
