"""Slack's own client against the stand-in: what it answers, and what it refuses."""

import http.client
import json
import urllib.request
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from local.slack.client import StandIn
from tests.local.slack.conftest import TOKEN, Running


def refused(call: Any, **arguments: Any) -> dict[str, Any]:
    """The body of a refusal."""
    with pytest.raises(SlackApiError) as caught:
        call(**arguments)
    body: dict[str, Any] = caught.value.response.data
    return body


def test_a_posted_message_is_answered_and_kept_with_its_metadata(
    client: WebClient, stand_in: StandIn
) -> None:
    metadata = {"event_type": "delivery", "event_payload": {"id": "d-1"}}
    blocks = [{"type": "section", "text": {"type": "mrkdwn", "text": "*Due* today"}}]
    answer = client.chat_postMessage(
        channel="C0DEAL", text="Due today", blocks=blocks, metadata=metadata
    )
    kept = stand_in.messages("deal-lantern")[-1]
    assert answer["ts"] == kept["ts"]
    assert answer["channel"] == "C0DEAL"
    assert (kept["text"], kept["user"], kept["metadata"]) == ("Due today", "U0CLOCK", metadata)
    assert kept["blocks"][0]["text"] == blocks[0]["text"]
    assert kept["blocks"][0]["block_id"]


def test_a_channel_is_posted_to_by_name_and_a_person_by_user_id(
    client: WebClient, stand_in: StandIn
) -> None:
    assert client.chat_postMessage(channel="#deal-lantern", text="x")["channel"] == "C0DEAL"
    assert client.chat_postMessage(channel="deal-lantern", text="x")["channel"] == "C0DEAL"
    assert client.chat_postMessage(channel="U0AVERY", text="psst")["channel"] == "D0AVERY"
    assert client.conversations_open(users="U0AVERY")["already_open"] is True
    assert stand_in.messages("D0AVERY")[-1]["text"] == "psst"


def test_every_ts_is_later_than_the_one_before(client: WebClient) -> None:
    ids = [str(client.chat_postMessage(channel="C0DEAL", text="x")["ts"]) for _ in range(20)]
    assert ids == sorted(set(ids))


def test_an_update_replaces_text_and_blocks_and_keeps_metadata(
    client: WebClient, stand_in: StandIn
) -> None:
    metadata = {"event_type": "delivery", "event_payload": {"id": "d-2"}}
    ts = client.chat_postMessage(
        channel="C0DEAL", text="a", blocks=[{"type": "divider"}], metadata=metadata
    )["ts"]
    client.chat_update(channel="C0DEAL", ts=ts, text="b")
    kept = stand_in.messages("C0DEAL")[-1]
    assert (kept["text"], kept["metadata"], "blocks" in kept) == ("b", metadata, False)
    assert kept["edited"]["user"] == "U0CLOCK"
    assert [each["replaced"]["text"] for each in stand_in.records() if each["kind"] == "edit"][
        -1:
    ] == ["a"]


def test_history_is_newest_first_pages_and_excludes_its_bounds(client: WebClient) -> None:
    posted = [client.chat_postMessage(channel="C0DEAL", text=str(n))["ts"] for n in range(4)]
    between = {"channel": "C0DEAL", "oldest": posted[0], "latest": posted[3]}
    found = client.conversations_history(**between)
    assert [each["text"] for each in found["messages"]] == ["2", "1"]
    whole = client.conversations_history(**between, inclusive=True, limit=3)
    assert [each["text"] for each in whole["messages"]] == ["3", "2", "1"]
    cursor = whole["response_metadata"]["next_cursor"]
    rest = client.conversations_history(**between, inclusive=True, limit=3, cursor=cursor)
    assert [each["text"] for each in rest["messages"]] == ["0"]
    assert rest["has_more"] is False


def test_history_returns_metadata_only_on_request_and_leaves_replies_out(client: WebClient) -> None:
    metadata = {"event_type": "delivery", "event_payload": {"id": "d-3"}}
    top = client.chat_postMessage(channel="C0DEAL", text="top", metadata=metadata)["ts"]
    client.chat_postMessage(channel="C0DEAL", text="reply", thread_ts=top)
    window = {"channel": "C0DEAL", "oldest": top, "inclusive": True}
    bare = client.conversations_history(**window)["messages"]
    assert [each["text"] for each in bare] == ["top"]
    assert bare[0]["metadata"] == {"event_type": "delivery"}
    result = client.conversations_history(**window, include_all_metadata=True)["messages"]
    assert result[0]["metadata"] == metadata


