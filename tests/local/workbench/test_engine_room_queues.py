"""The engine room's queues: how deep they are, what lies dead in them, and bringing it back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import boto3
import pytest
from moto import mock_aws

from dealclock.cli.connection import Connection
from dealclock.errors import NotFoundError
from dealclock.jobs.queues import AssessDeal, message_in
from dealclock.store import Store
from local.workbench.panes.engine_room import queues

WORK = ("AssessQueueUrl", "DeliveryQueueUrl", "FileQueueUrl")
DEAD = (
    *("AssessDeadLettersUrl", "DeliveryDeadLettersUrl", "FileDeadLettersUrl"),
    *("SweepFailuresUrl", "ScheduleDeadLettersUrl", "MailEventFailuresUrl"),
)


@dataclass
class Records:
    """What was put on record."""

    audited: list[tuple[str, object]] = field(default_factory=list)

    @property
    def archive(self) -> Records:
        """The one repository that is asked."""
        return self

    def audit(self, deal: None, what: str, by: str, at: object, detail: object) -> None:
        self.audited.append((what, detail))


@dataclass
class Room:
    client: Any
    connection: Connection
    records: Records

    def put(self, queue: str, body: str, **more: Any) -> None:
        url = self.connection.output(queue)
        fifo = {"MessageGroupId": "cedar", "MessageDeduplicationId": body[:20]}
        self.client.send_message(
            QueueUrl=url, MessageBody=body, **(fifo if url.endswith(".fifo") else {}), **more
        )

    def depth(self, title: str) -> queues.Depth:
        depths = {each.title: each for each in queues.depths(self.connection, self.client)}
        return depths[title]


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "testing")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "testing")
    with mock_aws():
        client: Any = boto3.client("sqs", "us-east-1")
        outputs = {}
        for output in (*WORK, *DEAD):
            ordered = output.startswith("Assess")
            name = f"{output}.fifo" if ordered else output
            more = {"Attributes": {"FifoQueue": "true"}} if ordered else {}
            outputs[output] = client.create_queue(QueueName=name, **more)["QueueUrl"]
        records = Records()
        connection = Connection(
            cast("Store", records), lambda _: {}, "tests", lambda _: client, outputs
        )
        yield Room(client, connection, records)


def test_every_queue_is_listed_those_of_work_first(room: Room) -> None:
    depths = queues.depths(room.connection, room.client)
    assert [each.what for each in depths] == [
        *(None, None, None),
        *("assess", "deliveries", "files", "sweeps", "mails"),
    ]
    assert all(each.total == 0 for each in depths)


def test_what_waits_is_in_flight_and_delayed_is_told_apart(room: Room) -> None:
    for body in ("1", "2", "3"):
        room.put("DeliveryQueueUrl", body)
    room.put("DeliveryQueueUrl", "4", DelaySeconds=60)
    room.client.receive_message(QueueUrl=room.connection.output("DeliveryQueueUrl"))
    depth = room.depth("Deliveries to be sent")
    assert (depth.waiting, depth.in_flight, depth.delayed, depth.total) == (2, 1, 1, 4)


def test_sweeps_that_failed_and_that_could_not_start_are_counted_together(room: Room) -> None:
    room.put("SweepFailuresUrl", "{}")
    room.put("ScheduleDeadLettersUrl", "{}")
    assert room.depth("Sweeps that failed or could not start").waiting == 2


def test_looking_at_dead_letters_leaves_them_there(room: Room) -> None:
    room.put("DeliveryDeadLettersUrl", json.dumps({"deal": "cedar", "day": "2004-06-30"}))
    for _ in range(2):
        [letter] = queues.letters(room.connection, room.client, "deliveries")
        assert letter.deal == "cedar"
    assert room.depth("Deliveries that could not be sent").waiting == 1


@pytest.mark.parametrize(
    ("body", "deal"),
    [
        ('{"kind":"proof","deal":"a"}', "a"),
        ('{"requestPayload":{"deal":"a"}}', "a"),
        ('{"requestPayload":{"detail":{}}}', ""),
        ("{spoilt", ""),
        ("[1]", ""),
        ('{"requestPayload":7}', ""),
    ],
)
def test_a_dead_letter_says_of_which_deal_it_is(body: str, deal: str) -> None:
    found = queues.letter({"Body": body, "Attributes": {"SentTimestamp": "1088596800000"}})
    assert (found.deal, found.sent.isoformat()) == (deal, "2004-06-30T12:00:00+00:00")
    assert found.body.replace(" ", "").replace("\n", "") == body


def test_dead_letters_are_brought_back_and_that_is_put_on_record(room: Room) -> None:
    room.put("DeliveryDeadLettersUrl", json.dumps({"deal": "cedar"}))
    done = queues.redrive_all(room.connection, "deliveries")
    assert (done["moved"], done["left"]) == (1, [])
    assert room.depth("Deliveries to be sent").waiting == 1
    assert room.depth("Deliveries that could not be sent").total == 0
    assert room.records.audited == [("redrove", {"what": "deliveries", "moved": 1, "left": 0})]


def test_a_deal_that_there_is_not_is_a_message_as_any_other(room: Room) -> None:
    queues.poison(room.connection, room.client)
    queues.poison(room.connection, room.client)  # not swallowed as the same
    assert room.depth("Deals to be assessed").waiting == 2
    [got] = room.client.receive_message(QueueUrl=room.connection.output("AssessQueueUrl"))[
        "Messages"
    ]
    assert message_in(got["Body"], AssessDeal).deal == "no-such-deal"


def test_a_kind_of_dead_letter_that_there_is_not_is_refused() -> None:
    assert queues.kind_of("sweeps") == "sweeps"
    with pytest.raises(NotFoundError, match="'sweep'; there are assess, deliveries"):
        queues.kind_of("sweep")
