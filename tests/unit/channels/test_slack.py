"""Posting: what arrives, the outcome of each refusal or timeout, and lookups."""

import logging
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from slack_sdk import WebClient

from dealclock.alerts.outcome import Later, Refused, Sent, Unknown
from dealclock.channels import (
    ArrivedAttempt,
    Attempt,
    MissingAttempt,
    Post,
    Slack,
    UnverifiableAttempt,
    web_client,
)
from dealclock.channels.web_api import SlackCallError, write_call
from local.slack.client import StandIn
from tests.unit.channels.posts import ID, PEOPLE, post

LONG_AGO = datetime(2004, 7, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)


def attempt(
    post_id: str, channel: str = "C0DEAL", since: datetime = LONG_AGO, **more: Any
) -> Attempt:
    """An attempt with an unknown outcome, until an hour from now."""
    return Attempt(post_id, channel, since, **{"until": datetime.now(UTC) + HOUR, **more})


def test_a_post_arrives_as_written(slack: Slack, stand_in: StandIn) -> None:
    before = len(_messages(stand_in))
    outcome = slack.send(post())
    (message,) = _messages(stand_in)[before:]
    assert outcome == Sent(message["ts"])
    assert message["text"] == "hello"
    assert message["blocks"][0]["text"]["text"] == "hello, in a block"
    assert message["metadata"] == {"event_type": "dealclock_delivery", "event_payload": {"id": ID}}


def test_a_message_is_archived_after_the_channel_check_and_before_posting(
    slack: Slack, stand_in: StandIn
) -> None:
    before, kept = len(_messages(stand_in)), []
    assert isinstance(slack.share(post(), lambda: kept.append(len(_messages(stand_in)))), Sent)
    assert kept == [before]
    refused = slack.share(post(channel="C0ADA"), lambda: kept.append(-1))
    assert refused == Refused("members_not_on_the_list: 1")
    assert kept == [before]


def test_a_post_told_to_wait_waits_that_long(slack: Slack, stand_in: StandIn) -> None:
    before = len(_messages(stand_in))
    stand_in.fault("ratelimited", method="chat.postMessage", retry_after=42)
    assert slack.send(post()) == Later(42.0)
    assert len(_messages(stand_in)) == before


@pytest.mark.parametrize(
    ("fault", "cause", "arrived"),
    [
        ("lost_response", "connection_lost", 1),
        ("lost_request", "connection_lost", 0),
        ("server_error", "http_500", 0),
    ],
)
def test_without_an_answer_the_outcome_is_unknown_and_nothing_is_repeated(
    slack: Slack, stand_in: StandIn, fault: str, cause: str, arrived: int
) -> None:
    before = len(_messages(stand_in))
    stand_in.fault(fault, method="chat.postMessage")
    assert slack.send(post()) == Unknown(cause)
    assert len(_messages(stand_in)) == before + arrived


def test_an_answer_that_takes_too_long_is_unknown(stand_in: StandIn, client: WebClient) -> None:
    slack = Slack(client)
    slack.send(post())
    client.timeout = 1
    stand_in.fault("hang", method="chat.postMessage", seconds=3)
    assert slack.send(post()) == Unknown("timeout")


@pytest.mark.parametrize(("left", "posted"), [(15, True), (14, False)])
def test_no_call_is_made_that_the_function_has_no_time_left_for(
    left: int, posted: bool, stand_in: StandIn
) -> None:
    """A call may take ten seconds, and what came of it five to record."""
    before = len(_messages(stand_in))
    timed = web_client("xoxb-stand-in", stand_in.api_url, time_left=lambda: left)
    outcome = Slack(timed).send(post())
    assert isinstance(outcome, Sent) if posted else outcome == Later(1, route=False)
    assert len(_messages(stand_in)) == before + posted


def test_an_unreachable_server_means_later(unused_port: int) -> None:
    nowhere = web_client("xoxb-none", f"http://127.0.0.1:{unused_port}/api/")
    assert Slack(nowhere).send(post()) == Later(30.0)


def test_a_post_that_cannot_leave_is_sent_later(
    slack: Slack, client: WebClient, unused_port: int
) -> None:
    slack.send(post())  # the channel is checked; what follows is the post itself
    client.base_url = f"http://127.0.0.1:{unused_port}/api/"
    assert slack.send(post()) == Later(30.0)


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        ({"app": {"revoked": True}}, "token_revoked"),
        ({"app": {"scopes": ["groups:read"]}}, "missing_scope"),
        ({"channels": {"C0DEAL": {"is_archived": True}}}, "is_archived"),
    ],
)
def test_a_refusal_by_slack_has_its_code(
    slack: Slack, stand_in: StandIn, change: dict[str, Any], cause: str
) -> None:
    slack.send(post())  # checked before it changes, so that the post itself is refused
    stand_in.change(change)
    assert slack.send(post()) == Refused(cause)


