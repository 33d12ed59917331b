"""Malformed requests at the public address: 401 unsigned, 400 signed; no error, alarm or log."""

import base64
import hashlib
import hmac
import json
import random
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.suite import seeds
from tests.unit.functions.conftest import CONTEXT, SIGNING_SECRET, Log, sample

CANARY = "Project-Titan"
Watch = Callable[[ModuleType], Log]
USER = {"id": "U0EXAMPLE1"}


@pytest.fixture(scope="module")
def app(function: Callable[[str], ModuleType]) -> ModuleType:
    return function("slack")


def signed(body: bytes) -> dict[str, Any]:
    """The bytes as Slack would have signed and sent them."""
    event, timestamp = sample("slack-status.json"), str(int(time.time()))
    base = b"v0:" + timestamp.encode() + b":" + body
    signature = "v0=" + hmac.new(SIGNING_SECRET.encode(), base, hashlib.sha256).hexdigest()
    event |= {"body": base64.b64encode(body).decode(), "isBase64Encoded": True}
    event["headers"] |= {"x-slack-request-timestamp": timestamp, "x-slack-signature": signature}
    return event


def payload(said: object) -> bytes:
    return urlencode({"payload": said if isinstance(said, str) else json.dumps(said)}).encode()


UNSIGNED: list[dict[str, Any]] = [
    {"body": "====", "isBase64Encoded": True},
    {"body": base64.b64encode(b"\xff\xfe").decode(), "isBase64Encoded": True},
    {"body": "{" + CANARY, "isBase64Encoded": False},
    {"body": "[1]", "isBase64Encoded": False},
    {"body": "payload=" + CANARY, "isBase64Encoded": False},
    {"body": "payload=[]", "isBase64Encoded": False},
    {"body": "payload=7", "isBase64Encoded": False},
    {"body": "payload=null", "isBase64Encoded": False},
    {"body": "payload={}&payload={", "isBase64Encoded": False},
    {"body": "payload=" + "[" * 100_000, "isBase64Encoded": False},
    {"body": "payload=" + "1" * 6_000, "isBase64Encoded": False},
    {"body": "payload=" + json.dumps({"event": CANARY}), "isBase64Encoded": False},
    {"body": json.dumps({"authorizations": 3, "said": CANARY}), "isBase64Encoded": False},
    {"body": "\ud800", "isBase64Encoded": False},
    {"body": "ssl_check=1", "isBase64Encoded": False},
    {"body": None},
    {"body": ["a"]},
    {"headers": None},
    {"headers": {"x-slack-signature": "v0=\xe9", "x-slack-request-timestamp": "1"}},
    {"headers": {"X-SLACK-SIGNATURE": "v0=0", "X-SLACK-REQUEST-TIMESTAMP": "soon"}},
    {"queryStringParameters": {"payload": 7}},
    {"requestContext": None},
    {"cookies": 7},
]


@pytest.mark.parametrize("changes", UNSIGNED)
def test_an_unsigned_request_is_answered_401_without_an_error(
    app: ModuleType, log: Watch, changes: dict[str, Any]
) -> None:
    written = log(app)
    event = sample("slack-status.json")
    event["headers"]["x-slack-request-timestamp"] = str(int(time.time()))
    answered = app.handler(event | changes, CONTEXT)
    assert (answered["statusCode"], answered["body"]) == (401, "unauthorized")
    _quiet(written)


