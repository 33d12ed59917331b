"""Which requests reach Bolt: signed over their bytes, fresh, not too large; nothing is raised."""

import base64
import hashlib
import hmac
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from functions.slack.slack_request import LARGEST_BODY, RESPONSES, answer_challenge, verify_request

SECRET = "a-signing-secret"
NOW = datetime(2004, 10, 29, 12, tzinfo=UTC)
BODY = b"command=%2Fdeal"


def event(body: bytes = BODY, at: str = "1099051200", **changes: object) -> dict[str, Any]:
    """A signed event; 1099051200 is October 29, 2004, 12:00 UTC."""
    base = b"v0:" + at.encode() + b":" + body
    signature = "v0=" + hmac.new(SECRET.encode(), base, hashlib.sha256).hexdigest()
    return {
        "headers": {"X-Slack-Request-Timestamp": at, "X-Slack-Signature": signature},
        "body": base64.b64encode(body).decode(),
        "isBase64Encoded": True,
        **changes,
    }


def test_a_signed_request_passes_decoded_with_lower_case_headers() -> None:
    passed = verify_request(event(), SECRET, NOW)
    assert isinstance(passed, dict)
    assert passed["headers"]["x-slack-signature"].startswith("v0=")
    assert (passed["body"], passed["isBase64Encoded"]) == ("command=%2Fdeal", False)


def test_an_event_without_a_base64_flag_is_read_as_plain() -> None:
    plain = event(body=BODY) | {"body": BODY.decode()}
    del plain["isBase64Encoded"]
    passed = verify_request(plain, SECRET, NOW)
    assert isinstance(passed, dict)
    assert passed["body"] == "command=%2Fdeal"


@pytest.mark.parametrize("timestamp", ["", "now", "-1", "1e9", "\u0663", "1" * 13, "1 099051200"])
def test_a_timestamp_that_is_not_a_number_is_unsigned(timestamp: str) -> None:
    assert verify_request(event(at=timestamp), SECRET, NOW) == "unsigned"


@pytest.mark.parametrize(("seconds", "wrong"), [(300, False), (-300, False), (301, True)])
def test_a_signature_is_valid_for_five_minutes(seconds: int, wrong: bool) -> None:
    found = verify_request(event(), SECRET, NOW + timedelta(seconds=seconds))
    assert (found == "unsigned") is wrong


@pytest.mark.parametrize(
    "changes",
    [
        {"headers": None},
        {"headers": []},
        {"headers": {"X-Slack-Signature": "v0=abc"}},
        {"headers": {"X-Slack-Request-Timestamp": "1099051200"}},
        {"headers": {"X-Slack-Request-Timestamp": "1099051200", "X-Slack-Signature": "v0=\xe9"}},
        {"headers": {"X-Slack-Request-Timestamp": "1099051200", "X-Slack-Signature": "\ud800"}},
        {"body": None},
        {"body": ""},
        {"body": {"a": 1}},
        {"body": "====", "isBase64Encoded": True},
        {"body": "Y29tbWFuZA", "isBase64Encoded": True},
        {"body": "\xe9", "isBase64Encoded": True},
        {"body": base64.b64encode(b"\xff\xfe").decode()},
        {"body": "\ud800", "isBase64Encoded": False},
        {"body": "{", "isBase64Encoded": False},
        {"body": "[1]", "isBase64Encoded": False},
        {"body": "payload=[]&payload={", "isBase64Encoded": False},
        {"body": "x" * (LARGEST_BODY + 1)},
    ],
)
def test_anything_slack_did_not_sign_is_unsigned(changes: dict[str, Any]) -> None:
    assert verify_request(event() | changes, SECRET, NOW) in ("unsigned", "wrongly signed")


def test_another_body_or_another_secret_is_wrongly_signed() -> None:
    other = base64.b64encode(b"command=%2Fother").decode()
    assert verify_request(event() | {"body": other}, SECRET, NOW) == "wrongly signed"
    assert verify_request(event(), "another", NOW) == "wrongly signed"


def test_a_signed_body_that_is_not_text_is_unreadable() -> None:
    assert verify_request(event(b"\xff\xfe"), SECRET, NOW) == "unreadable"


def test_a_request_larger_than_slack_sends_is_unsigned_despite_a_valid_signature() -> None:
    assert verify_request(event(b"x" * LARGEST_BODY), SECRET, NOW) == "unsigned"


def test_the_responses_contain_nothing_of_the_request() -> None:
    assert {w: (a["statusCode"], a["body"]) for w, a in RESPONSES.items()} == {
        "unsigned": (401, "unauthorized"),
        "wrongly signed": (401, "unauthorized"),
        "unreadable": (400, "bad request"),
    }


# --- Slack's check of the address, while the secret is empty -------------------------------------

WORD = "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkFvO7tYXAYM8P"


def challenge(**data: object) -> dict[str, Any]:
    body = {"token": "t", "challenge": WORD, "type": "url_verification", **data}
    return {"body": json.dumps(body), "isBase64Encoded": False}


def test_slacks_challenge_is_answered_as_text() -> None:
    answered = answer_challenge(challenge())
    assert answered is not None
    assert (answered["statusCode"], answered["body"]) == (200, WORD)
    assert answered["headers"]["content-type"].startswith("text/plain")


@pytest.mark.parametrize(
    "wrong",
    [
        challenge(type="event_callback"),
        challenge(challenge="<script>alert(1)</script>"),
        challenge(challenge="a" * 201),
        challenge(challenge="caf\u00e9"),
        challenge(challenge=f"{WORD}\n"),
        challenge(challenge=7),
        challenge(challenge=""),
        challenge(more="a" * 1_000),
        {"body": "[" * 990},
        {"body": '["url_verification"]'},
        {"body": "command=%2Fdeal"},
        {"body": ""},
        {"body": None},
        {},
        {"body": "*", "isBase64Encoded": True},
    ],
)
def test_nothing_else_is_answered_without_a_secret(wrong: dict[str, Any]) -> None:
    assert answer_challenge(wrong) is None
