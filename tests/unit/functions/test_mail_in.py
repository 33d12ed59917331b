"""The function mail_in on its sample: a reply is fetched, filed, and left out of every log."""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from types import ModuleType
from typing import Any

import boto3
import pytest

from dealclock.usecases.failures import WorkFailed
from tests.unit.functions.conftest import CONTEXT, Cloud, Log, sample
from tests.unit.usecases.web import kept_link

Start = Callable[[str], ModuleType]
Watch = Callable[[ModuleType], Log]
TOM = "tom.becker@issuer.example"
RAW = f"From: {TOM}\r\nMessage-ID: <a@issuer.example>\r\n\r\nThe copy is with the clerk.\r\n"
CONTENT = ("issuer.example", "clerk", "Cedar", "reply+")


@pytest.fixture(scope="module")
def app(function: Start, cloud: Cloud) -> Iterator[ModuleType]:
    client = boto3.client("s3")
    client.create_bucket(Bucket="mails")
    client.put_object(Bucket="mails", Key="received/one", Body=RAW.encode())
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("DEALCLOCK_MAIL_IN_BUCKET", "mails")
        environment.setenv("DEALCLOCK_REPLY_DOMAIN", "replies.example.com")
        yield function("mail_in")
    client.close()


def event(secret: str, bucket: str = "mails") -> dict[str, Any]:
    """The sample, of Tom's mail in that bucket."""
    told = sample("mail-in.json")
    notification = told["Records"][0]["Sns"]
    message = json.loads(notification["Message"])
    message["mail"]["source"] = TOM
    message["receipt"]["recipients"] = [f"reply+{secret}@replies.example.com"]
    message["receipt"]["action"] |= {"bucketName": bucket, "objectKey": "received/one"}
    notification["Message"] = json.dumps(message)
    return told


def test_a_reply_is_filed_and_its_owner_to_be_told(
    app: ModuleType, cloud: Cloud, log: Watch
) -> None:
    until = datetime.now(UTC) + timedelta(days=1)
    secret = kept_link(cloud.store, until, deal="cedar", purpose="reply", person="tom")
    written = log(app)
    app.handler(event(secret), CONTEXT)
    [note] = cloud.store.notes("cedar")
    assert note.text == "The copy is with the clerk."
    (queued,) = cloud.queued(cloud.delivery_queue)
    assert json.loads(queued["body"])["delivery"].endswith("-dm-maria")
    assert '"MailFiled":[1.0]' in written.text
    assert not [word for word in CONTENT if word in written.text]


@pytest.mark.parametrize("bucket", ["elsewhere", "mails"])
def test_what_cannot_be_handled_fails_and_its_words_stay_out_of_the_log(
    app: ModuleType, log: Watch, bucket: str
) -> None:
    told = event("a" * 52, bucket)
    if bucket == "mails":
        told["Records"][0]["Sns"]["Message"] = '{"mail": "Subject of Cedar"}'
    written = log(app)
    with pytest.raises(WorkFailed):
        app.handler(told, CONTEXT)
    assert "NotAMail" in written.text
    assert '"MailInFailed":[1.0]' in written.text
    assert not [word for word in CONTENT if word in written.text]
