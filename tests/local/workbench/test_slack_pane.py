"""The Slack pane over the real stand-in: who sees what, and what is sent when something is done."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urlencode

import pytest
from slack_sdk import WebClient
from starlette.applications import Starlette

from dealclock.usecases.deal_files import read_deal
from local.demo import SAMPLE
from local.slack.client import StandIn
from local.slack.interactions import App
from local.workbench import pages
from local.workbench.panes import slack
from local.workbench.play import Now
from local.workbench.scenarios import Scenario, scenarios
from local.workbench.workbench import Workbench
from local.world import world
from tests.local.workbench.asking import OURS, Answer, ask
from tests.local.workbench.block_kit import plain
from tests.local.workbench.played_app import Json, PlayedApp, playing

ROOT = Path(__file__).parents[3]
STORY = "granite-story"
BUTTONS = [
    {
        "type": "actions",
        "block_id": "alert 1",
        "elements": [
            {"type": "button", "action_id": "ack", "text": plain("Acknowledge"), "value": "1"},
            {
                "type": "overflow",
                "action_id": "more",
                "options": [{"text": plain("It is done"), "value": "done"}],
            },
        ],
    }
]
DAY = {
    "type": "input",
    "block_id": "on",
    "label": plain("On which day"),
    "element": {"type": "datepicker", "action_id": "record:on", "initial_date": "2004-07-13"},
    "dispatch_action": True,
}
NOTE = {
    "type": "input",
    "block_id": "note",
    "label": plain("Note"),
    "element": {"type": "plain_text_input", "action_id": "record:note"},
}
FORM = {
    "type": "modal", "callback_id": "record", "title": plain("Record a fact"),
    "submit": plain("Record"), "notify_on_close": True, "blocks": [DAY, NOTE],
}  # fmt: skip


@pytest.fixture(scope="module")
def choices() -> Sequence[Scenario]:
    return scenarios(read_deal(SAMPLE, SAMPLE / "facts.yaml"))


@pytest.fixture(scope="module")
def stand_in(
    choices: Sequence[Scenario], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[StandIn]:
    state = tmp_path_factory.mktemp("slack")
    channels = [each.bundle.team.channel for each in choices]
    team = choices[0].bundle.team
    (state / "world.json").write_text(json.dumps(world(team, "xoxb-1", channels)))
    command = [sys.executable, "-m", "local.slack", "--state", str(state), "--run-id", "1"]
    process = subprocess.Popen(
        [*command, "--world", str(state / "world.json"), "--port", "0"], cwd=ROOT
    )
    yield StandIn.at(state)
    process.send_signal(signal.SIGTERM)
    assert process.wait(5) == 0


@dataclass
class Pane:
    """The pane as a browser reaches it."""

    site: Starlette
    slack: StandIn
    app: PlayedApp

    @property
    def bot(self) -> WebClient:
        return WebClient("xoxb-1", base_url=self.slack.api_url, retry_handlers=[], timeout=5)

    def see(self, path: str, **headers: str) -> Answer:
        return ask(self.site, f"/slack/{path}", headers={**OURS, **headers})

    def do(self, path: str, **form: str | list[str]) -> Answer:
        sent = {**OURS, "hx-request": "true"}
        return ask(self.site, f"/slack/{path}", "POST", sent, urlencode(form, doseq=True))

    def post(self, text: str = "Due.", **more: Any) -> str:
        return str(self.bot.chat_postMessage(channel="C02STORY", text=text, **more)["ts"])

    def opened(self, **form: Any) -> str:
        """The id of a form that the app opened when Maria pressed its button."""
        self.app.answer = self._open(form)
        ts = self.post(blocks=BUTTONS)
        self.do(f"maria/{STORY}/click", ts=ts, block="alert 1", action="ack")
        self.app.answer = lambda body: {}
        found = re.search(r'<dialog id="view-(V\w+)"', self.see(f"maria/{STORY}").text)
        assert found
        return found[1]

    def _open(self, form: Json) -> Any:
        def answer(body: Json) -> Json:
            self.bot.views_open(trigger_id=body["trigger_id"], view={**FORM, **form})
            return {}

        return answer


@pytest.fixture
def pane(
    choices: Sequence[Scenario],
    stand_in: StandIn,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Pane]:
    stand_in.reset()
    now = Now(choices[0], date(2004, 6, 30), True, None, "day", "")
    monkeypatch.setattr(pages, "Board", lambda *_: SimpleNamespace(active=dict))
    with playing() as app:
        reached = App(app.address, "secret", stand_in)
        workbench = SimpleNamespace(
            local=SimpleNamespace(slack=stand_in, mails=tmp_path),
            app=reached,
            play=SimpleNamespace(now=lambda: now, choices=choices, moves=0),
            hints=SimpleNamespace(of=lambda deal: None),
        )
        yield Pane(Starlette(routes=slack.routes(cast("Workbench", workbench))), stand_in, app)


def test_a_newcomer_starts_as_one_of_the_team_in_the_channel_that_is_played(pane: Pane) -> None:
    assert ask(pane.site, "/slack").headers["location"] == f"/slack/maria/{STORY}"
    assert pane.see("pat").headers["location"] == "/slack/pat/lobby"


def test_a_private_channel_is_listed_for_its_members_only(pane: Pane) -> None:
    pane.post("Secret.")
    assert "Secret." in pane.see(f"maria/{STORY}").text
    pat = pane.see("pat/lobby").text
    assert STORY not in pat.split('<nav aria-label="Conversations">')[1].split("</nav>")[0]
    there = pane.see(f"pat/{STORY}")
    assert (there.status, "Secret." in there.text) == (404, False)
    assert "Pat Stone" in there.text
    assert pane.see("nobody/lobby").status == 404


def test_who_is_not_in_a_channel_can_do_nothing_there(pane: Pane) -> None:
    ts = pane.post(blocks=BUTTONS)
    for what, form in (
        ("say", {"text": "/deal status"}),
        ("click", {"ts": ts, "block": "alert 1", "action": "ack"}),
        ("shortcut", {"ts": ts, "name": "record-message"}),
    ):
        assert pane.do(f"pat/{STORY}/{what}", **cast("dict[str, Any]", form)).status == 409
    assert pane.app.asked == []


def test_a_command_is_sent_signed_and_its_answer_is_the_askers_alone(pane: Pane) -> None:
    pane.app.answer = lambda body: {"response_type": "ephemeral", "text": "Nothing *is* due."}
    assert pane.do(f"maria/{STORY}/say", text="/deal status on 2004-07-01").status == 204
    (asked,) = pane.app.asked
    assert (asked["command"], asked["text"]) == ("/deal", "status on 2004-07-01")
    assert (asked["user_id"], asked["channel_id"]) == ("U01MARIA", "C02STORY")
    maria = pane.see(f"maria/{STORY}").text
    assert re.search(r"<article [^>]*data-ephemeral", maria)
    assert "Only visible to you" in maria
    assert "Nothing <strong>is</strong> due." in maria
    assert "<code>/deal status on 2004-07-01</code>" in maria
    assert "is</strong> due." not in pane.see(f"tom/{STORY}").text


@pytest.mark.parametrize(
    ("status", "answer", "says"),
    [
        (500, {}, "The function broke on it."),
        (200, {"text": "x", "blocks": [{"type": "video"}]}, "one that Slack would not show"),
    ],
)
def test_a_command_that_failed_is_told_in_words(
    pane: Pane, status: int, answer: Json, says: str
) -> None:
    pane.app.status, pane.app.answer = status, lambda body: answer
    assert pane.do(f"maria/{STORY}/say", text="/deal <b>status</b>").status == 204
    maria = pane.see(f"maria/{STORY}").text
    assert says in maria
    assert "Slackbot" in maria
    assert "<code>/deal &lt;b&gt;status&lt;/b&gt;</code>" in maria


def test_only_the_apps_own_command_is_one_and_none_in_threads(pane: Pane) -> None:
    ts = pane.post()
    assert "/deal" in pane.do(f"maria/{STORY}/say", text="/remind me").text
    assert "threads" in pane.do(f"maria/{STORY}/say", text="/deal next", thread=ts).text
    assert pane.do(f"maria/{STORY}/say", text=" ").status == 409
    assert pane.app.asked == []


def test_what_a_person_says_is_text_and_nothing_else(pane: Pane) -> None:
    pane.do(f"maria/{STORY}/say", text="<script>alert(1)</script> & *all*")
    tom = pane.see(f"tom/{STORY}").text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; <strong>all</strong>" in tom
    assert "<script>alert" not in tom


def test_replies_stand_in_their_thread(pane: Pane) -> None:
    ts = pane.post("The alert.")
    pane.do(f"maria/{STORY}/say", text="Mine.", thread=ts)
    channel = pane.see(f"tom/{STORY}").text
    assert "Mine." not in channel
    assert f'<a href="/slack/tom/{STORY}?thread={ts}">1 reply</a>' in channel
    thread = pane.see(f"tom/{STORY}?thread={ts}").text.split('<aside class="thread"')[1]
    assert re.findall(r"The alert\.|Mine\.", thread) == ["The alert.", "Mine."]


def test_a_changed_message_says_so(pane: Pane) -> None:
    ts = pane.post("First.")
    assert "(edited)" not in pane.see(f"maria/{STORY}").text
    pane.bot.chat_update(channel="C02STORY", ts=ts, text="Second.")
    changed = pane.see(f"maria/{STORY}").text
    assert "(edited)" in changed
    assert "Second." in changed


def test_a_channel_is_new_until_one_has_looked(pane: Pane) -> None:
    pane.post()
    assert 'class="unread"' in pane.see("maria/lobby").text
    pane.see(f"maria/{STORY}")
    assert 'class="unread"' not in pane.see("maria/lobby").text
    assert 'class="unread"' in pane.see("tom/lobby").text
    pane.do(f"maria/{STORY}/say", text="my own word")
    assert 'class="unread"' not in pane.see("maria/lobby").text


def test_a_long_conversation_is_shown_from_its_end(pane: Pane) -> None:
    for n in range(62):
        pane.slack.say("U01TOM", STORY, f"Word {n}.")
    shown = pane.see(f"maria/{STORY}").text
    assert "Word 2." in shown
    assert "Word 1." not in shown
    assert f'<a href="/slack/maria/{STORY}?last=120">Show earlier messages</a> (2 more)' in shown
    assert "Word 0." in pane.see(f"maria/{STORY}?last=120").text


def test_a_button_and_a_menu_are_sent_as_slack_sends_them(pane: Pane) -> None:
    ts = pane.post(blocks=BUTTONS)
    where = {"ts": ts, "block": "alert 1"}
    assert pane.do(f"maria/{STORY}/click", **where, action="ack").status == 204
    assert pane.do(f"tom/{STORY}/click", **where, action="more", option="done").status == 204
    pressed, chosen = pane.app.asked
    assert (pressed["user"]["id"], pressed["actions"][0]["value"]) == ("U01MARIA", "1")
    assert chosen["user"]["id"] == "U01TOM"
    assert chosen["actions"][0]["selected_option"]["value"] == "done"
    assert pane.do(f"maria/{STORY}/click", **where, action="erase").status == 409


def test_a_press_that_failed_is_told_in_words(pane: Pane) -> None:
    pane.app.status = 500
    ts = pane.post(blocks=BUTTONS)
    answer = pane.do(f"maria/{STORY}/click", ts=ts, block="alert 1", action="ack")
    assert (answer.status, "The function broke on it." in answer.text) == (409, True)


def test_a_form_is_its_persons_wherever_they_look(pane: Pane) -> None:
    view = pane.opened()
    assert f'<dialog id="view-{view}"' in pane.see("maria/lobby").text
    assert "<dialog" not in pane.see(f"tom/{STORY}").text


def test_an_empty_field_is_shown_and_the_app_is_not_asked(pane: Pane) -> None:
    view = pane.opened()
    given = {"value:on": "2004-07-14", "value:note": ""}
    assert pane.do(f"maria/views/{view}/submit", **cast("Any", given)).status == 204
    page = pane.see(f"maria/{STORY}").text
    assert f'id="view-{view}-note-error">Please complete this required field.' in page
    assert 'value="2004-07-14"' in page
    assert [each["type"] for each in pane.app.asked] == ["block_actions"]


def test_what_the_app_finds_wrong_stands_at_its_field_and_then_it_is_taken(pane: Pane) -> None:
    view = pane.opened()
    given = {"value:on": "2004-07-14", "value:note": "seen"}
    wrong = {"response_action": "errors", "errors": {"on": "That is <later>."}}
    pane.app.answer = lambda body: wrong
    pane.do(f"maria/views/{view}/submit", **cast("Any", given))
    assert f'id="view-{view}-on-error">That is &lt;later&gt;.' in pane.see(f"maria/{STORY}").text
    pane.app.answer = lambda body: {}
    pane.do(f"maria/views/{view}/submit", **cast("Any", given))
    state = pane.app.asked[-1]["view"]["state"]["values"]
    assert state["note"]["record:note"]["value"] == "seen"
    assert "<dialog" not in pane.see(f"maria/{STORY}").text


def test_a_watched_field_lets_the_form_change_and_keeps_what_was_typed(pane: Pane) -> None:
    view = pane.opened()
    says = {"type": "section", "block_id": "counts", "text": plain("It counts on Friday.")}

    def answer(body: Json) -> Json:
        pane.bot.views_update(
            view_id=view, hash=body["view"]["hash"], view={**FORM, "blocks": [DAY, says, NOTE]}
        )
        return {}

    pane.app.answer = answer
    given = {"value:on": "2004-07-16", "value:note": "half a", "field": "on"}
    assert pane.do(f"maria/views/{view}/choose", **cast("Any", given)).status == 204
    assert pane.app.asked[-1]["actions"][0]["selected_date"] == "2004-07-16"
    page = pane.see(f"maria/{STORY}").text
    assert "It counts on Friday." in page
    assert 'value="half a"' in page
    assert 'value="2004-07-16"' in page


@pytest.mark.parametrize("told", [True, False])
def test_the_app_is_told_of_a_form_that_was_left_if_it_asked_to_be(pane: Pane, told: bool) -> None:
    view = pane.opened(notify_on_close=told)
    assert pane.do(f"maria/views/{view}/close").status == 204
    assert ("view_closed" in [each["type"] for each in pane.app.asked]) is told
    assert "<dialog" not in pane.see(f"maria/{STORY}").text


def test_shortcuts_are_those_of_the_manifest(pane: Pane) -> None:
    ts = pane.post()
    page = pane.see(f"maria/{STORY}").text
    for name in ("Record from this message", "Record a fact"):
        assert name in page
    pane.do(f"maria/{STORY}/shortcut", name="record-message", ts=ts)
    pane.do(f"maria/{STORY}/shortcut", name="record")
    beside, anywhere = pane.app.asked
    assert (beside["type"], beside["message"]["ts"]) == ("message_action", ts)
    assert (anywhere["type"], anywhere["callback_id"]) == ("shortcut", "record")


def test_home_is_opened_once_and_not_each_time_the_page_is_drawn_anew(pane: Pane) -> None:
    button = {"type": "button", "action_id": "home:next", "text": plain("What is next")}
    blocks = [{"type": "actions", "block_id": "home", "elements": [button]}]

    def answer(body: Json) -> Json:
        if body["type"] == "event_callback":
            pane.bot.views_publish(user_id="U01MARIA", view={"type": "home", "blocks": blocks})
        return {}

    pane.app.answer = answer
    assert "What is next" in pane.see("maria/@home").text
    assert "What is next" in pane.see("maria/@home", **{"hx-request": "true"}).text
    assert [each["type"] for each in pane.app.asked] == ["event_callback"]
    pane.do("maria/@home/click", block="home", action="home:next")
    assert pane.app.asked[-1]["actions"][0]["action_id"] == "home:next"
    assert "What is next" not in pane.see("tom/@home").text


def test_a_home_that_could_not_be_opened_says_so(pane: Pane) -> None:
    pane.app.status = 500
    page = pane.see("maria/@home").text
    assert "The function broke on it." in page
    assert "has published no Home tab for Maria Lopez" in page


def test_a_picture_comes_by_direct_message_to_who_asked(pane: Pane) -> None:
    channel = pane.bot.conversations_open(users="U01MARIA")["channel"]["id"]
    for name, content in (("a.gif", b"GIF89a"), ("b.html", b"<script>x</script>")):
        pane.bot.files_upload_v2(
            channel=channel, filename=name, content=content, alt_txt="A <line> that climbs"
        )
    page = pane.see("maria/@dealclock").text
    picture, other = re.findall(r'<figcaption><a href="([^"]+)"', page)
    assert f'<img src="{picture}" alt="A &lt;line&gt; that climbs">' in page
    assert f'<img src="{other}"' not in page
    got = pane.see(picture.removeprefix("/slack/"))
    assert (got.text, got.headers["content-type"]) == ("GIF89a", "image/gif")
    # Never shown as a page of the workbench's own.
    kept = pane.see(other.removeprefix("/slack/"))
    assert kept.headers["content-type"] == "application/octet-stream"
    assert kept.headers["content-disposition"] == "attachment"
    assert pane.see(picture.removeprefix("/slack/maria").join(["tom", ""])).status == 404


def test_nobody_writes_to_the_app_directly(pane: Pane) -> None:
    pane.bot.conversations_open(users="U01MARIA")
    page = pane.see("maria/@dealclock").text
    assert "Sending messages to this app has been turned off." in page
    assert 'id="command"' not in page
