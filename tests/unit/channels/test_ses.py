"""Email through SES: the request, and the outcome of each response or timeout."""

from email import message_from_bytes
from typing import Any

import boto3
import pytest
from botocore.exceptions import (
    ConnectionClosedError,
    ConnectTimeoutError,
    EndpointConnectionError,
    ReadTimeoutError,
)
from botocore.stub import ANY, Stubber

from dealclock.alerts.outcome import Later, Outcome, Refused, Sent, Unknown
from dealclock.channels import SesMailer
from dealclock.channels.ses import CONFIG
from tests.unit.channels.posts import mail


@pytest.fixture(scope="module")
def client() -> Any:
    """A real client, whose answers are given."""
    return boto3.client(
        "sesv2",
        region_name="us-east-1",
        aws_access_key_id="testing",
        aws_secret_access_key="testing",
        config=CONFIG,
    )


def test_an_email_is_sent_unchanged_with_its_id_as_a_tag(client: Any) -> None:
    asked = {
        "FromEmailAddress": "clock@example.com",
        "Destination": {"ToAddresses": ["maria@example.com"]},
        "Content": {"Raw": {"Data": ANY}},
        "EmailTags": [
            {"Name": "dealclock-delivery", "Value": "5d41402abc4b2a76b9719d91-email-maria"}
        ],
        "ConfigurationSetName": "mail-events",
    }
    with Stubber(client) as stub:
        stub.add_response("send_email", {"MessageId": "0100018b"}, asked)
        assert SesMailer(client, "mail-events").send(mail()) == Sent("0100018b")


def test_without_a_configuration_set_none_is_sent(client: Any) -> None:
    arguments: dict[str, Any] = {}

    class Taking:
        def send_email(self, **given: Any) -> dict[str, str]:
            arguments.update(given)
            return {"MessageId": "1"}

    SesMailer(Taking()).send(mail())
    assert "ConfigurationSetName" not in arguments
    raw = arguments["Content"]["Raw"]["Data"]
    assert raw.isascii()
    assert b"\r\n" in raw
    assert message_from_bytes(raw)["Subject"] == "Granite 2(a)(i) Thu, Jul 15, 2004"


@pytest.mark.parametrize(
    ("code", "status", "expected"),
    [
        ("TooManyRequestsException", 429, Later(60.0)),
        ("Throttling", 400, Later(60.0)),
        ("LimitExceededException", 400, Later(60.0)),
        ("ExpiredTokenException", 403, Later(60.0)),
        ("MessageRejected", 400, Refused("MessageRejected")),
        ("AccountSuspendedException", 400, Refused("AccountSuspendedException")),
        ("SendingPausedException", 400, Refused("SendingPausedException")),
        ("MailFromDomainNotVerifiedException", 400, Refused("MailFromDomainNotVerifiedException")),
        ("AccessDeniedException", 403, Refused("AccessDeniedException")),
        ("InternalFailure", 500, Unknown("InternalFailure")),
        ("ServiceUnavailable", 503, Unknown("ServiceUnavailable")),
    ],
)
def test_every_answer_has_one_meaning(
    client: Any, code: str, status: int, expected: Outcome
) -> None:
    with Stubber(client) as stub:
        sentence = "Email address is not verified: maria@example.com"
        stub.add_client_error("send_email", code, sentence, http_status_code=status)
        assert SesMailer(client).send(mail()) == expected


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (ReadTimeoutError(endpoint_url="x"), Unknown("ReadTimeoutError")),
        (ConnectionClosedError(endpoint_url="x"), Unknown("ConnectionClosedError")),
        (ConnectTimeoutError(endpoint_url="x"), Later(60.0)),
        (EndpointConnectionError(endpoint_url="x"), Later(60.0)),
    ],
)
def test_every_timeout_has_one_meaning(error: Exception, expected: Outcome) -> None:
    class Silent:
        def send_email(self, **_given: Any) -> dict[str, str]:
            raise error

    assert SesMailer(Silent()).send(mail()) == expected


def test_the_client_itself_retries_nothing(unused_port: int, monkeypatch: Any) -> None:
    client = boto3.client(
        "sesv2",
        region_name="us-east-1",
        aws_access_key_id="testing",
        aws_secret_access_key="testing",
        endpoint_url=f"http://127.0.0.1:{unused_port}",
        config=CONFIG,
    )
    attempts: list[object] = []
    client.meta.events.register("before-send.sesv2.SendEmail", lambda **_: attempts.append(1))
    assert SesMailer(client).send(mail()) == Later(60.0)
    assert len(attempts) == 1
