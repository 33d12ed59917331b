"""The readers of a post: which channels and people are refused, with a Slack stand-in."""

from typing import Any

import pytest
from slack_sdk import WebClient

from dealclock.alerts.outcome import Later, Refused, Sent
from dealclock.channels import Slack
from dealclock.channels.audience import Audience
from local.slack.client import StandIn
from tests.unit.channels.posts import PEOPLE, people, post


def test_a_private_channel_with_only_people_on_the_list_gets_posts(slack: Slack) -> None:
    assert isinstance(slack.send(post("C0DEAL")), Sent)


@pytest.mark.parametrize(
    ("channel", "cause"),
    [
        ("C0OLD", "is_archived"),
        ("C0SHARED", "channel_shared_outside"),
        ("C0ADA", "members_not_on_the_list: 1"),
        ("C0BOTS", "members_not_on_the_list: 1"),
        ("C0HIDDEN", "channel_not_found"),
        ("C0NOWHERE", "channel_not_found"),
    ],
)
def test_any_other_channel_gets_no_posts(
    slack: Slack, stand_in: StandIn, channel: str, cause: str
) -> None:
    before = len(stand_in.records())
    assert slack.send(post(channel)) == Refused(cause)
    assert [each for each in stand_in.records()[before:] if _is_message(each)] == []


def test_a_channel_made_public_gets_no_more_posts(client: WebClient, stand_in: StandIn) -> None:
    assert isinstance(Slack(client).send(post("C0DEAL")), Sent)
    scopes = stand_in.world()["app"]["scopes"]
    stand_in.change(
        {
            "channels": {"C0DEAL": {"is_private": False}},
            "app": {"scopes": [*scopes, "channels:read"]},
        }
    )
    assert Slack(client).send(post("C0DEAL")) == Refused("channel_not_private")


def test_a_person_removed_from_the_list_blocks_the_channel(slack: Slack) -> None:
    denied = people(deny=("tom",))
    assert slack.send(post("C0DEAL", denied)) == Refused("members_not_on_the_list: 1")


def test_every_page_of_members_is_read(slack: Slack) -> None:
    assert slack.send(post("C0LARGE")) == Refused("members_not_on_the_list: 250")


def test_a_channel_is_checked_again_for_every_post(slack: Slack, stand_in: StandIn) -> None:
    assert isinstance(slack.send(post("C0DEAL")), Sent)
    stand_in.change({"channels": {"C0DEAL": {"members": ["U0CLOCK", "U0MARIA", "U0ADA"]}}})
    assert slack.send(post("C0DEAL")) == Refused("members_not_on_the_list: 1")


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        ({"channels": {"C0DEAL": {"is_ext_shared": True}}}, "channel_shared_outside"),
        ({"channels": {"C0DEAL": {"is_org_shared": True}}}, "channel_shared_in_organisation"),
        ({"channels": {"C0DEAL": {"is_pending_ext_shared": True}}}, "channel_share_pending"),
        ({"channels": {"C0DEAL": {"is_archived": True}}}, "is_archived"),
        ({"channels": {"C0DEAL": {"members": ["U0MARIA"]}}}, "channel_not_found"),  # hidden from it
        ({"channels": {"C0DEAL": None}}, "channel_not_found"),
        ({"app": {"revoked": True}}, "token_revoked"),
        ({"app": {"inactive": True}}, "account_inactive"),
    ],
)
def test_a_refused_channel_or_app_has_its_own_cause(
    slack: Slack, stand_in: StandIn, change: dict[str, Any], cause: str
) -> None:
    assert isinstance(slack.send(post("C0DEAL")), Sent)
    before = len(stand_in.records())
    stand_in.change(change)
    assert slack.send(post("C0DEAL")) == Refused(cause)
    ts = stand_in.messages("C0DEAL")[-1]["ts"] if change.get("app") else "1.1"
    assert slack.update(post("C0DEAL"), ts) == Refused(cause), "no more is an update shown there"
    assert [each for each in stand_in.records()[before:] if _is_message(each)] == []


def test_a_person_on_the_list_gets_direct_messages(slack: Slack, stand_in: StandIn) -> None:
    outcome = slack.send(post("U0MARIA"))
    assert isinstance(outcome, Sent)
    assert stand_in.messages("D0MARIA")[-1]["ts"] == outcome.provider_id


