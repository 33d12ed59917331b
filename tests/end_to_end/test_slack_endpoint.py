"""Slack's address, as deployed: requests not signed by Slack are refused and never logged."""

from __future__ import annotations

import contextlib
import http.client
import time
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

import pytest

from local.slack.app import signature_headers
from local.slack.errors import CommandTimeoutError
from tests.end_to_end.house import House
from tests.end_to_end.permissions import restart

CANARY = "canary-7c31"  # is in every body sent here, and must be in no log
FORM = urlencode({"command": "/deal", "text": f"status {CANARY}", "user_id": "U01MARIA"})


@dataclass(frozen=True)
class Answer:
    status: int
    body: str


def post(house: House, headers: dict[str, str], body: str = FORM, method: str = "POST") -> Answer:
    """One request to the endpoint, with these headers and a form."""
    parts = urlsplit(house.local.stack.slack_url)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=20)
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    try:
        connection.request(method, parts.path, body, {**form, **headers})
        response = connection.getresponse()
        return Answer(response.status, response.read().decode())
    finally:
        connection.close()


def signed(house: House, body: str = FORM, age: int = 0) -> dict[str, str]:
    """The right signature of a body, made some seconds ago."""
    return signature_headers(house.local.settings.signing_secret, body, int(time.time()) - age)


def unauthorized(house: House, began: float, answer: Answer) -> None:
    """Refused, without a word about why, logged, and with nothing of the body in any
    log.
    """
    assert answer.status == 401
    assert CANARY not in answer.body
    assert any('"message":"refused"' in each for each in house.log_of("slack", began))
    items = [line for _, line in house.logs() if CANARY in line]
    assert not items, "\n".join(items)


@pytest.fixture
def began() -> float:
    return time.time()


def test_a_wrong_signature_is_refused(house: House, began: float) -> None:
    headers = {**signed(house), "X-Slack-Signature": f"v0={'0' * 64}"}
    unauthorized(house, began, post(house, headers))


def test_the_signature_of_another_body_is_refused(house: House, began: float) -> None:
    unauthorized(house, began, post(house, signed(house, FORM + "&more=1")))


def test_a_signature_made_with_another_secret_is_refused(house: House, began: float) -> None:
    headers = signature_headers("another-secret", FORM, int(time.time()))
    unauthorized(house, began, post(house, headers))


def test_a_valid_signature_older_than_five_minutes_is_refused(house: House, began: float) -> None:
    unauthorized(house, began, post(house, signed(house, age=301)))


def test_a_valid_signature_from_the_future_is_refused(house: House, began: float) -> None:
    unauthorized(house, began, post(house, signed(house, age=-330)))


@pytest.mark.parametrize("timestamp", ["now", "", "1e9", "-1", "12345678901234567890", "\xb2"])
def test_a_timestamp_that_is_no_number_is_refused(
    house: House, began: float, timestamp: str
) -> None:
    headers = {**signed(house), "X-Slack-Request-Timestamp": timestamp}
    unauthorized(house, began, post(house, headers))


@pytest.mark.parametrize("absent", ["X-Slack-Signature", "X-Slack-Request-Timestamp"])
def test_a_missing_header_is_refused(house: House, began: float, absent: str) -> None:
    headers = {name: value for name, value in signed(house).items() if name != absent}
    unauthorized(house, began, post(house, headers))


def test_a_body_far_larger_than_slacks_is_refused_though_validly_signed(
    house: House, began: float
) -> None:
    body = f"{FORM}&padding={'x' * 600_000}"
    unauthorized(house, began, post(house, signed(house, body), body))


def test_a_body_that_is_not_text_is_refused(house: House, began: float) -> None:
    unauthorized(house, began, post(house, signed(house), "\xff\xfe" + CANARY))


def test_a_get_is_refused(house: House, began: float) -> None:
    unauthorized(house, began, post(house, signed(house, ""), "", method="GET"))


def test_a_validly_signed_command_that_is_not_ours_is_refused(house: House, began: float) -> None:
    who = {"user_id": "U01MARIA", "channel_id": "C01GRANITE"}
    body = urlencode({"command": "/other", "text": CANARY, **who})
    assert post(house, signed(house, body), body).status == 404
    assert house.metrics("slack", began)["RequestFailed"] == 1
    assert not [line for _, line in house.logs() if CANARY in line]


@pytest.mark.slice
def test_a_command_is_answered_from_a_cold_start_within_slacks_three_seconds(
    house: House,
) -> None:
    answered = None
    for _ in range(3):  # a busy machine may be too slow once, a slow function is every time
        restart(house.local.stack, "slack")
        with contextlib.suppress(CommandTimeoutError):
            # raises after Slack's three seconds
            answered = house.local.app().type("/deal", f"status {CANARY}", "U01MARIA", "C02STORY")
            break
    assert answered is not None, "not once in three cold starts"
    assert answered.response_type == "ephemeral"
    assert not [line for _, line in house.logs() if CANARY in line]
