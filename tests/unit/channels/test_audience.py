"""Who would read a message: what keeps a post out of a channel, in a real exchange."""

from typing import Any

import pytest
from slack_sdk import WebClient

from dealclock.channels import Later, Refused, Sent, Slack
from dealclock.channels.audience import Audience
from local.slack.client import StandIn
from tests.unit.channels.posts import PEOPLE, people, post


def test_a_private_channel_of_people_on_the_list_is_spoken_in(slack: Slack) -> None:
    assert isinstance(slack.send(post("C0DEAL")), Sent)


@pytest.mark.parametrize(
    ("channel", "cause"),
    [
        ("C0OLD", "is_archived"),
        ("C0SHARED", "channel_shared"),
        ("C0ADA", "members_not_on_the_list: 1"),
        ("C0BOTS", "members_not_on_the_list: 1"),
        ("C0HIDDEN", "channel_not_found"),
        ("C0NOWHERE", "channel_not_found"),
    ],
)
def test_no_other_channel_is(slack: Slack, stand_in: StandIn, channel: str, cause: str) -> None:
    before = len(stand_in.records())
    assert slack.send(post(channel)) == Refused(cause)
    assert [each for each in stand_in.records()[before:] if _is_message(each)] == []


def test_a_channel_that_was_made_public_is_not_spoken_in_any_more(
    client: WebClient, stand_in: StandIn
) -> None:
    assert isinstance(Slack(client).send(post("C0DEAL")), Sent)
    scopes = stand_in.world()["app"]["scopes"]
    stand_in.change(
        {
            "channels": {"C0DEAL": {"is_private": False}},
            "app": {"scopes": [*scopes, "channels:read"]},
        }
    )
    assert Slack(client).send(post("C0DEAL")) == Refused("channel_not_private")


def test_someone_taken_off_the_list_keeps_the_channel_silent(slack: Slack) -> None:
    denied = people(deny=("tom",))
    assert slack.send(post("C0DEAL", denied)) == Refused("members_not_on_the_list: 1")


def test_every_page_of_members_is_read(slack: Slack) -> None:
    assert slack.send(post("C0LARGE")) == Refused("members_not_on_the_list: 250")


def test_a_channel_is_checked_once_a_batch(client: WebClient, stand_in: StandIn) -> None:
    batch = Slack(client)
    batch.send(post("C0DEAL"))
    stand_in.change({"channels": {"C0DEAL": {"members": ["U0CLOCK", "U0MARIA", "U0ADA"]}}})
    assert isinstance(batch.send(post("C0DEAL")), Sent)
    assert Slack(client).send(post("C0DEAL")) == Refused("members_not_on_the_list: 1")


def test_one_deals_list_does_not_vouch_for_another_deals(slack: Slack) -> None:
    assert isinstance(slack.send(post("C0DEAL")), Sent)
    assert slack.send(post("C0DEAL", people("maria"))) == Refused("members_not_on_the_list: 1")


@pytest.mark.parametrize("fault", ["server_error", "lost_request", "lost_response"])
@pytest.mark.parametrize("method", ["conversations.info", "conversations.members", "auth.test"])
def test_a_check_that_got_no_answer_sends_nothing_and_is_made_again(
    slack: Slack, stand_in: StandIn, method: str, fault: str
) -> None:
    stand_in.fault(fault, method=method)
    before = len(stand_in.records())
    assert slack.send(post("C0DEAL")) == Later(30.0)
    assert [each for each in stand_in.records()[before:] if _is_message(each)] == []
    assert isinstance(slack.send(post("C0DEAL")), Sent)


def test_a_check_told_to_wait_waits_as_long_as_it_was_told(slack: Slack, stand_in: StandIn) -> None:
    stand_in.fault("ratelimited", method="conversations.members", retry_after=17)
    assert slack.send(post("C0DEAL")) == Later(17.0)


@pytest.mark.parametrize(
    ("told", "cause"),
    [
        ({"is_private": True}, "is_archived"),  # what is not told is taken for the worse
        ({"is_archived": False}, "channel_not_private"),
        ({"is_archived": False, "is_private": True, "is_shared": True}, "channel_shared"),
        ({"is_archived": False, "is_private": True, "is_org_shared": True}, "channel_shared"),
        (
            {"is_archived": False, "is_private": True, "is_pending_ext_shared": True},
            "channel_shared",
        ),
        ({"is_archived": False, "is_private": True, "pending_shared": ["T0X"]}, "channel_shared"),
    ],
)
def test_what_slack_says_of_a_channel_is_taken_for_the_worse(
    monkeypatch: pytest.MonkeyPatch, told: dict[str, Any], cause: str
) -> None:
    monkeypatch.setattr("dealclock.channels.audience.ask", lambda *_: {"channel": told})
    assert Audience(WebClient("x")).refusal("C0DEAL", PEOPLE) == Refused(cause)


def _is_message(record: dict[str, Any]) -> bool:
    return "hello" in str(record)
