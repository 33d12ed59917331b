"""A function with missing settings says so at startup, and reveals no secret."""

import json
from datetime import UTC, datetime, timedelta
from unittest.mock import Mock

import pytest

from dealclock.errors import DealclockError
from dealclock.jobs.outlets import slack_gap
from dealclock.jobs.settings import DeliverSettings, SlackSecret, SlackSecrets, SweepSettings

GOOD = {
    "DEALCLOCK_TABLE": "deals",
    "DEALCLOCK_DELIVERY_QUEUE_URL": "https://sqs.example/delivery",
    "DEALCLOCK_SLACK_SECRET": "arn:secret",
    "DEALCLOCK_EMAIL_TRANSPORT": "ses",
    "DEALCLOCK_EMAIL_FROM": "dealclock@issuer.example",
}


def secrets(value: str | None) -> Mock:
    client = Mock()
    client.exceptions.ResourceNotFoundException = KeyError
    client.get_secret_value.return_value = {} if value is None else {"SecretString": value}
    return client


def test_a_missing_setting_is_named() -> None:
    with pytest.raises(DealclockError, match="DEALCLOCK_ASSESS_QUEUE_URL"):
        SweepSettings.load(GOOD)


@pytest.mark.parametrize("transport", ["smtp://mail.example:25", "smtps://127.0.0.1:1", ""])
def test_email_leaves_only_through_ses_or_to_this_machine(transport: str) -> None:
    with pytest.raises(DealclockError, match="DEALCLOCK_EMAIL_TRANSPORT"):
        DeliverSettings.load({**GOOD, "DEALCLOCK_EMAIL_TRANSPORT": transport})


def test_slack_is_reached_encrypted_or_on_this_machine() -> None:
    for url in ("http://slack.example/api/", "http://127.0.0.1.evil.example/"):
        with pytest.raises(DealclockError, match="DEALCLOCK_SLACK_API_URL"):
            DeliverSettings.load({**GOOD, "DEALCLOCK_SLACK_API_URL": url})


@pytest.mark.parametrize("value", [None, "", "{}", '{"signing_secret": "", "bot_token": "xoxb-1"}'])
def test_a_secret_that_was_never_filled_says_how_to_fill_it(value: str | None) -> None:
    with pytest.raises(DealclockError, match=r"docs/operations\.md"):
        SlackSecret.fetch(secrets(value), "arn:secret")


def test_a_secret_is_never_shown() -> None:
    wrong = '{"signing_secret": "hush", "bot_token": "not-a-token-hush"}'
    with pytest.raises(DealclockError) as refused:
        SlackSecret.fetch(secrets(wrong), "arn:secret")
    assert "hush" not in str(refused.value)
    good = SlackSecret.fetch(secrets('{"signing_secret": "hush", "bot_token": "xoxb-hush"}'), "a")
    assert "hush" not in repr(good)


def test_a_secret_is_read_again_when_it_is_old_or_refused_and_not_at_each_forged_request() -> None:
    now, stored, read = datetime(2026, 11, 2, 13, tzinfo=UTC), ["old"], []

    def get(**_: str) -> dict[str, str]:
        read.append(now)
        value = {"signing_secret": stored[-1], "bot_token": f"xoxb-{stored[-1]}"}
        return {"SecretString": json.dumps(value) if stored[-1] else "{}"}

    client = secrets("")
    client.get_secret_value = get
    found = SlackSecrets(client, "arn:secret", lambda: now)
    assert found.current() == found.current() == SlackSecret("old", "xoxb-old")
    assert len(read) == 1
    stored.append("new")
    assert found.renewed() is None, "it was read a moment ago"
    now += SlackSecrets.AGAIN
    assert found.renewed() == SlackSecret("new", "xoxb-new")
    for _ in range(100):  # forged, a second each
        now += timedelta(seconds=1)
        assert found.renewed() is None
    assert len(read) == 3
    stored.append("newest")
    assert found.renewed_token() == "xoxb-newest"
    stored.append("")  # emptied by mistake, or Secrets Manager is down: the last one may work
    now += SlackSecrets.KEPT
    assert (found.current().bot_token, found.renewed_token()) == ("xoxb-newest", None)


@pytest.mark.parametrize(
    ("url", "seconds"), [("https://slack.com/api/", 1), ("http://127.0.0.1:8123/api/", 0)]
)
def test_only_the_real_slack_gets_a_second_for_each_message(url: str, seconds: int) -> None:
    settings = DeliverSettings.load({**GOOD, "DEALCLOCK_SLACK_API_URL": url})
    assert slack_gap(settings).total_seconds() == seconds
