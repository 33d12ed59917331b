"""The slack function on its sample: a fresh signature is answered, any other is not read."""

import base64
import hashlib
import hmac
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from types import ModuleType
from typing import Any
from urllib.parse import parse_qs, urlencode
from uuid import uuid4

import boto3
import pytest

from dealclock.channels import Screens
from dealclock.errors import DealclockError, TryAgainError
from dealclock.jobs.settings import SlackSecret, SlackSecrets
from dealclock.store.archive import Archive
from dealclock.store.deals import Deals
from dealclock.store.responses import Responses
from tests.unit.functions.conftest import CONTEXT, REQUEST, SIGNING_SECRET, Cloud, Log, sample

Start = Callable[[str], ModuleType]
Watch = Callable[[ModuleType], Log]


@pytest.fixture(scope="module")
def app(function: Start) -> ModuleType:
    return function("slack")


@pytest.fixture(autouse=True)
def no_response_url(monkeypatch: pytest.MonkeyPatch) -> None:
    """No answer leaves this machine: one with tables or a chart is the reply, without them."""
    monkeypatch.setattr(Screens, "answer", lambda *_: "connection_lost")


def signed(
    text: str = "status", *, age: int = 0, secret: str = SIGNING_SECRET, **changed: str
) -> dict[str, Any]:
    """The sample with another text, signed that number of seconds ago."""
    event = sample("slack-status.json")
    form = parse_qs(base64.b64decode(event["body"]).decode())
    own = {"text": text, "trigger_id": uuid4().hex}  # each request of Slack's has one of its own
    body = urlencode({**{k: v[0] for k, v in form.items()}, **own, **changed})
    timestamp = str(int(time.time()) - age)
    base = f"v0:{timestamp}:{body}".encode()
    signature = "v0=" + hmac.new(secret.encode(), base, hashlib.sha256).hexdigest()
    event["body"] = base64.b64encode(body.encode()).decode()
    event["headers"] |= {"x-slack-request-timestamp": timestamp, "x-slack-signature": signature}
    return event


def ask(app: ModuleType, event: dict[str, Any]) -> tuple[int, str]:
    answered = app.handler(event, CONTEXT)
    return answered["statusCode"], answered["body"]


@pytest.mark.parametrize("refused", [False, True])
def test_an_answer_with_tables_is_shown_once_with_or_without_them(
    app: ModuleType, monkeypatch: pytest.MonkeyPatch, refused: bool
) -> None:
    shown: list[Mapping[str, Any]] = []

    def answer(_: Screens, url: str, message: Mapping[str, Any]) -> str:
        assert url.startswith("https://hooks.slack.com/")
        shown.append(message)
        return "invalid_blocks" if refused else ""

    monkeypatch.setattr(Screens, "answer", answer)
    screen = app._desk().services.screen
    monkeypatch.setattr(screen, "_refuses_tables", False)
    status, body = ask(app, signed("next 200 all"))
    assert status == 200
    assert "data_table" in [block["type"] for block in shown[0]["blocks"]]
    if not refused:
        assert body == ""
        return
    plain = json.loads(body)
    assert plain["text"] == shown[0]["text"]
    assert "data_table" not in [block["type"] for block in plain["blocks"]]
    ask(app, signed("next 200 all"))
    assert len(shown) == 1


def test_a_signed_command_is_answered_to_the_asker_alone(app: ModuleType, log: Watch) -> None:
    written = log(app)
    status, body = ask(app, signed("status"))
    answer = json.loads(body)
    assert (status, answer["response_type"]) == (200, "ephemeral")
    assert "Cedar" in answer["text"]
    assert '"status":200' in written.text


def test_a_request_without_text_gets_the_deals(app: ModuleType) -> None:
    status, body = ask(app, signed(""))
    assert status == 200
    assert "1 deal" in body
    assert "Not assessed yet" in body
    assert "Cedar" in body


def _without_signature() -> dict[str, Any]:
    event = signed()
    del event["headers"]["x-slack-signature"]
    return event


def _at(timestamp: str) -> dict[str, Any]:
    event = signed()
    event["headers"]["x-slack-request-timestamp"] = timestamp
    return event


@pytest.mark.parametrize(
    "event",
    [
        sample("slack-status.json"),
        signed(age=6 * 60),
        signed(secret="another"),
        _without_signature(),
        _at("soon"),
        _at(""),
        {**signed(), "body": base64.b64encode(b"text=Project-Titan").decode()},
        {**signed(), "body": "Project-Titan*"},
        {**signed(), "body": base64.b64encode(b"\xff\xfe").decode()},
    ],
    ids=[
        "the sample, signed with zeros",
        "stale",
        "another secret",
        "unsigned",
        "no number",
        "no time",
        "another body",
        "not base64",
        "not text",
    ],
)
def test_a_request_slack_did_not_just_sign_is_refused_and_not_logged(
    app: ModuleType, log: Watch, event: dict[str, Any]
) -> None:
    written = log(app)
    status, body = ask(app, event)
    assert status == 401
    assert "Cedar" not in body
    assert '"message":"refused"' in written.text
    for typed in ("Project-Titan", "U0EXAMPLE1", "text=", event["body"]):
        assert typed not in written.text


def test_a_signature_by_another_secret_is_counted_and_a_scanner_is_not(
    app: ModuleType, log: Watch
) -> None:
    for event, counted in ((_without_signature(), False), (signed(secret="another"), True)):
        written = log(app)
        ask(app, event)
        assert ('"SignatureRefused":[1.0]' in written.text) is counted


