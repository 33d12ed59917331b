"""A reply by mail, handed to the deployed `mail_in` as SES does: put into its bucket, then told."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import parseaddr
from typing import Any

from local.environments import CHECKOUT
from local.mail import Mail
from local.stack import Stack
from local.workbench.functions import call

_EVENT = CHECKOUT / "events" / "mail-in.json"
BECAME: Mapping[str, str] = {
    "filed": "Filed with the deal; its owner is told in Slack.",
    "answered": "Not filed. An answer went out by mail that says why and what to do.",
    "automatic": "Kept and not filed: it reads as a machine's.",
    "kept": "Kept, neither filed nor answered: harmful, or its sender was told within the hour. "
    "Whoever runs Dealclock is alerted.",
    "ignored": "Kept and not filed: nobody's reply address.",
}


@dataclass(frozen=True)
class Reply:
    """A reply: from whom, to which address, its words, and whether SPF, DKIM and DMARC prove it."""

    sender: str
    to: str
    text: str
    proved: bool = True


@dataclass(frozen=True)
class Sent:
    """A reply that was sent, and what the function said became of it, in its word and in ours."""

    reply: Reply
    became: str

    @property
    def says(self) -> str:
        """What became of it, as a sentence."""
        return BECAME.get(self.became, f"The function said: {self.became or 'nothing'}.")


def address_for(mail: Mail) -> str:
    """Where a reply to a mail goes: what it asks for, else who it is from."""
    return parseaddr(mail.header("Reply-To") or mail.header("From"))[1]


def send(mail: Mail, reply: Reply, stack: Stack) -> Sent:
    """Send a reply to a mail. Raises FunctionFailed where `mail_in` fails."""
    name = secrets.token_hex(8)
    bucket, key = stack.outputs["MailInBucketName"], f"received/{name}"
    stack.client("s3").put_object(Bucket=bucket, Key=key, Body=_written(mail, reply, name))
    called = call(stack, "mail_in", _told(reply, name, bucket, key))
    became = (str(line["became"]) for line in called.log if "became" in line)
    return Sent(reply, next(became, ""))


def _written(mail: Mail, reply: Reply, name: str) -> bytes:
    content = EmailMessage()
    content["From"], content["To"] = reply.sender, reply.to
    subject = mail.header("Subject")
    content["Subject"] = subject if subject.startswith("Re:") else f"Re: {subject}"
    content["Message-ID"] = f"<{name}@workbench.example>"
    if mail.header("Message-ID"):
        content["In-Reply-To"] = mail.header("Message-ID")
    quoted = "".join(f"> {line}\n" for line in mail.text.splitlines())
    content.set_content(f"{reply.text}\n\n{quoted}")
    return content.as_bytes()


def _told(reply: Reply, name: str, bucket: str, key: str) -> dict[str, Any]:
    """The event of such a mail, made from the sample of one."""
    event: dict[str, Any] = json.loads(_EVENT.read_text(encoding="utf-8"))
    told = json.loads(event["Records"][0]["Sns"]["Message"])
    told["mail"] |= {"messageId": name, "source": reply.sender, "destination": [reply.to]}
    told["receipt"]["recipients"] = [reply.to]
    told["receipt"]["action"] |= {"bucketName": bucket, "objectKey": key}
    if not reply.proved:
        for verdict in ("spfVerdict", "dkimVerdict", "dmarcVerdict"):
            told["receipt"][verdict] = {"status": "FAIL"}
    event["Records"][0]["Sns"]["Message"] = json.dumps(told)
    return event
