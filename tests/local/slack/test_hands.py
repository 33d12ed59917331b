"""Clicks, forms and threads in the stand-in: as strict as the client a person has in hand."""

from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from local.slack.errors import ControlError
from tests.local.slack.conftest import Running

AVERY, GUEST = "U0AVERY", "U0GUEST"


def plain(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": text}


BLOCKS = [
    {
        "type": "actions",
        "block_id": "hands",
        "elements": [
            {"type": "button", "action_id": "ack", "text": plain("Acknowledge"), "value": "d-1"},
            {
                "type": "overflow",
                "action_id": "more",
                "options": [{"text": plain("Done"), "value": "done"}],
            },
        ],
    }
]
FORM = {
    "type": "modal",
    "callback_id": "record",
    "title": plain("Record"),
    "submit": plain("Next"),
    "blocks": [
        {
            "type": "input",
            "block_id": "on",
            "label": plain("Day"),
            "element": {"type": "datepicker", "action_id": "on", "initial_date": "2004-07-13"},
        },
        {
            "type": "input",
            "block_id": "note",
            "label": plain("Note"),
            "element": {"type": "plain_text_input", "action_id": "note"},
        },
    ],
}


def posted(client: WebClient) -> str:
    return str(client.chat_postMessage(channel="C0DEAL", text="Due.", blocks=BLOCKS)["ts"])


def opened(running: Running, client: WebClient) -> str:
    ts = posted(client)
    body = running.stand_in.do("click", user=AVERY, channel="C0DEAL", ts=ts, action="ack")
    view = client.views_open(trigger_id=body["trigger_id"], view=FORM)["view"]
    return str(view["id"])


def test_a_click_brings_the_message_and_what_was_pressed(
    running: Running, client: WebClient
) -> None:
    ts = posted(client)
    body = running.stand_in.do(
        "click", user=AVERY, channel="C0DEAL", ts=ts, action="more", option="done"
    )
    assert (body["type"], body["user"]["id"], body["message"]["ts"]) == ("block_actions", AVERY, ts)
    (action,) = body["actions"]
    assert (action["block_id"], action["selected_option"]["value"]) == ("hands", "done")
    assert body["response_url"].startswith(running.stand_in.base_url)


@pytest.mark.parametrize(
    "how", [{"action": "erase"}, {"action": "more", "option": "never"}, {"user": "U0THEM"}]
)
def test_a_missing_element_cannot_be_clicked(
    running: Running, client: WebClient, how: dict[str, str]
) -> None:
    where = {"user": AVERY, "channel": "C0DEAL", "ts": posted(client), "action": "ack", **how}
    with pytest.raises(ControlError):
        running.stand_in.do("click", **where)


def test_a_form_is_submitted_with_its_initial_and_typed_values(
    running: Running, client: WebClient
) -> None:
    view = opened(running, client)
    body = running.stand_in.do("submit", view=view, values={"note": "seen"})
    state = body["view"]["state"]["values"]
    assert state["on"]["on"]["selected_date"] == "2004-07-13"
    assert state["note"]["note"]["value"] == "seen"


def test_a_form_with_an_empty_field_or_one_that_is_not_there_is_not_handed_in(
    running: Running, client: WebClient
) -> None:
    view = opened(running, client)
    for values in ({}, {"note": "x", "other": "y"}):
        with pytest.raises(ControlError):
            running.stand_in.do("submit", view=view, values=values)


def test_an_answer_slack_would_not_accept_is_reported(running: Running, client: WebClient) -> None:
    view, slack = opened(running, client), running.stand_in
    assert slack.take(view, {"response_action": "errors", "errors": {"on": "Too late."}}) == []
    wrong = {"response_action": "errors", "errors": {"day": "Too late."}}
    assert slack.take(view, wrong) == ["no input block: day"]
    assert slack.take(view, {"response_action": "shrug"}) == ["unknown response_action: shrug"]
    assert slack.take(view, {"response_action": "update", "view": {**FORM, "blocks": [{}]}})


def test_an_updated_form_keeps_its_id_and_what_was_filled_in(
    running: Running, client: WebClient
) -> None:
    view, slack = opened(running, client), running.stand_in
    slack.do("submit", view=view, values={"note": "seen"})
    assert slack.take(view, {"response_action": "update", "view": FORM}) == []
    now = slack.views(AVERY)[-1]
    assert now["id"] == view
    assert now["state"]["values"]["note"]["note"]["value"] == "seen"
    with pytest.raises(SlackApiError, match="hash_conflict"):
        client.views_update(view_id=view, hash="1.0", view=FORM)
    assert client.views_update(view_id=view, hash=now["hash"], view=FORM)["ok"]


def test_a_thread_has_its_message_first_and_its_replies_which_history_leaves_out(
    running: Running, client: WebClient
) -> None:
    ts = posted(client)
    reply = client.chat_postMessage(channel="C0DEAL", text="Avery did.", thread_ts=ts)["ts"]
    found = client.conversations_replies(channel="C0DEAL", ts=ts)["messages"]
    assert [m["ts"] for m in found] == [ts, reply]
    history = client.conversations_history(channel="C0DEAL")["messages"]
    assert reply not in [m["ts"] for m in history]
    with pytest.raises(SlackApiError, match="thread_not_found"):
        client.conversations_replies(channel="C0DEAL", ts="1.000001")