def test_a_message_too_long_for_slack_is_refused(slack: Slack) -> None:
    whole = post()
    block = {"type": "section", "text": {"type": "mrkdwn", "text": "x" * 3001}}
    long = type(whole)(whole.id, whole.channel, whole.text, [block], whole.people)
    assert slack.send(long) == Refused("invalid_blocks")


def test_a_wrong_token_is_refused(stand_in: StandIn) -> None:
    stranger = web_client("xoxb-someone-else", stand_in.api_url)
    assert Slack(stranger).send(post()) == Refused("invalid_auth")


def test_a_replaced_token_is_taken_up_by_the_call_that_finds_it_replaced(stand_in: StandIn) -> None:
    given: list[str | None] = [None, "xoxb-stand-in"]
    client = web_client("xoxb-before", stand_in.api_url, renewed=lambda: given.pop(0))
    assert Slack(client).send(post()) == Refused("invalid_auth")
    assert isinstance(Slack(client).send(post()), Sent)
    assert isinstance(Slack(client).send(post()), Sent)
    assert given == []


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (200, b'{"ok": false, "error": "fatal_error"}', Unknown("fatal_error")),
        (200, b'{"ok": false, "error": "restricted_action"}', Refused("restricted_action")),
        (200, b'{"ok": false, "error": "Granite: bad words"}', Unknown("http_200")),
        (200, b"<html>maintenance</html>", Unknown("http_200")),
        (502, b"<html>bad gateway</html>", Unknown("http_502")),
        (403, b"<html>proxy</html>", Unknown("http_403")),
        (429, b"", Later(30.0)),
    ],
)
def test_every_answer_has_one_meaning(
    answering: Any, status: int, body: bytes, expected: object
) -> None:
    url = answering(status, body)
    with pytest.raises(SlackCallError) as failed:
        write_call(
            web_client("xoxb-x", url), "chat.postMessage", {"channel": "C0DEAL", "text": "x"}
        )
    assert failed.value.outcome == expected