@pytest.mark.parametrize(
    ("person", "cause"),
    [
        ("gone", "person_deactivated"),
        ("guest", "person_is_a_guest"),
        ("visitor", "person_is_a_guest"),
        ("them", "person_of_another_organisation"),
        ("otherbot", "person_is_a_bot"),
        ("nobody", "user_not_found"),
    ],
)
def test_only_active_full_members_get_direct_messages(
    slack: Slack, stand_in: StandIn, person: str, cause: str
) -> None:
    before = len(stand_in.records())
    assert slack.send(post(f"U0{person.upper()}", people(person))) == Refused(cause)
    assert [each for each in stand_in.records()[before:] if _is_message(each)] == []


def test_a_person_not_on_the_list_gets_no_direct_message(slack: Slack, stand_in: StandIn) -> None:
    before = len(stand_in.records())
    assert slack.send(post("U0ADA")) == Refused("person_not_on_the_list")
    denied = people(deny=("tom",))
    assert slack.send(post("U0TOM", denied)) == Refused("person_not_on_the_list")
    assert len(stand_in.records()) == before


@pytest.mark.parametrize("info", [{}, {"deleted": False}, {"deleted": False, "is_bot": False}])
def test_missing_information_about_a_person_counts_as_unfavorable(
    monkeypatch: pytest.MonkeyPatch, info: dict[str, Any]
) -> None:
    answers = {"users.info": {"user": {"team_id": "T0", **info}}, "auth.test": {"team_id": "T0"}}
    monkeypatch.setattr(
        "dealclock.channels.audience.read_call", lambda _c, method, _g: answers[method]
    )
    assert isinstance(Audience(WebClient("x")).refusal("U0MARIA", PEOPLE), Refused)


def test_the_list_of_one_deal_does_not_count_for_another(slack: Slack) -> None:
    assert isinstance(slack.send(post("C0DEAL")), Sent)
    assert slack.send(post("C0DEAL", people("maria"))) == Refused("members_not_on_the_list: 1")


@pytest.mark.parametrize("fault", ["server_error", "lost_request", "lost_response"])
@pytest.mark.parametrize("method", ["conversations.info", "conversations.members", "auth.test"])
def test_a_check_without_an_answer_sends_nothing_and_is_repeated(
    slack: Slack, stand_in: StandIn, method: str, fault: str
) -> None:
    stand_in.fault(fault, method=method)
    before = len(stand_in.records())
    assert slack.send(post("C0DEAL")) == Later(30.0)
    assert [each for each in stand_in.records()[before:] if _is_message(each)] == []
    assert isinstance(slack.send(post("C0DEAL")), Sent)


def test_a_check_told_to_wait_waits_that_long(slack: Slack, stand_in: StandIn) -> None:
    stand_in.fault("ratelimited", method="conversations.members", retry_after=17)
    assert slack.send(post("C0DEAL")) == Later(17.0)


@pytest.mark.parametrize(
    ("info", "cause"),
    [
        ({"is_private": True}, "is_archived"),  # missing information counts against it
        ({"is_archived": False}, "channel_not_private"),
        ({"is_archived": False, "is_private": True, "is_shared": True}, "channel_shared"),
        (
            {"is_archived": False, "is_private": True, "pending_shared": ["T0X"]},
            "channel_share_pending",
        ),
        (
            {"is_archived": False, "is_private": True, "pending_connected_team_ids": ["T0X"]},
            "channel_share_pending",
        ),
        ({"is_archived": False, "is_private": True, "is_member": False}, "bot_not_in_channel"),
    ],
)
def test_missing_information_about_a_channel_counts_as_unfavorable(
    monkeypatch: pytest.MonkeyPatch, info: dict[str, Any], cause: str
) -> None:
    monkeypatch.setattr("dealclock.channels.audience.read_call", lambda *_: {"channel": info})
    assert Audience(WebClient("x")).refusal("C0DEAL", PEOPLE) == Refused(cause)


def _is_message(record: dict[str, Any]) -> bool:
    return "hello" in str(record)
