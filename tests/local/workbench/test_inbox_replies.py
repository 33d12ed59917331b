"""A reply as SES hands it on: the mail in the bucket, and the function told of it."""

from __future__ import annotations

import base64
import io
import json
from email import policy
from email.parser import BytesParser
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from dealclock.usecases.mail_in.letter import read
from dealclock.usecases.mail_in.notification import Arrived
from local.mail import Mail
from local.stack import Stack
from local.workbench.functions import FunctionFailed
from local.workbench.panes.inbox.replies import Reply, Sent, address_for, send

TO_US = "reply+abc@replies.example.com"
GOT = Mail(
    Path("1.eml"),
    "clock@example.com",
    ("maria@issuer.example",),
    (
        ("From", "Dealclock <clock@example.com>"),
        ("Subject", "Cedar, clause 2(a)(i)"),
        ("Reply-To", TO_US),
        ("Message-ID", "<one@dealclock.invalid>"),
    ),
    "Due tomorrow.\n",
    "",
    (),
)


class Aws:
    """S3 and Lambda as far as a reply needs them."""

    def __init__(self, log: list[str], error: str = "") -> None:
        self.kept: dict[tuple[str, str], bytes] = {}
        self.told: list[dict[str, Any]] = []
        self._log, self._error = log, error

    def put_object(self, **given: Any) -> None:
        self.kept[given["Bucket"], given["Key"]] = given["Body"]

    def invoke(self, **given: Any) -> dict[str, Any]:
        assert (given["FunctionName"], given["LogType"]) == ("the-mail-in", "Tail")
        self.told.append(json.loads(given["Payload"]))
        if self._error:
            said = json.dumps({"errorMessage": self._error}).encode()
            return {"Payload": io.BytesIO(said), "FunctionError": "Unhandled"}
        tail = base64.b64encode("\n".join(self._log).encode()).decode()
        return {"Payload": io.BytesIO(b"null"), "LogResult": tail}

    def stack(self) -> Stack:
        stack = SimpleNamespace(
            client=lambda _service: self,
            outputs={"MailInBucketName": "bucket"},
            functions={"mail_in": "the-mail-in"},
        )
        return cast("Stack", stack)


def test_a_reply_goes_where_the_mail_asks_for_it_and_else_to_its_sender() -> None:
    assert address_for(GOT) == TO_US
    bare = Mail(GOT.path, GOT.sender, GOT.recipients, (GOT.headers[0],), "", "", ())
    assert address_for(bare) == "clock@example.com"


def test_the_function_is_told_of_the_mail_in_the_bucket_as_ses_tells_it() -> None:
    aws = Aws(["START RequestId: 1", json.dumps({"message": "mail", "became": "filed"})])
    sent = send(GOT, Reply("maria@issuer.example", TO_US, "We file.\nToday."), aws.stack())
    assert sent.became == "filed"
    assert sent.says == "Filed with the deal; its owner is told in Slack."
    [event] = aws.told
    arrived = Arrived.read(event["Records"][0]["Sns"]["Message"])
    assert arrived.receipt.recipients == (TO_US,)
    assert arrived.is_verified
    [((bucket, key), raw)] = aws.kept.items()
    assert (arrived.receipt.action.bucket, arrived.receipt.action.key) == (bucket, key)
    letter = read(raw, arrived.mail.source)
    assert letter
    assert letter.sender == "maria@issuer.example"
    assert not letter.automatic
    assert letter.text.startswith("We file.\nToday.\n\n> Due tomorrow.")
    written = BytesParser(policy=policy.default).parsebytes(raw)
    assert written["Subject"] == "Re: Cedar, clause 2(a)(i)"
    assert written["In-Reply-To"] == "<one@dealclock.invalid>"


def test_each_reply_is_a_mail_of_its_own() -> None:
    aws = Aws([])
    for _ in range(2):
        send(GOT, Reply("maria@issuer.example", TO_US, "Yes."), aws.stack())
    first, second = (Arrived.read(e["Records"][0]["Sns"]["Message"]).id for e in aws.told)
    assert first != second
    assert len(aws.kept) == 2


def test_a_reply_that_is_not_proved_is_told_as_such() -> None:
    aws = Aws([])
    send(GOT, Reply("maria@issuer.example", TO_US, "Yes.", proved=False), aws.stack())
    assert not Arrived.read(aws.told[0]["Records"][0]["Sns"]["Message"]).is_verified


def test_what_the_function_does_not_say_is_not_made_up() -> None:
    reply = Reply("maria@issuer.example", TO_US, "Yes.")
    assert Sent(reply, "").says == "The function said: nothing."
    assert Sent(reply, "eaten").says == "The function said: eaten."


def test_a_function_that_fails_is_told_in_its_words() -> None:
    aws = Aws([], error="the table asked to slow down")
    with pytest.raises(FunctionFailed, match="mail_in failed: the table asked to slow down"):
        send(GOT, Reply("maria@issuer.example", TO_US, "Yes."), aws.stack())