def test_nothing_of_a_message_is_logged(
    slack: Slack, stand_in: StandIn, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    slack.send(post())
    stand_in.fault("lost_response", method="chat.postMessage")
    slack.send(post())
    slack.send(post("C0ADA"))
    assert "hello" not in caplog.text
    assert "xoxb" not in caplog.text


@pytest.mark.parametrize(("channel", "there"), [("C0DEAL", "C0DEAL"), ("U0TOM", "D0TOM")])
def test_a_post_of_unknown_outcome_is_found_by_its_id(
    slack: Slack, stand_in: StandIn, channel: str, there: str
) -> None:
    slack.send(post(channel))
    stand_in.fault("lost_response", method="chat.postMessage")
    dark = post(channel, post_id=f"in-the-dark-{channel}")
    assert slack.send(dark) == Unknown("connection_lost")
    ts = stand_in.messages(there)[-1]["ts"]
    now = datetime.now(UTC)
    assert slack.look_up(attempt(dark.id, channel, now, until=now)) == ArrivedAttempt(ts)


def test_a_post_that_never_arrived_is_not_found(slack: Slack, stand_in: StandIn) -> None:
    stand_in.fault("lost_request", method="chat.postMessage")
    assert slack.send(post(post_id="lost")) == Unknown("connection_lost")
    assert slack.look_up(attempt("lost")) == MissingAttempt()


@pytest.mark.parametrize(("begins", "ends"), [(HOUR, 2 * HOUR), (-2 * HOUR, -HOUR)])
def test_only_messages_around_the_time_of_the_attempt_are_read(
    slack: Slack, begins: timedelta, ends: timedelta
) -> None:
    slack.send(post(post_id="another-time"))
    now = datetime.now(UTC)
    asked = attempt("another-time", since=now + begins, until=now + ends)
    assert slack.look_up(asked) == MissingAttempt()


def test_a_post_among_many_is_found_further_back(slack: Slack, stand_in: StandIn) -> None:
    outcome = slack.send(post(post_id="among-many"))
    for i in range(40):
        stand_in.say("U0TOM", "C0DEAL", f"chatter {i}")
    assert isinstance(outcome, Sent)
    assert slack.look_up(attempt("among-many")) == ArrivedAttempt(outcome.provider_id)


def test_an_app_limited_to_one_call_a_minute_continues_page_by_page(
    slack: Slack, stand_in: StandIn
) -> None:
    outcome = slack.send(post(post_id="a-page-a-minute"))
    said = [stand_in.say("U0TOM", "C0DEAL", f"chatter {i}")["ts"] for i in range(20)]
    stand_in.change({"app": {"internal": False}, "rate_limits": "enforced"})
    answer = slack.look_up(attempt("a-page-a-minute"))
    assert isinstance(answer, Later)
    assert 50 < answer.after <= 60
    assert answer.looked_to == said[5], "fifteen messages were read, the newest first"
    stand_in.change({"rate_limits": "off"})  # a minute passes
    assert isinstance(outcome, Sent)
    goes_on = attempt("a-page-a-minute", looked_to=answer.looked_to)
    assert slack.look_up(goes_on) == ArrivedAttempt(outcome.provider_id)


def test_messages_of_others_do_not_count_as_ours(
    slack: Slack, monkeypatch: pytest.MonkeyPatch
) -> None:
    metadata = {"event_type": "dealclock_delivery", "event_payload": {"id": ID}}
    forged = {"user": "U0OTHERBOT", "ts": "1.1", "metadata": metadata}
    answers = {"auth.test": {"user_id": "U0CLOCK"}, "conversations.history": {"messages": [forged]}}
    for module in ("slack", "audience"):
        path = f"dealclock.channels.{module}.read_call"
        monkeypatch.setattr(path, lambda _client, method, _given: answers[method])
    assert slack.look_up(attempt(ID)) == MissingAttempt()


def test_a_channel_that_cannot_be_read_leaves_the_outcome_open(slack: Slack) -> None:
    assert slack.look_up(attempt(ID, "C0HIDDEN")) == UnverifiableAttempt("channel_not_found")


def test_a_lookup_without_an_answer_is_repeated(slack: Slack, stand_in: StandIn) -> None:
    stand_in.fault("lost_response", method="conversations.history")
    answer = slack.look_up(attempt(ID))
    assert isinstance(answer, Later)
    assert answer.after == 30.0
    stand_in.fault("ratelimited", method="conversations.history", retry_after=60)
    answer = slack.look_up(attempt(ID))
    assert isinstance(answer, Later)
    assert answer.after == 60.0


def test_a_message_has_new_text_after_an_update_and_keeps_its_id(
    slack: Slack, stand_in: StandIn
) -> None:
    outcome = slack.send(post(post_id="to-be-updated"))
    assert isinstance(outcome, Sent)
    block = {"type": "section", "text": {"type": "mrkdwn", "text": "hello, met"}}
    newer = Post("to-be-updated", "C0DEAL", "hello", [block], PEOPLE)
    for _ in range(2):  # safe to repeat
        assert slack.update(newer, outcome.provider_id) == outcome
    message = _messages(stand_in)[-1]
    assert message["blocks"][0]["text"]["text"] == "hello, met"
    assert slack.look_up(attempt("to-be-updated")) == ArrivedAttempt(outcome.provider_id)


def test_a_direct_message_is_updated_in_place(slack: Slack, stand_in: StandIn) -> None:
    outcome = slack.send(post("U0TOM"))
    assert isinstance(outcome, Sent)
    assert slack.update(post("U0TOM"), outcome.provider_id) == outcome
    assert "edited" in stand_in.messages("D0TOM")[-1]


def test_a_deleted_message_cannot_be_updated(slack: Slack, stand_in: StandIn) -> None:
    outcome = slack.send(post(post_id="deleted"))
    assert isinstance(outcome, Sent)
    stand_in.delete("C0DEAL", outcome.provider_id)
    assert slack.update(post(), outcome.provider_id) == Refused("message_not_found")
    assert slack.look_up(attempt("deleted")) == MissingAttempt()


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [("lost_response", Unknown("connection_lost")), ("ratelimited", Later(30.0))],
)
def test_an_update_without_an_answer_is_unknown_and_one_told_to_wait_waits(
    slack: Slack, stand_in: StandIn, fault: str, outcome: object
) -> None:
    sent = slack.send(post())
    assert isinstance(sent, Sent)
    stand_in.fault(fault, method="chat.update")
    assert slack.update(post(), sent.provider_id) == outcome


def _messages(stand_in: StandIn) -> list[dict[str, Any]]:
    return stand_in.messages("C0DEAL")