def test_people_and_channels_are_returned_with_the_flags_that_decide_access(
    client: WebClient,
) -> None:
    assert client.auth_test()["user_id"] == "U0CLOCK"
    assert client.users_info(user="U0GUEST")["user"]["is_restricted"] is True
    assert client.users_info(user="U0THEM")["user"]["team_id"] == "T0OTHER"
    assert client.users_lookupByEmail(email="A@Example.com")["user"]["id"] == "U0AVERY"
    channel = client.conversations_info(channel="C0SHARED", include_num_members=True)["channel"]
    assert (channel["is_private"], channel["is_ext_shared"], channel["is_shared"]) == (
        True, True, True
    )  # fmt: skip
    assert channel["num_members"] == 2
    assert client.conversations_members(channel="C0DEAL", limit=2)["members"] == [
        "U0CLOCK", "U0AVERY"
    ]  # fmt: skip


def test_an_email_is_returned_only_with_its_scope(client: WebClient, stand_in: StandIn) -> None:
    assert client.users_info(user="U0AVERY")["user"]["profile"]["email"] == "a@example.com"
    stand_in.change({"app": {"scopes": ["users:read"]}})
    assert "email" not in client.users_info(user="U0AVERY")["user"]["profile"]


def test_an_ephemeral_message_is_shown_to_one_member_and_is_no_message(
    client: WebClient, stand_in: StandIn
) -> None:
    before = len(stand_in.messages("C0DEAL"))
    client.chat_postEphemeral(channel="C0DEAL", user="U0AVERY", text="only you")
    shown = stand_in.ephemerals("C0DEAL")[-1]
    assert (shown["shown_to"], shown["text"]) == ("U0AVERY", "only you")
    assert len(stand_in.messages("C0DEAL")) == before


@pytest.mark.filterwarnings("ignore:The top-level `text`:UserWarning")  # the client advises
@pytest.mark.parametrize(
    ("method", "arguments", "error"),
    [
        ("chat_postMessage", {"channel": "C0NONE", "text": "x"}, "channel_not_found"),
        ("chat_postMessage", {"channel": "", "text": "x"}, "channel_not_found"),
        ("chat_postMessage", {"channel": "C0HIDDEN", "text": "x"}, "channel_not_found"),
        ("chat_postMessage", {"channel": "C0OPEN", "text": "x"}, "not_in_channel"),
        ("chat_postMessage", {"channel": "C0OLD", "text": "x"}, "is_archived"),
        ("chat_postMessage", {"channel": "C0DEAL", "text": ""}, "no_text"),
        ("chat_postMessage", {"channel": "C0DEAL", "text": "x" * 40_001}, "msg_too_long"),
        ("chat_postMessage", {"channel": "C0DEAL", "text": "x", "blocks": "{"},
         "invalid_blocks_format"),
        ("chat_postMessage", {"channel": "C0DEAL", "text": "x", "thread_ts": "1.000001"},
         "cannot_reply_to_message"),
        ("chat_postMessage", {"channel": "C0DEAL", "text": "x", "metadata": {"event_type": "x"}},
         "invalid_metadata_schema"),
        ("chat_postMessage", {"channel": "C0DEAL", "text": "x", "metadata":
         {"event_type": "x", "event_payload": {"a": "y" * 8000}}}, "metadata_too_large"),
        ("chat_update", {"channel": "C0DEAL", "ts": "1.000001", "text": "x"}, "message_not_found"),
        ("chat_update", {"channel": "deal-lantern", "ts": "1.0", "text": "x"},
         "channel_not_found"),
        ("chat_postEphemeral", {"channel": "C0DEAL", "user": "U0GONE", "text": "x"},
         "user_not_in_channel"),
        ("conversations_info", {"channel": "deal-lantern"}, "channel_not_found"),
        ("conversations_info", {"channel": "C0HIDDEN"}, "channel_not_found"),
        ("conversations_history", {"channel": "C0OPEN"}, "not_in_channel"),
        ("conversations_history", {"channel": "C0DEAL", "oldest": "soon"}, "invalid_ts_oldest"),
        ("conversations_history", {"channel": "C0DEAL", "limit": 1000}, "invalid_limit"),
        ("conversations_members", {"channel": "C0DEAL", "cursor": "zz"}, "invalid_cursor"),
        ("conversations_open", {"users": "U0GONE"}, "user_disabled"),
        ("conversations_open", {"users": "U0NONE"}, "user_not_found"),
        ("conversations_open", {"users": "U0CLOCK"}, "cannot_dm_bot"),
        ("users_info", {"user": "U0NONE"}, "user_not_found"),
        ("users_lookupByEmail", {"email": "gone@example.com"}, "users_not_found"),
    ],
)  # fmt: skip
def test_an_impossible_call_is_refused_with_slacks_error(
    client: WebClient, method: str, arguments: dict[str, Any], error: str
) -> None:
    body = refused(getattr(client, method), **arguments)
    assert (body["ok"], body["error"]) == (False, error)


