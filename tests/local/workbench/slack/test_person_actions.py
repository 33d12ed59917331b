"""What is sent to the app when something is done in the Slack pane, and what is shown of it."""

from __future__ import annotations

import re
from typing import Any, cast

import pytest

from local.slack.app import App
from tests.local.workbench.slack.block_kit import plain
from tests.local.workbench.slack.conftest import BUTTONS, DAY, FORM, NOTE, STORY, Pane
from tests.local.workbench.slack.played_app import Json


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
        (500, {}, "The function failed."),
        (200, {"text": "x", "blocks": [{"type": "video"}]}, "Slack would not show the function"),
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
    assert (answer.status, "The function failed." in answer.text) == (409, True)


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
def test_the_app_is_notified_of_an_abandoned_form_if_it_asked_to_be(pane: Pane, told: bool) -> None:
    view = pane.opened(notify_on_close=told)
    assert pane.do(f"maria/views/{view}/close").status == 204
    assert ("view_closed" in [each["type"] for each in pane.app.asked]) is told
    assert "<dialog" not in pane.see(f"maria/{STORY}").text


def test_shortcuts_are_those_of_the_manifest(pane: Pane) -> None:
    ts = pane.post()
    page = pane.see(f"maria/{STORY}").text
    for name in ("Record from this message", "Record an event"):
        assert name in page
    pane.do(f"maria/{STORY}/shortcut", name="record-message", ts=ts)
    pane.do(f"maria/{STORY}/shortcut", name="record")
    beside, anywhere = pane.app.asked
    assert (beside["type"], beside["message"]["ts"]) == ("message_action", ts)
    assert (anywhere["type"], anywhere["callback_id"]) == ("shortcut", "record")


def test_nobody_is_told_that_the_app_did_not_hear_of_a_form_that_was_left(pane: Pane) -> None:
    view = pane.opened()
    pane.app.status = 500
    assert pane.do(f"maria/views/{view}/close").status == 204
    assert "<dialog" not in pane.see(f"maria/{STORY}").text


def test_an_app_that_cannot_be_woken_is_left_alone(pane: Pane) -> None:
    App(pane.app.address, "", pane.slack).wake()
    assert pane.app.asked == [{}]
    App("http://127.0.0.1:9/", "", pane.slack).wake()
