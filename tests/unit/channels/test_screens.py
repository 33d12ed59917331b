"""Screens: a refusal by Slack is reported by its code; answers go only to Slack."""

import pytest

from dealclock.alerts.outcome import Refused, Sent
from dealclock.channels import Post, Screens, Slack, web_client
from dealclock.channels.web_api import SlackCallError, write_call
from dealclock.messages.slack_views.samples import YOUNG, samples
from local.slack.client import StandIn
from tests.unit.channels.posts import PEOPLE, post
from tests.unit.channels.test_slack import attempt

SAID = {"response_type": "ephemeral", "text": "done", "replace_original": False}


def test_a_refusal_by_slack_is_reported_by_its_code(stand_in: StandIn) -> None:
    screens = Screens(web_client("xoxb-stand-in", stand_in.api_url, 2))
    view = {"type": "modal", "title": {"type": "plain_text", "text": "T"}, "blocks": []}
    assert screens.open("1.2.3", view) == "invalid_trigger_id"
    assert screens.update("V0", "1.0", view) == "not_found"
    assert screens.publish("U0MARIA", {"type": "home", "blocks": []}) == ""


@pytest.mark.parametrize(
    "url",
    [
        "https://evil.example/actions/T0/1",
        "https://hooks.slack.com.evil.example/actions",
        "http://hooks.slack.com/actions",
        "http://127.0.0.1:8000/actions",
        "",
    ],
)
def test_no_answer_goes_to_an_address_that_is_not_slacks(url: str) -> None:
    screens = Screens(web_client("xoxb-tests", "https://slack.com/api/", 2))
    assert screens.answer(url, SAID) == "not_an_address_of_slacks"


def test_a_rejected_answer_raises_no_error(stand_in: StandIn, unused_port: int) -> None:
    screens = Screens(web_client("xoxb-stand-in", stand_in.api_url, 2))
    assert screens.answer(f"http://127.0.0.1:{unused_port}/x", SAID) == "connection_lost"
    assert screens.answer(f"{stand_in.base_url}/commands/T/1/x", SAID) == "http_404"


TABLE = {
    "type": "data_table",
    "caption": "Payments",
    "rows": [[{"type": "raw_text", "text": each}] for each in ("Payment", "payment/1")],
}


def test_a_workspace_that_refuses_tables_is_asked_once(stand_in: StandIn) -> None:
    said = {"response_type": "ephemeral", "text": "whole", "blocks": [TABLE]}
    form = stand_in.type_command("/deal", "payments", "U0MARIA", "C0DEAL")
    screens = Screens(web_client("xoxb-stand-in", stand_in.api_url, 2))
    assert screens.answer_in_tables(form["response_url"], said)
    (shown,) = stand_in.shown(form["trigger_id"])
    assert shown["blocks"][0]["caption"] == "Payments"

    stand_in.change({"team": {"refused_blocks": ["data_table"]}})
    form = stand_in.type_command("/deal", "payments", "U0MARIA", "C0DEAL")
    assert screens.answer(form["response_url"], said) == "invalid_blocks"
    assert not screens.answer_in_tables(form["response_url"], said)
    stand_in.change({"team": {"refused_blocks": []}})
    assert not screens.answer_in_tables(form["response_url"], said)  # the process remembers
    assert not list(stand_in.shown(form["trigger_id"]))
    again = Screens(web_client("xoxb-stand-in", stand_in.api_url, 2))
    assert again.answer_in_tables(form["response_url"], said)


def test_a_sample_of_every_kind_is_validated_and_nothing_is_shown(stand_in: StandIn) -> None:
    client = web_client("xoxb-stand-in", stand_in.api_url)
    before = stand_in.count()
    for sample in samples().values():
        assert write_call(client, "blocks.validate", sample)["ok"]
    stand_in.change({"team": {"refused_blocks": ["data_table"]}})
    with pytest.raises(SlackCallError) as refused:
        write_call(client, "blocks.validate", samples()[YOUNG[0]])
    assert refused.value.outcome == Refused("invalid_blocks")
    assert stand_in.count() == before


def test_a_lost_answer_does_not_mean_that_tables_are_refused(
    stand_in: StandIn, unused_port: int
) -> None:
    screens = Screens(web_client("xoxb-stand-in", stand_in.api_url, 2))
    assert not screens.answer_in_tables(f"http://127.0.0.1:{unused_port}/x", SAID)
    form = stand_in.type_command("/deal", "payments", "U0MARIA", "C0DEAL")
    assert screens.answer_in_tables(form["response_url"], SAID)


def test_a_reply_is_posted_in_its_thread_and_found_there(slack: Slack, stand_in: StandIn) -> None:
    first = slack.send(post())
    assert isinstance(first, Sent)
    whole = post()
    reply = Post("reply-1", whole.channel, "t", whole.blocks, PEOPLE, first.provider_id)
    done = slack.send(reply)
    assert isinstance(done, Sent)
    kept = next(m for m in stand_in.messages(whole.channel) if m["ts"] == done.provider_id)
    assert kept["thread_ts"] == first.provider_id
    there = slack.look_up(attempt("reply-1", thread=first.provider_id))
    assert there.provider_id == done.provider_id  # type: ignore[union-attr]
    assert slack.look_up(attempt("reply-2", thread=first.provider_id)) != there