def test_question_and_answer_stay_out_of_the_log(app: ModuleType, log: Watch) -> None:
    written = log(app)
    for text in ("status", "explain effectiveness", "status Project-Titan", "stauts Titan"):
        assert ask(app, signed(text))[0] == 200
    for word in ("Titan", "Cedar", "U0EXAMPLE1", "Effectiveness", "effectiveness", "Maria"):
        assert word not in written.text


def test_a_request_that_may_be_a_repeat_is_not_carried_out_and_says_so(
    app: ModuleType, log: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def silent(*_: object, **__: object) -> bool:
        raise TryAgainError("the table did not answer")

    monkeypatch.setattr(Responses, "put_key", silent)
    written = log(app)
    status, body = ask(app, signed("list"))
    assert (status, json.loads(body)["text"]) == (
        200,
        f"Sorry, that did not work. Request {REQUEST}.",
    )
    assert '"RequestFailed":[1.0]' in written.text


def test_an_unexpected_error_is_answered_by_an_apology_with_the_request_and_nothing_else(
    app: ModuleType, log: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ValueError("Infocrossing owes $8,750.00")

    monkeypatch.setattr(Deals, "get", broken)
    written = log(app)
    status, body = ask(app, signed("status"))
    answer = json.loads(body)
    assert status == 200
    assert answer["text"] == f"Sorry, that did not work. Request {REQUEST}."
    assert [block["type"] for block in answer["blocks"]] == ["header"]
    assert "ValueError (test_slack.py:" in written.text
    assert REQUEST in written.text
    assert "Infocrossing" not in written.text + body
    assert '"RequestFailed":[1.0]' in written.text


def test_a_command_that_fails_is_in_the_archive_all_the_same(
    app: ModuleType, cloud: Cloud, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[str] = []
    whole = Archive.audit

    def audit(self: Archive, *args: Any) -> None:
        whole(self, *args)
        kept.append(args[1])

    def broken(*_: object) -> None:
        assert kept == ["asked accrual"]
        raise ValueError

    monkeypatch.setattr(Archive, "audit", audit)
    monkeypatch.setattr(Deals, "get", broken)
    ask(app, signed("accrual"))
    assert kept == ["asked accrual"]


def test_a_request_that_does_not_post_is_not_found(app: ModuleType) -> None:
    event = signed()
    event["requestContext"]["http"]["method"] = "GET"
    assert ask(app, event)[0] == 404


def test_a_replaced_secret_is_taken_up_and_forged_requests_have_it_read_once(
    function: Start, cloud: Cloud, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, now = function("slack"), [datetime.now(UTC)]
    secrets, name = boto3.client("secretsmanager"), os.environ["DEALCLOCK_SLACK_SECRET"]
    before, read = secrets.get_secret_value(SecretId=name)["SecretString"], SlackSecret.fetch
    reads: list[str] = []

    def counted(client: Any, arn: str) -> SlackSecret:
        reads.append(arn)
        return read(client, arn)

    monkeypatch.setattr(SlackSecret, "fetch", counted)
    monkeypatch.setattr(app._secrets, "_clock", lambda: now[0])
    value = {"signing_secret": "the new one", "bot_token": "xoxb-new"}
    secrets.put_secret_value(SecretId=name, SecretString=json.dumps(value))
    try:
        assert ask(app, signed("help", secret="the new one"))[0] == 401
        now[0] += SlackSecrets.AGAIN
        assert ask(app, signed("help", secret="the new one"))[0] == 200
        now[0] += SlackSecrets.AGAIN
        assert {ask(app, signed("help", secret=f"forged {n}"))[0] for n in range(50)} == {401}
        assert ask(app, signed("help"))[0] == 401, "the old one is no longer taken"
        assert ask(app, signed("help", secret="the new one"))[0] == 200
        assert len(reads) == 2
    finally:
        secrets.put_secret_value(SecretId=name, SecretString=before)


@pytest.fixture
def unfilled(function: Start, cloud: Cloud) -> Iterator[tuple[ModuleType, Callable[[], None]]]:
    """The function started while its secret is empty, and what fills the secret."""
    secrets, name = boto3.client("secretsmanager"), os.environ["DEALCLOCK_SLACK_SECRET"]
    filled = secrets.get_secret_value(SecretId=name)["SecretString"]
    secrets.put_secret_value(SecretId=name, SecretString="{}")

    def fill() -> None:
        secrets.put_secret_value(SecretId=name, SecretString=filled)

    try:
        yield function("slack"), fill
    finally:
        fill()


def test_while_the_secret_is_empty_only_slacks_check_of_the_address_is_answered(
    unfilled: tuple[ModuleType, Callable[[], None]], log: Watch
) -> None:
    app, fill = unfilled
    written = log(app)
    check = {
        "body": json.dumps({"type": "url_verification", "token": "t", "challenge": "3eZbrw1a"}),
        "requestContext": {"http": {"method": "POST", "path": "/"}},
        "headers": {"content-type": "application/json"},
    }
    assert ask(app, check) == (200, "3eZbrw1a")
    assert "3eZbrw1a" not in written.text
    for event in (signed("status"), {**check, "body": '{"type": "event_callback"}'}):
        with pytest.raises(DealclockError, match="docs/operations"):
            app.handler(event, CONTEXT)
    fill()
    assert ask(app, signed("help"))[0] == 200
    assert ask(app, check)[0] == 401, "from then on Slack signs its check too"