SIGNED: list[bytes] = [
    b"\xff\xfe" + CANARY.encode(),
    b"{" + CANARY.encode(),
    b"[1]",
    b"null",
    b"{}",
    b"text=" + CANARY.encode(),
    b"command=/deal&text=" + CANARY.encode(),
    json.dumps({"command": "/deal", "user_id": "U1", "channel_id": "C1", "text": 7}).encode(),
    payload(CANARY),
    payload("[1]"),
    payload("null"),
    payload("7"),
    payload("[" * 100_000),
    payload("1" * 6_000),
    payload({}),
    payload({"type": CANARY, "user": USER}),
    payload({"type": 7}),
    payload({"type": ["block_actions"], "user": USER}),
    payload({"type": "block_suggestion", "user": USER, "value": CANARY}),
    payload({"type": "block_actions"}),
    payload({"type": "block_actions", "user": "U0EXAMPLE1"}),
    payload({"type": "block_actions", "user": USER, "actions": 7}),
    payload({"type": "block_actions", "user": USER, "actions": ["a"]}),
    payload({"type": "block_actions", "user": USER, "actions": {"action_id": "x"}}),
    payload({"type": "block_actions", "user": USER, "actions": [{"selected_options": [7]}]}),
    payload({"type": "view_submission", "user": USER, "view": [7]}),
    payload({"type": "view_submission", "user": USER, "view": {"state": CANARY}}),
    payload({"type": "view_submission", "user": USER, "view": {"state": {"values": [1]}}}),
    payload({"type": "view_submission", "user": USER, "view": {"state": {"values": {"a": 1}}}}),
    payload({"type": "view_closed", "user": None}),
    payload({"type": "view_closed", "user": USER, "view": "left"}),
    payload({"type": "view_closed", "user": USER, "view": {}}),
    payload({"type": "shortcut", "user": {"id": 7}}),
    payload({"type": "shortcut", "user": USER}),
    json.dumps({"type": "event_callback", "event": CANARY}).encode(),
    json.dumps({"type": "event_callback", "event": {"type": "app_home_opened"}}).encode(),
    json.dumps({"type": "event_callback", "authorizations": 3, "event": {}}).encode(),
    json.dumps({"type": "url_verification"}).encode(),
]


@pytest.mark.parametrize("body", SIGNED)
def test_a_signed_malformed_request_is_answered_400_without_an_error(
    app: ModuleType, log: Watch, body: bytes
) -> None:
    written = log(app)
    answered = app.handler(signed(body), CONTEXT)
    assert (answered["statusCode"], answered["body"]) == (400, "bad request")
    _quiet(written)


def test_header_case_and_repeated_fields_do_not_matter(app: ModuleType) -> None:
    fields = [("command", "/deal"), ("text", "status"), ("text", "help")]
    whole = [*fields, ("user_id", "U0EXAMPLE1"), ("channel_id", "C1")]
    event = signed(urlencode(whole).encode())
    event["headers"] = {name.upper(): value for name, value in event["headers"].items()}
    assert app.handler(event, CONTEXT)["statusCode"] == 200


def test_random_bodies_and_headers_never_raise(app: ModuleType, log: Watch) -> None:
    """600 of them: form, JSON and noise, signed or not, whole or cut, said to be base64 or not."""
    written = log(app)
    for seed in seeds(600):
        chance = random.Random(seed)
        body = _random_body(chance)
        event = signed(body)
        if chance.random() < 0.6:
            event |= chance.choice(UNSIGNED)
        if chance.random() < 0.2:
            event["isBase64Encoded"] = chance.choice((True, False, None, "yes"))
        if chance.random() < 0.2 and event.get("headers"):
            event["headers"].pop(chance.choice(sorted(event["headers"])))
        assert app.handler(event, CONTEXT)["statusCode"] in (200, 400, 401, 404), seed
    assert "Traceback" not in written.text
    assert "RequestFailed" not in written.text


def _random_body(chance: random.Random) -> bytes:
    shapes = [*SIGNED, json.dumps(_random_json(chance)).encode(), payload(_random_json(chance))]
    body = chance.choice([*shapes, *shapes[-2:] * 20])
    if chance.random() < 0.3:
        body = body[: chance.randrange(len(body) + 1)]
    return body or b"x"


def _random_json(chance: random.Random, depth: int = 0) -> Any:
    kind = chance.choice(("text", "number", "null", "list", "map", "map", "map"))
    if kind == "text" or depth > 4:
        return chance.choice(("", "block_actions", "view_submission", "view_closed", "record", "x"))
    if kind == "list":
        return [_random_json(chance, depth + 1) for _ in range(chance.randrange(3))]
    if kind == "map":
        names = ("type", "user", "id", "view", "state", "values", "actions", "event", "team")
        chosen = chance.sample((*names, "private_metadata", "selected_options"), 6)
        whole = {"user": USER, "action_id": "x", "callback_id": "record"}
        given = {name: _random_json(chance, depth + 1) for name in chosen}
        return {**(whole if chance.random() < 0.8 else {}), **given}
    return None if kind == "null" else chance.choice((0, -1, 1e300, 7))


def _quiet(written: Log) -> None:
    assert '"message":"refused"' in written.text
    for word in ("RequestFailed", "Traceback", "Error", CANARY):
        assert word not in written.text
