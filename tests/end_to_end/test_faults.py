"""Outside failures: an alert is late, looked up or refused, never lost and never twice."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest

from dealclock.alerts.outcome import State
from local import mail
from local.world import OUTSIDER
from tests.end_to_end.house import NEXT_MORNING, House, Trial
from tests.waiting import eventually

SENT = State.SENT
ALL_SENT = {"email:maria": SENT, "email:tom": SENT}


def slack(trial: Trial) -> str:
    return f"slack:{trial.channel}"


def settled(trial: Trial, slack_state: State, **others: State) -> None:
    """Wait until Slack's delivery is in that state and the emails are sent, but for `others`."""
    wanted = {slack(trial): slack_state, **ALL_SENT}
    wanted |= {f"email:{person}": state for person, state in others.items()}
    eventually(lambda: trial.states() == wanted, f"{wanted}, not {trial.states()}")


def test_a_channel_that_asks_to_wait_gets_the_post_once_and_later(house: House) -> None:
    trial, began = house.trial(), time.time()
    house.local.slack.fault(
        "ratelimited", method="chat.postMessage", channel=trial.channel, retry_after=1
    )
    house.morning(trial)
    eventually(lambda: len(trial.mails()) == 2, "the mails do not wait for Slack")
    settled(trial, SENT)
    assert time.time() - began > 1
    assert len(trial.posts()) == 1
    assert trial.delivery("slack").failures == 0
    assert any('"state":"planned"' in each for each in house.log_of("deliver", began))


def test_a_lost_answer_is_looked_up_by_the_next_sweep(house: House) -> None:
    trial, began = house.trial(), time.time()
    house.local.slack.fault("lost_response", method="chat.postMessage", channel=trial.channel)
    house.morning(trial)
    settled(trial, State.UNKNOWN)
    assert any('"state":"unknown"' in each for each in house.log_of("deliver", began))
    [post] = trial.posts()
    assert house.sweep()["requeued"] >= 1
    settled(trial, SENT)
    assert trial.posts() == [post], "what is there is found, not said again"
    assert trial.delivery("slack").provider_id == post["ts"]


def test_a_lost_request_is_looked_up_and_then_sent(house: House) -> None:
    trial = house.trial()
    house.local.slack.fault("lost_request", method="chat.postMessage", channel=trial.channel)
    house.morning(trial)
    settled(trial, State.UNKNOWN)
    assert trial.posts() == []
    house.sweep()
    settled(trial, SENT)
    assert len(trial.posts()) == 1


def test_an_archived_channel_is_refused_and_the_emails_still_arrive(house: House) -> None:
    trial, began = house.trial(), time.time()
    house.local.slack.change({"channels": {trial.channel: {"is_archived": True}}})
    house.morning(trial)
    settled(trial, State.REFUSED)
    eventually(lambda: trial.told_by_now(posts=0, mails=3), "two alerts, and a word to the lead")
    assert trial.delivery("slack").cause == "is_archived"
    assert house.metrics("deliver", began)["Refused"] == 1


def test_nothing_more_is_posted_after_a_stranger_has_joined_the_channel(house: House) -> None:
    trial = house.trial()
    house.morning(trial)
    settled(trial, SENT)
    # The functions are warm now: what they found out about the channel must not be remembered.
    members = [*house.local.slack.world()["channels"]]
    there = next(c["members"] for c in members if c["id"] == trial.channel)
    house.local.slack.change({"channels": {trial.channel: {"members": [*there, OUTSIDER]}}})
    house.morning(trial, NEXT_MORNING)
    eventually(lambda: trial.states()[slack(trial)] is State.REFUSED, "the post is refused")
    eventually(lambda: len(trial.mails()) == 5, "the mails arrive, and the lead hears of it")
    assert len(trial.posts()) == 1
    assert trial.delivery("slack").cause == "members_not_on_the_list: 1"


def test_nothing_is_posted_to_a_public_channel(house: House) -> None:
    trial = house.trial(private=False)
    house.morning(trial)
    settled(trial, State.REFUSED)
    eventually(lambda: trial.told_by_now(posts=0, mails=3), "two alerts, and a word to the lead")
    # Without `channels:read` the bot cannot even ask, and what it cannot ask it does not trust.
    assert trial.delivery("slack").cause == "missing_scope"


def test_an_email_server_that_asks_to_wait_gets_the_email_later_and_once(house: House) -> None:
    trial = house.trial()
    address = f"maria@{trial.id}.example"
    mail.refuse(house.local.mails, deferred=[address])
    house.morning(trial)
    settled(trial, SENT, maria=State.PLANNED)
    waiting = trial.delivery("email")
    assert waiting.not_before is not None
    assert waiting.not_before > datetime.now(UTC) + timedelta(seconds=30)
    assert waiting.failures == 0
    mail.refuse(house.local.mails)
    message = next(m for m in trial.planned() if m.delivery == waiting.delivery.id)
    # A minute passes, for the delivery and for everything on its route.
    house.change(waiting, not_before="2004-06-30T00:00:00.000000Z")
    house.free(waiting)
    house.queue_delivery(message)
    settled(trial, SENT)
    assert sorted(m.recipients for m in trial.mails()) == [
        (address,),
        (f"tom@{trial.id}.example",),
    ]


def test_a_missing_mailbox_is_a_permanent_refusal(house: House) -> None:
    trial, began = house.trial(), time.time()
    mail.refuse(house.local.mails, failing=[f"maria@{trial.id}.example"])
    house.morning(trial)
    wanted = {slack(trial): SENT, **ALL_SENT, "email:maria": State.REFUSED, "dm:maria": SENT}
    eventually(lambda: trial.states() == wanted, f"{wanted}, not {trial.states()}")
    assert trial.delivery("email").cause == "smtp_550"
    assert house.metrics("deliver", began)["Refused"] == 1
    assert trial.told_by_now(posts=1, mails=1)


def test_an_email_whose_answer_was_lost_is_sent_once_more_and_marked(house: House) -> None:
    trial = house.trial()
    mail.refuse(house.local.mails, silent=[f"maria@{trial.id}.example"])
    house.morning(trial)
    settled(trial, SENT, maria=State.UNKNOWN)
    mail.refuse(house.local.mails)
    house.sweep()
    settled(trial, SENT)
    marks = [
        m.header("X-Dealclock-Repeated")
        for m in trial.mails()
        if m.recipients == (f"maria@{trial.id}.example",)
    ]
    assert marks == ["", "possibly"]


@pytest.fixture(autouse=True)
def no_fault_is_left_over(house: House) -> None:
    """Each test begins with a Slack and a mail server that take everything."""
    house.local.slack.no_faults()
    mail.refuse(house.local.mails)