def test_bad_blocks_are_refused_with_the_place_of_each_problem(client: WebClient) -> None:
    body = refused(
        client.chat_postMessage,
        channel="C0DEAL",
        text="x",
        blocks=[{"type": "header", "text": {"type": "plain_text", "text": "x" * 151}}],
    )
    problem = "must be less than 151 characters [json-pointer:/blocks/0/text/text]"
    assert body["error"] == "invalid_blocks"
    assert body["errors"] == [problem]
    assert body["response_metadata"]["messages"] == [f"[ERROR] {problem}"]


def test_blocks_within_every_limit_can_be_too_long_together(client: WebClient) -> None:
    # Each block takes its 2,500 characters and 125: four are 10,500, five are 13,125.
    block = {"type": "section", "text": {"type": "mrkdwn", "text": "x" * 2500}}
    client.chat_postMessage(channel="C0DEAL", text="x", blocks=[block] * 4)
    body = refused(client.chat_postMessage, channel="C0DEAL", text="x", blocks=[block] * 5)
    assert body["error"] == "msg_blocks_too_long"


def test_absent_unknown_and_mistyped_arguments_are_invalid_arguments(client: WebClient) -> None:
    def messages(method: str, **arguments: Any) -> list[str]:
        body = refused(lambda: client.api_call(method, json=arguments))
        assert body["error"] == "invalid_arguments"
        found: list[str] = body["response_metadata"]["messages"]
        return found

    assert messages("conversations.info") == ["[ERROR] missing required field: channel"]
    assert messages("users.info", user="U0AVERY", colour="red") == [
        "[ERROR] invalid additional property: colour"
    ]
    assert messages("conversations.history", channel="C0DEAL", limit="many") == [
        "[ERROR] must provide an integer [json-pointer:/limit]"
    ]
    assert messages("chat.postMessage", channel="C0DEAL", text="x", attachments=[]) == [
        "[ERROR] attachments are refused: use blocks [json-pointer:/attachments]"
    ]


def test_a_method_outside_the_table_is_unknown(client: WebClient) -> None:
    body = refused(lambda: client.api_call("chat.explode"))
    assert (body["error"], body["req_method"]) == ("unknown_method", "chat.explode")


def test_only_the_granted_token_and_scopes_open_the_door(
    running: Running, client: WebClient, stand_in: StandIn
) -> None:
    assert refused(running.client("xoxb-other").auth_test)["error"] == "invalid_auth"
    assert refused(running.client("").auth_test)["error"] == "not_authed"
    stand_in.change({"app": {"scopes": ["channels:read", "users:read"]}})
    body = refused(client.chat_postMessage, channel="C0DEAL", text="x")
    assert (body["error"], body["needed"]) == ("missing_scope", "chat:write")
    assert body["provided"] == "channels:read,users:read"
    body = refused(client.conversations_info, channel="C0DEAL")
    assert (body["error"], body["needed"]) == ("missing_scope", "groups:read")
    stand_in.change({"app": {"revoked": True}})
    assert refused(client.auth_test)["error"] == "token_revoked"


