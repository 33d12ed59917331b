"""What a person's client shows: their own conversations, forms, Home and files, nobody else's."""

from typing import Any

import pytest
from slack_sdk import WebClient

from local.slack.errors import ControlError
from tests.local.slack.conftest import Running
from tests.local.slack.test_hands import AVERY, BLOCKS, FORM, GUEST, opened, plain


def names(running: Running, person: str) -> set[str]:
    return {each["name"] for each in running.stand_in.client(person)["channels"] if each["name"]}


def test_only_the_channels_one_is_in_are_listed(running: Running) -> None:
    assert names(running, "avery") == {"deal-lantern", "partners", "general"}
    assert names(running, "guest") == {"deal-lantern"}


def last_of(running: Running, person: str) -> str:
    channels = running.stand_in.client(person)["channels"]
    return str(next(each["last"] for each in channels if each["name"] == "deal-lantern"))


@pytest.mark.parametrize(
    ("person", "channel"), [("guest", "partners"), ("guest", "general"), ("avery", "deal-old")]
)
def test_a_channel_one_is_not_in_does_not_exist(
    running: Running, person: str, channel: str
) -> None:
    with pytest.raises(ControlError) as refused:
        running.stand_in.conversation(person, channel)
    assert (refused.value.status, refused.value.code) == (404, "channel_not_found")


@pytest.mark.parametrize("person", ["dealclock", "gone", "nobody"])
def test_an_app_and_who_is_not_there_use_no_client(running: Running, person: str) -> None:
    with pytest.raises(ControlError) as refused:
        running.stand_in.client(person)
    assert refused.value.code == "user_not_found"


def test_messages_shown_to_one_member_are_in_order_and_hidden_from_others(
    running: Running, client: WebClient
) -> None:
    first = client.chat_postMessage(channel="C0DEAL", text="To all.")["ts"]
    only = client.chat_postEphemeral(channel="C0DEAL", user=AVERY, text="To you.")["message_ts"]
    last = client.chat_postMessage(channel="C0DEAL", text="To all again.")["ts"]
    avery = running.stand_in.conversation("avery", "deal-lantern")["messages"][-3:]
    assert [(m["ts"], m.get("only_you", False)) for m in avery] == [
        (first, False), (only, True), (last, False)
    ]  # fmt: skip
    guest = running.stand_in.conversation("guest", "deal-lantern")["messages"]
    assert only not in [m["ts"] for m in guest]


def test_an_answer_names_the_command_it_answers(running: Running) -> None:
    form = running.stand_in.type_command("/deal", "status", "avery", "deal-lantern")
    running.stand_in.answer(form["trigger_id"], {"text": "Nothing is due."})
    last = running.stand_in.conversation("avery", "deal-lantern")["messages"][-1]
    assert (last["text"], last["asked"]) == ("Nothing is due.", "/deal status")


def test_slack_itself_tells_one_member_something(running: Running) -> None:
    running.stand_in.tell("avery", "deal-lantern", "It failed.")
    last = running.stand_in.conversation("avery", "deal-lantern")["messages"][-1]
    assert (last["user"], last["text"], last["only_you"]) == ("USLACKBOT", "It failed.", True)
    with pytest.raises(ControlError):
        running.stand_in.tell("guest", "partners", "It failed.")


def test_the_last_word_of_others_is_told_and_not_ones_own(
    running: Running, client: WebClient
) -> None:
    ts = client.chat_postMessage(channel="C0DEAL", text="Due.")["ts"]
    running.stand_in.say(AVERY, "deal-lantern", "Seen.")
    assert last_of(running, "avery") == ts
    assert last_of(running, "guest") > ts


def test_a_reply_is_said_in_a_thread_that_is_there(running: Running, client: WebClient) -> None:
    ts = str(client.chat_postMessage(channel="C0DEAL", text="Due.")["ts"])
    assert running.stand_in.say(AVERY, "deal-lantern", "Seen.", ts)["thread_ts"] == ts
    with pytest.raises(ControlError):
        running.stand_in.say(AVERY, "deal-lantern", "Seen.", "1.000001")


def test_an_open_form_is_shown_to_its_person_with_what_is_wrong(
    running: Running, client: WebClient
) -> None:
    view = opened(running, client)
    running.stand_in.take(view, {"response_action": "errors", "errors": {"on": "Too late."}})
    shown = running.stand_in.client("avery")["views"][-1]
    assert (shown["view"]["id"], shown["errors"]) == (view, {"on": "Too late."})
    assert view not in [each["view"]["id"] for each in running.stand_in.client("guest")["views"]]
    with pytest.raises(ControlError) as refused:
        running.stand_in.do("submit", view=view, values={"note": ""})
    assert refused.value.code == "required_field_empty: note"
    errors = running.stand_in.client("avery")["views"][-1]["errors"]
    assert errors == {"note": "Please complete this required field."}
    running.stand_in.do("submit", view=view, values={"note": "seen"})
    assert running.stand_in.client("avery")["views"][-1]["errors"] == {}
    running.stand_in.take(view, {})
    assert view not in [each["view"]["id"] for each in running.stand_in.client("avery")["views"]]


