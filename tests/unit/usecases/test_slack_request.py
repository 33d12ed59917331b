"""What may reach Bolt: signed as Slack signs, fresh enough to be read, not too large."""

import pytest

from dealclock.usecases.slack_request import LARGEST_BODY, acceptable

HEADERS = {"X-Slack-Request-Timestamp": "1099051200", "X-Slack-Signature": "v0=abc"}


def event(**changes: object) -> dict[str, object]:
    return {"headers": HEADERS, "body": "command=%2Fdeal", "isBase64Encoded": False, **changes}


def test_a_well_formed_request_passes_with_its_headers_in_lower_case() -> None:
    passed = acceptable(event())
    assert passed is not None
    assert passed["headers"]["x-slack-signature"] == "v0=abc"


def test_an_event_that_does_not_say_whether_it_is_base64_is_taken_as_plain() -> None:
    plain = event()
    del plain["isBase64Encoded"]
    passed = acceptable(plain)
    assert passed is not None
    assert passed["isBase64Encoded"] is False


@pytest.mark.parametrize("timestamp", ["", "now", "-1", "1e9", "٣", "1" * 13])
def test_a_timestamp_that_is_no_number_is_refused(timestamp: str) -> None:
    assert acceptable(event(headers={**HEADERS, "X-Slack-Request-Timestamp": timestamp})) is None


def test_a_request_without_a_signature_a_timestamp_or_a_body_is_refused() -> None:
    assert acceptable(event(headers={"X-Slack-Signature": "v0=abc"})) is None
    assert acceptable(event(headers={"X-Slack-Request-Timestamp": "1"})) is None
    assert acceptable(event(headers=None)) is None
    assert acceptable(event(body=None)) is None
    assert acceptable(event(body="")) is None


def test_a_request_larger_than_slack_sends_is_refused_unread() -> None:
    assert acceptable(event(body="x" * (LARGEST_BODY + 1))) is None