def test_a_form_may_carry_the_token_and_a_json_body_may_not(running: Running) -> None:
    def post(kind: str, body: bytes) -> dict[str, Any]:
        request = urllib.request.Request(
            f"{running.stand_in.api_url}auth.test", body, {"Content-Type": kind}
        )
        with urllib.request.urlopen(request, timeout=5) as response:
            decoded: dict[str, Any] = json.load(response)
            return decoded

    assert post("application/x-www-form-urlencoded", b"token=xoxb-stand-in")["ok"] is True
    assert post("application/json", b'{"token":"xoxb-stand-in"}')["error"] == "not_authed"
    assert post("application/json", b"{")["error"] == "invalid_json"
    assert post("application/json", b"[]")["error"] == "json_not_object"
    assert post("text/plain", b"x")["error"] == "invalid_post_type"


def test_a_message_of_someone_else_is_not_the_bots_to_change(
    client: WebClient, stand_in: StandIn
) -> None:
    ts = stand_in.say("U0AVERY", "C0DEAL", "mine")["ts"]
    body = refused(client.chat_update, channel="C0DEAL", ts=ts, text="not yours")
    assert body["error"] == "cant_update_message"


def test_a_channel_deleted_or_archived_meanwhile_is_refused(
    client: WebClient, stand_in: StandIn
) -> None:
    ts = client.chat_postMessage(channel="C0DEAL", text="x")["ts"]
    stand_in.change({"channels": {"C0DEAL": {"is_archived": True}}})
    assert refused(client.chat_postMessage, channel="C0DEAL", text="x")["error"] == "is_archived"
    assert refused(client.chat_update, channel="C0DEAL", ts=ts, text="y")["error"] == "is_archived"
    stand_in.change({"channels": {"C0DEAL": None}})
    body = refused(client.chat_postMessage, channel="C0DEAL", text="x")
    assert body["error"] == "channel_not_found"


def test_a_connection_lost_after_the_work_leaves_the_message_there(
    client: WebClient, stand_in: StandIn
) -> None:
    stand_in.fault("lost_response", method="chat.postMessage")
    with pytest.raises((http.client.RemoteDisconnected, ConnectionError)):
        client.chat_postMessage(channel="C0DEAL", text="did it arrive?")
    assert stand_in.messages("C0DEAL")[-1]["text"] == "did it arrive?"
    assert client.auth_test()["ok"] is True


def test_a_connection_lost_before_the_work_leaves_nothing(
    client: WebClient, stand_in: StandIn
) -> None:
    before = stand_in.messages("C0DEAL")
    stand_in.fault("lost_request")
    with pytest.raises((http.client.RemoteDisconnected, ConnectionError)):
        client.chat_postMessage(channel="C0DEAL", text="never")
    assert stand_in.messages("C0DEAL") == before


def test_a_hanging_call_is_done_and_then_silent(stand_in: StandIn) -> None:
    stand_in.fault("hang", seconds=0.5)
    request = urllib.request.Request(
        f"{stand_in.api_url}chat.postMessage",
        b"channel=C0DEAL&text=slow",
        {"Authorization": f"Bearer {TOKEN}"},
    )
    with pytest.raises(TimeoutError):
        urllib.request.urlopen(request, timeout=0.2)
    assert stand_in.messages("C0DEAL")[-1]["text"] == "slow"


def test_faults_are_met_in_order_and_as_often_as_ordered(
    client: WebClient, stand_in: StandIn
) -> None:
    before = len(stand_in.messages("C0DEAL"))
    stand_in.fault("ratelimited", times=2, retry_after=7, method="chat.postMessage")
    stand_in.fault("server_error", channel="C0DEAL")
    for status in (429, 429, 500):
        with pytest.raises(SlackApiError) as caught:
            client.chat_postMessage(channel="C0DEAL", text="x")
        assert caught.value.response.status_code == status
        if status == 429:
            assert caught.value.response.headers["Retry-After"] == "7"
            assert caught.value.response["error"] == "ratelimited"
    client.chat_postMessage(channel="C0DEAL", text="x")
    assert len(stand_in.messages("C0DEAL")) == before + 1


def test_pending_faults_are_listed_and_withdrawn_by_kind(
    client: WebClient, stand_in: StandIn
) -> None:
    stand_in.fault("ratelimited", times=2, method="chat.postMessage")
    stand_in.fault("hang", channel="C0DEAL")
    with pytest.raises(SlackApiError):
        client.chat_postMessage(channel="C0SHARED", text="x")
    assert [(f["kind"], f["times"], f["channel"]) for f in stand_in.faults()] == [
        ("ratelimited", 1, None),
        ("hang", 1, "C0DEAL"),
    ]
    stand_in.no_faults("hang")
    assert [f["kind"] for f in stand_in.faults()] == ["ratelimited"]
    stand_in.no_faults()
    assert stand_in.faults() == []