def test_a_changed_field_is_sent_with_the_values_of_the_others(
    running: Running, client: WebClient
) -> None:
    body = running.stand_in.do(
        "click", user=AVERY, channel="C0DEAL", action="ack",
        ts=client.chat_postMessage(channel="C0DEAL", text="Due.", blocks=BLOCKS)["ts"],
    )  # fmt: skip
    blocks: Any = FORM["blocks"]
    watched = [blocks[0] | {"dispatch_action": True}, blocks[1]]
    view = client.views_open(trigger_id=body["trigger_id"], view=FORM | {"blocks": watched})["view"]
    values = {"on": "2004-07-14", "note": "half"}
    result = running.stand_in.do("choose", view=view["id"], values=values, field="on")
    assert result["actions"][0]["selected_date"] == "2004-07-14"
    assert result["view"]["state"]["values"]["note"]["note"]["value"] == "half"
    for wrong in ({"field": "other"}, {"field": "note"}, {}):
        with pytest.raises(ControlError):
            running.stand_in.do("choose", view=view["id"], values=values, **wrong)


def test_what_only_one_person_sees_can_be_clicked_by_that_person(
    running: Running, client: WebClient
) -> None:
    ts = client.chat_postEphemeral(channel="C0DEAL", user=AVERY, text="You.", blocks=BLOCKS)[
        "message_ts"
    ]
    where = {"channel": "C0DEAL", "ts": ts, "action": "ack"}
    body = running.stand_in.do("click", user=AVERY, **where)
    assert (body["container"]["is_ephemeral"], "message" in body) == (True, False)
    with pytest.raises(ControlError):
        running.stand_in.do("click", user=GUEST, **where)


def test_what_is_no_field_of_a_form_can_be_pressed(running: Running, client: WebClient) -> None:
    ts = client.chat_postMessage(channel="C0DEAL", text="Due.", blocks=BLOCKS)["ts"]
    body = running.stand_in.do("click", user=AVERY, channel="C0DEAL", ts=ts, action="ack")
    view = client.views_open(trigger_id=body["trigger_id"], view=FORM | {"blocks": BLOCKS})["view"]
    result = running.stand_in.do("view_click", view=view["id"], action="more", option="done")
    assert result["container"] == {"type": "view", "view_id": view["id"]}
    assert result["actions"][0]["selected_option"]["value"] == "done"


def test_a_select_and_a_day_in_a_message_bring_what_was_chosen(
    running: Running, client: WebClient
) -> None:
    elements = [
        {"type": "static_select", "action_id": "pick", "options": [
            {"text": plain("One"), "value": "1"}, {"text": plain("Two"), "value": "2"}]},
        {"type": "datepicker", "action_id": "day"},
    ]  # fmt: skip
    blocks = [{"type": "actions", "block_id": "picks", "elements": elements}]
    ts = client.chat_postMessage(channel="C0DEAL", text="Pick.", blocks=blocks)["ts"]
    where = {"user": AVERY, "channel": "C0DEAL", "ts": ts}
    (picked,) = running.stand_in.do("click", **where, action="pick", option="2")["actions"]
    (day,) = running.stand_in.do("click", **where, action="day", option="2004-07-14")["actions"]
    assert picked["selected_option"]["value"] == "2"
    assert day["selected_date"] == "2004-07-14"


def test_a_message_shortcut_needs_a_visible_message(running: Running, client: WebClient) -> None:
    said = running.stand_in.say(AVERY, "partners", "Filed.")
    beside = {"channel": "partners", "ts": said["ts"], "name": "record-message"}
    assert running.stand_in.do("shortcut", user=AVERY, **beside)["message"]["text"] == "Filed."
    with pytest.raises(ControlError):
        running.stand_in.do("shortcut", user=GUEST, **beside)


def test_a_file_is_read_by_who_was_shown_it(running: Running, client: WebClient) -> None:
    channel = client.conversations_open(users=AVERY)["channel"]["id"]
    result = client.files_upload_v2(channel=channel, filename="a.png", content=b"\x89PNG")
    file_id = result["files"][0]["id"]
    assert running.stand_in.file("avery", file_id) == b"\x89PNG"
    with pytest.raises(ControlError) as refused:
        running.stand_in.file("guest", file_id)
    assert refused.value.code == "file_not_found"


def test_a_home_tab_is_its_persons(running: Running, client: WebClient) -> None:
    view = {"type": "home", "blocks": [{"type": "header", "text": plain("Yours")}]}
    client.views_publish(user_id=AVERY, view=view)
    assert running.stand_in.home("avery")["blocks"][0]["text"]["text"] == "Yours"
    with pytest.raises(ControlError) as refused:
        running.stand_in.home("guest")
    assert refused.value.code == "home_not_found"
