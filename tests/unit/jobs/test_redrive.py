"""Dead letters are redriven once each, none is lost on the way, and sweeps start again."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from dealclock.errors import DealclockError
from dealclock.jobs.dead_letters import count_messages
from dealclock.jobs.operate.redrive import RedriveQueues, redrive
from tests.contract.imitated import imitated

MORNING = {"scheduled_time": "2026-11-20T13:00:00Z", "slot": "morning"}


@dataclass
class Cloud:
    """The queues of a stack, and the sweeps started."""

    client: Any
    urls: dict[str, str]
    swept: list[dict[str, Any]] = field(default_factory=list)
    broken: bool = False

    @property
    def places(self) -> RedriveQueues:
        return RedriveQueues(
            dead={
                "assess": (self.urls["dead.fifo"],),
                "deliveries": (self.urls["dead"],),
                "sweeps": (self.urls["failed"], self.urls["unstarted"]),
                "mails": (self.urls["events"],),
            },
            home={"assess": self.urls["assess.fifo"], "deliveries": self.urls["deliver"]},
            start={"sweeps": self.sweep, "mails": self.sweep},
        )

    def put(self, queue: str, *bodies: str, **more: Any) -> None:
        for number, body in enumerate(bodies):
            fifo = {"MessageGroupId": "granite", "MessageDeduplicationId": f"first-{number}"}
            given = {**(fifo if queue.endswith(".fifo") else {}), **more}
            self.client.send_message(QueueUrl=self.urls[queue], MessageBody=body, **given)

    def sweep(self, event: dict[str, Any]) -> dict[str, Any]:
        if self.broken:
            raise DealclockError("the sweep failed: no such table")
        self.swept.append(event)
        return {}

    def held(self, queue: str) -> int:
        return count_messages(self.client, {queue: (self.urls[queue],)})[queue]

    def read(self, queue: str) -> list[dict[str, Any]]:
        result = self.client.receive_message(
            QueueUrl=self.urls[queue],
            MaxNumberOfMessages=10,
            MessageSystemAttributeNames=["All"],
        )
        found: list[dict[str, Any]] = result.get("Messages", [])
        return found


@pytest.fixture
def cloud(monkeypatch: pytest.MonkeyPatch) -> Iterator[Cloud]:
    with imitated("sqs") as client:
        urls = {}
        for name in (
            "dead.fifo",
            "assess.fifo",
            "dead",
            "deliver",
            "failed",
            "unstarted",
            "events",
        ):
            fifo = {"FifoQueue": "true"} if name.endswith(".fifo") else {}
            urls[name] = client.create_queue(QueueName=name, Attributes=fifo)["QueueUrl"]
        receive = client.receive_message
        # Nobody else puts anything in: there is nothing to wait for.
        monkeypatch.setattr(
            client, "receive_message", lambda **given: receive(**{**given, "WaitTimeSeconds": 0})
        )
        yield Cloud(client, urls)


def test_deals_return_to_their_queue_in_their_group_and_order(cloud: Cloud) -> None:
    cloud.put("dead.fifo", "one", "two", "three")
    moved, left = redrive("assess", cloud.places, cloud.client)
    assert (moved, [*left]) == (3, [])
    back = cloud.read("assess.fifo")
    assert [message["Body"] for message in back] == ["one", "two", "three"]
    assert {message["Attributes"]["MessageGroupId"] for message in back} == {"granite"}
    assert cloud.held("dead.fifo") == 0


def test_a_redriven_message_is_not_taken_for_its_first_delivery(cloud: Cloud) -> None:
    """Within five minutes the queue swallows what it has seen under the same name."""
    cloud.put("assess.fifo", "one")
    cloud.put("dead.fifo", "one")
    redrive("assess", cloud.places, cloud.client)
    assert cloud.held("assess.fifo") == 2


def test_more_deliveries_than_one_batch_are_all_redriven(cloud: Cloud) -> None:
    cloud.put("dead", *(f"delivery {n}" for n in range(23)))
    assert redrive("deliveries", cloud.places, cloud.client)[0] == 23
    assert (cloud.held("dead"), cloud.held("deliver")) == (0, 23)


def test_a_message_that_fails_on_the_way_back_is_not_lost(
    cloud: Cloud, monkeypatch: pytest.MonkeyPatch
) -> None:
    cloud.put("dead", "one", "two")
    send, sent = cloud.client.send_message, list[str]()

    def failing(**given: Any) -> Any:
        if sent:
            raise RuntimeError("the network is gone")
        sent.append(given["MessageBody"])
        return send(**given)

    monkeypatch.setattr(cloud.client, "send_message", failing)
    with pytest.raises(RuntimeError):
        redrive("deliveries", cloud.places, cloud.client)
    # The one that was sent is gone from the dead letters, the other still lies there.
    assert (cloud.held("dead"), cloud.held("deliver")) == (1, 1)


def test_a_message_is_sent_back_before_it_is_deleted(
    cloud: Cloud, monkeypatch: pytest.MonkeyPatch
) -> None:
    cloud.put("dead", "one")

    def failing(**_: Any) -> Any:
        raise RuntimeError("the process was ended here")

    monkeypatch.setattr(cloud.client, "delete_message", failing)
    with pytest.raises(RuntimeError):
        redrive("deliveries", cloud.places, cloud.client)
    assert (cloud.held("dead"), cloud.held("deliver")) == (1, 1)


def test_failed_and_unstarted_sweeps_are_started_with_their_own_event(
    cloud: Cloud,
) -> None:
    failed = {"requestContext": {"condition": "RetriesExhausted"}, "requestPayload": MORNING}
    cloud.put("failed", json.dumps(failed))
    unstarted = {**MORNING, "scheduled_time": "<aws.scheduler.scheduled-time>"}
    at = {"SCHEDULED_TIME": {"DataType": "String", "StringValue": "2026-11-20T21:00:00Z"}}
    cloud.put("unstarted", json.dumps(unstarted), MessageAttributes=at)
    assert redrive("sweeps", cloud.places, cloud.client)[0] == 2
    assert cloud.swept == [MORNING, {**MORNING, "scheduled_time": "2026-11-20T21:00:00Z"}]
    assert (cloud.held("failed"), cloud.held("unstarted")) == (0, 0)


@pytest.mark.parametrize("body", ["{canary", "[]", '"word"', "7", "{}", '{"slot": "morning"}'])
def test_a_message_without_an_event_is_left_and_reported_without_its_content(
    cloud: Cloud, body: str
) -> None:
    cloud.put("failed", body)
    cloud.put("failed", json.dumps({"requestPayload": MORNING}))
    moved, left = redrive("sweeps", cloud.places, cloud.client)
    assert (moved, len(left)) == (1, 1)
    assert "by hand" in left[0]
    assert "canary" not in left[0]
    assert cloud.held("failed") == 1


def test_an_ses_event_is_processed_again(cloud: Cloud) -> None:
    event = {"Records": [{"Sns": {"Message": "{}"}}]}
    cloud.put("events", json.dumps({"requestPayload": event}))
    assert redrive("mails", cloud.places, cloud.client)[0] == 1
    assert (cloud.swept, cloud.held("events")) == ([event], 0)


def test_a_sweep_that_fails_again_stays_in_the_dead_letters(cloud: Cloud) -> None:
    cloud.put("failed", json.dumps({"requestPayload": MORNING}))
    cloud.broken = True
    moved, left = redrive("sweeps", cloud.places, cloud.client)
    assert (moved, cloud.held("failed")) == (0, 1)
    assert "no such table" in left[0]