def test_one_message_a_second_and_channel_when_limits_are_enforced(
    client: WebClient, stand_in: StandIn
) -> None:
    stand_in.change({"rate_limits": "enforced"})
    client.chat_postMessage(channel="C0DEAL", text="first")
    with pytest.raises(SlackApiError) as caught:
        client.chat_postMessage(channel="C0DEAL", text="second")
    assert caught.value.response.status_code == 429
    assert int(caught.value.response.headers["Retry-After"]) == 1
    client.chat_postMessage(channel="C0SHARED", text="elsewhere")


@pytest.mark.parametrize("flag", ["is_ext_shared", "is_org_shared", "is_pending_ext_shared"])
def test_each_way_of_sharing_a_channel_has_its_own_flag(
    client: WebClient, stand_in: StandIn, flag: str
) -> None:
    stand_in.change({"channels": {"C0DEAL": {flag: True}}})
    result = client.conversations_info(channel="C0DEAL")["channel"]
    flags = ("is_ext_shared", "is_org_shared", "is_pending_ext_shared")
    assert [each for each in flags if result[each]] == [flag]
    assert result["is_shared"] is (flag != "is_pending_ext_shared")


def test_a_removed_app_is_sent_nothing_else(client: WebClient, stand_in: StandIn) -> None:
    stand_in.change({"app": {"inactive": True}})
    assert refused(client.auth_test)["error"] == "account_inactive"


def test_a_message_a_person_deleted_is_gone_from_history_and_cannot_be_changed(
    client: WebClient, stand_in: StandIn
) -> None:
    ts = client.chat_postMessage(channel="C0DEAL", text="to be deleted")["ts"]
    stand_in.delete("C0DEAL", ts)
    found = client.conversations_history(channel="C0DEAL", oldest=ts, inclusive=True)["messages"]
    assert found == []
    body = refused(client.chat_update, channel="C0DEAL", ts=ts, text="x")
    assert body["error"] == "message_not_found"
    assert stand_in.records()[-1]["replaced"]["text"] == "to be deleted"


def test_a_distributed_app_reads_fifteen_messages_once_a_minute(
    client: WebClient, stand_in: StandIn
) -> None:
    for i in range(20):
        stand_in.say("U0AVERY", "C0DEAL", f"word {i}")
    stand_in.change({"app": {"internal": False}})
    page = client.conversations_history(channel="C0DEAL", limit=100)
    assert len(page["messages"]) == 15
    assert page["has_more"] is True
    stand_in.change({"rate_limits": "enforced"})
    client.conversations_history(channel="C0DEAL")
    with pytest.raises(SlackApiError) as caught:
        client.conversations_history(channel="C0SHARED")
    assert int(caught.value.response.headers["Retry-After"]) > 50
    stand_in.change({"app": {"internal": True}})
    client.conversations_history(channel="C0DEAL")


def test_blocks_messages_and_views_are_validated_one_a_call(client: WebClient) -> None:
    def validate(**given: object) -> Any:
        return client.api_call("blocks.validate", json=given)

    divider = {"type": "divider"}
    view = {"type": "modal", "title": {"type": "plain_text", "text": "T"}, "blocks": [divider]}
    assert validate(blocks=[divider])["ok"]
    assert validate(message={"blocks": [divider]})["ok"]
    assert validate(view=view)["ok"]
    body = refused(validate, blocks=[{"type": "header", "text": {"type": "mrkdwn", "text": "x"}}])
    assert body["error"] == "invalid_blocks"
    assert body["errors"] == [
        {
            "pointer": "/0/text/type",
            "code": "failed_constraint",
            "message": "must be a valid enum value: plain_text",
        }
    ]
    wrong = refused(validate, view={**view, "title": {"type": "plain_text", "text": "T" * 25}})
    assert (wrong["error"], wrong["errors"][0]["pointer"]) == ("invalid_view", "/title/text")
    assert refused(validate, message={"blocks": [{}]})["error"] == "invalid_message"
    assert refused(validate, blocks=[], view=view)["error"] == "invalid_arguments"
    assert refused(validate)["error"] == "invalid_arguments"
