"""Slash commands: signed as Slack signs, timed as Slack times, answered or refused."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import parse_qs

import pytest
from slack_bolt import App as BoltApp
from slack_bolt import BoltRequest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.signature import SignatureVerifier

from local.slack.app import App, CommandReply
from local.slack.client import StandIn
from local.slack.errors import (
    CommandAnswerRefusedError,
    CommandFailedError,
    CommandTimeoutError,
    ControlError,
)
from tests.local.serving import serving

SECRET = "not-a-secret"


@dataclass
class AnApp:
    """An app that answers every command alike and remembers what it was sent."""

    url: str = ""
    status: int = 200
    content_type: str = "text/plain"
    answer: bytes = b""
    delay: float = 0.0
    seen: list[tuple[Mapping[str, str], str]] = field(default_factory=list)

    def take(self, headers: Mapping[str, str], body: str) -> tuple[int, str, bytes]:
        self.seen.append((headers, body))
        time.sleep(self.delay)
        return self.status, self.content_type, self.answer


@pytest.fixture
def app() -> Iterator[AnApp]:
    made = AnApp()
    with serving(made.take) as address:
        made.url = f"{address}slack?stage=local"
        yield made


def typed(
    app: AnApp, stand_in: StandIn, text: str = "status", user: str = "avery", limit: float = 3.0
) -> CommandReply:
    return App(app.url, SECRET, stand_in, limit).type("/deal", text, user, "deal-lantern")


def test_the_request_has_every_field_slack_sends(app: AnApp, stand_in: StandIn) -> None:
    reply = typed(app, stand_in, "accrual on 2004-11-20")
    headers, body = app.seen[0]
    form = {name: values[0] for name, values in parse_qs(body).items()}
    assert form == reply.form
    trigger, response_url = form.pop("trigger_id"), form.pop("response_url")
    assert form.pop("token")
    assert form == {
        "team_id": "T0DESK",
        "team_domain": "example-counsel",
        "channel_id": "C0DEAL",
        "channel_name": "privategroup",
        "user_id": "U0AVERY",
        "user_name": "avery",
        "command": "/deal",
        "text": "accrual on 2004-11-20",
        "api_app_id": "A0CLOCK",
        "is_enterprise_install": "false",
    }
    assert len(trigger.split(".")) == 3
    assert response_url.startswith(f"{stand_in.base_url}/commands/T0DESK/")
    assert headers["content-type"] == "application/x-www-form-urlencoded"


def test_slacks_own_verifier_accepts_the_signature_and_no_changed_body(
    app: AnApp, stand_in: StandIn
) -> None:
    typed(app, stand_in)
    headers, body = app.seen[0]
    verifier = SignatureVerifier(SECRET)
    assert verifier.is_valid_request(body, headers)
    assert not verifier.is_valid_request(body + "&x=1", headers)
    assert not SignatureVerifier("another").is_valid_request(body, headers)


def test_bolt_takes_the_request_as_the_command_it_is(
    app: AnApp, stand_in: StandIn, client: WebClient
) -> None:
    typed(app, stand_in, "help")
    headers, body = app.seen[0]
    bolt = BoltApp(signing_secret=SECRET, client=client)
    bolt.command("/deal")(lambda ack, command: ack(f"you typed {command['text']}"))
    sent: dict[str, str | Sequence[str]] = {**headers}
    answer = bolt.dispatch(BoltRequest(body=body, headers=sent))
    assert (answer.status, answer.body) == (200, "you typed help")
    forged = {**sent, "x-slack-signature": "v0=" + "0" * 64}
    assert bolt.dispatch(BoltRequest(body=body, headers=forged)).status == 401


def test_an_answer_is_shown_to_its_user_alone_unless_it_says_otherwise(
    app: AnApp, stand_in: StandIn
) -> None:
    app.answer = b"just text"
    reply = typed(app, stand_in)
    assert (reply.response_type, reply.text, reply.blocks) == ("ephemeral", "just text", ())
    assert stand_in.ephemerals("C0DEAL")[-1]["text"] == "just text"
    app.content_type = "application/json;charset=utf-8"
    blocks = [{"type": "divider"}]
    app.answer = json.dumps(
        {"response_type": "in_channel", "text": "for all", "blocks": blocks}
    ).encode()
    assert typed(app, stand_in).blocks == ({"type": "divider"},)
    assert stand_in.messages("C0DEAL")[-1]["text"] == "for all"


def test_an_empty_answer_shows_nothing(app: AnApp, stand_in: StandIn) -> None:
    before = len(stand_in.ephemerals("C0DEAL"))
    assert typed(app, stand_in).text == ""
    assert len(stand_in.ephemerals("C0DEAL")) == before


def test_a_late_answer_is_the_timeout_slack_shows(app: AnApp, stand_in: StandIn) -> None:
    app.delay = 0.3
    with pytest.raises(CommandTimeoutError) as caught:
        typed(app, stand_in, limit=0.1)
    assert caught.value.shown == '/deal failed with the error "operation_timeout"'


def test_a_refused_request_says_its_status(app: AnApp, stand_in: StandIn) -> None:
    app.status = 401
    with pytest.raises(CommandFailedError) as caught:
        typed(app, stand_in)
    assert (caught.value.status, caught.value.code) == (401, "dispatch_failed")


def test_an_app_that_is_not_there_is_a_failure_without_a_status(stand_in: StandIn) -> None:
    with pytest.raises(CommandFailedError) as caught:
        App("http://127.0.0.1:1/", SECRET, stand_in).type("/deal", "", "avery", "C0DEAL")
    assert caught.value.status is None


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (b'{"blocks": [{"type": "header"}]}',
         "missing required field: text [json-pointer:/blocks/0]"),
        (b'{"response_type": "loud", "text": "x"}',
         "response_type is ephemeral or in_channel, not 'loud'"),
        (b'{"attachments": []}', "invalid additional property: attachments"),
        (b"[]", "not a JSON object"),
    ],
)  # fmt: skip
def test_an_answer_slack_would_not_show_is_refused_by_the_same_table(
    app: AnApp, stand_in: StandIn, answer: bytes, problem: str
) -> None:
    app.content_type, app.answer = "application/json", answer
    with pytest.raises(CommandAnswerRefusedError) as caught:
        typed(app, stand_in)
    assert caught.value.problems == (problem,)


def test_an_unknown_user_types_no_command(app: AnApp, stand_in: StandIn) -> None:
    with pytest.raises(ControlError, match="user_not_found"):
        typed(app, stand_in, user="nobody")
    assert app.seen == []


def test_a_response_url_is_good_for_five_answers(app: AnApp, stand_in: StandIn) -> None:
    url = typed(app, stand_in).form["response_url"]

    def respond(body: bytes) -> tuple[int, str]:
        request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=5) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError as problem:
            with problem:
                return problem.code, problem.read().decode()

    assert respond(b'{"blocks": [{"type": "nothing"}]}') == (400, "invalid_blocks")
    assert [respond(b'{"text": "later"}') for _ in range(5)] == [(200, "ok")] * 5
    assert respond(b'{"text": "sixth"}') == (404, "used_url")
    assert [each["text"] for each in stand_in.ephemerals("C0DEAL")][-5:] == ["later"] * 5


def test_a_modal_opens_once_against_a_fresh_trigger(
    app: AnApp, stand_in: StandIn, client: WebClient
) -> None:
    trigger = typed(app, stand_in).form["trigger_id"]
    view = {"type": "modal", "title": {"type": "plain_text", "text": "Why"}, "blocks": []}
    assert client.views_open(trigger_id=trigger, view=view)["view"]["id"].startswith("V")
    for used, error in ((trigger, "exchanged_trigger_id"), ("1.2.3", "invalid_trigger_id")):
        with pytest.raises(SlackApiError, match=error):
            client.views_open(trigger_id=used, view=view)
    with pytest.raises(SlackApiError) as caught:
        client.views_open(trigger_id=trigger, view={"type": "modal", "blocks": []})
    assert caught.value.response["response_metadata"]["messages"] == [
        "[ERROR] missing required field: title [json-pointer:/view]"
    ]


def test_a_home_tab_replaces_the_one_whose_hash_is_given(client: WebClient) -> None:
    view = {"type": "home", "blocks": [{"type": "divider"}]}
    first = client.views_publish(user_id="U0AVERY", view=view)["view"]["hash"]
    client.views_publish(user_id="U0AVERY", view=view, hash=first)
    with pytest.raises(SlackApiError, match="hash_conflict"):
        client.views_publish(user_id="U0AVERY", view=view, hash=first)
