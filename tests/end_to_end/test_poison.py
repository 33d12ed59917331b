"""A message that always fails ends in the dead letters of its queue, and delays no other."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dealclock.alerts.outcome import State
from dealclock.jobs.dead_letters import What, count_messages
from dealclock.jobs.operate.redrive import RedriveQueues, redrive
from dealclock.jobs.queues import AssessDeal
from local.stack import Stack
from tests.end_to_end.house import House
from tests.waiting import eventually

CANARY = "canary-2f8d"  # is in the failing message, and must be in no log
# Not JSON; not a message of that queue; well formed, but of nothing there is.
POISON = {
    "assess": [
        f"{{{CANARY}",
        json.dumps({"deal": CANARY, "as_of": "2004-06-30"}),
        AssessDeal.model_validate(
            {
                "deal": "no-such-deal",
                "as_of": "2004-06-30",
                "known_at": "2004-06-30T12:00:00Z",
                "slot": "morning",
                "sweep": "test",
            }
        ).model_dump_json(),
    ],
    "delivery": [
        f"{{{CANARY}",
        json.dumps({"deal": 7, "day": CANARY, "delivery": None}),
        json.dumps({"deal": "no-such-deal", "day": "2004-06-30", "delivery": "none"}),
    ],
}
ENOUGH = 60  # seconds
HIDDEN = 6  # seconds; a cold worker on a busy machine takes some, and must not be overtaken


@dataclass(frozen=True)
class Queue:
    """A queue with its dead letters."""

    client: Any
    url: str
    dead: str

    def send(self, body: str, group: str, number: int) -> None:
        fifo = {"MessageGroupId": group, "MessageDeduplicationId": f"{group}-{number}"}
        self.client.send_message(
            QueueUrl=self.url, MessageBody=body, **(fifo if self.url.endswith(".fifo") else {})
        )

    def send_at_once(self, bodies: list[str], group: str) -> None:
        """Messages of one group, there together before any of them is taken."""
        entries: list[Any] = [
            {
                "Id": str(number),
                "MessageBody": body,
                "MessageGroupId": group,
                "MessageDeduplicationId": f"{group}-together-{number}",
            }
            for number, body in enumerate(bodies)
        ]
        sent = self.client.send_message_batch(QueueUrl=self.url, Entries=entries)
        assert len(sent["Successful"]) == len(bodies)

    def dead_letters(self) -> list[str]:
        """What is in the dead letters; taken out of them."""
        result = self.client.receive_message(QueueUrl=self.dead, MaxNumberOfMessages=10)
        found = result.get("Messages", [])
        for message in found:
            self.client.delete_message(QueueUrl=self.dead, ReceiptHandle=message["ReceiptHandle"])
        return [message["Body"] for message in found]

    def is_empty(self) -> bool:
        """Nothing waits and nothing is being worked on."""
        return not any(self._counted("", "NotVisible"))

    def _counted(self, *which: str) -> list[int]:
        names: Any = [f"ApproximateNumberOfMessages{each}" for each in which]
        asked = self.client.get_queue_attributes(QueueUrl=self.url, AttributeNames=names)
        return [int(number) for number in asked["Attributes"].values()]


@contextlib.contextmanager
def impatient(stack: Stack, url: str) -> Iterator[Queue]:
    """A queue that gives a message twice in a few seconds, and not five times in half an hour."""
    client = stack.client("sqs")
    names = ["VisibilityTimeout", "RedrivePolicy"]
    own = client.get_queue_attributes(QueueUrl=url, AttributeNames=names)["Attributes"]
    redrive = json.loads(own["RedrivePolicy"])
    dead = redrive["deadLetterTargetArn"].rpartition(":")[2]
    hasty = {
        "VisibilityTimeout": str(HIDDEN),
        "RedrivePolicy": json.dumps({**redrive, "maxReceiveCount": 2}),
    }
    client.set_queue_attributes(QueueUrl=url, Attributes=hasty)
    try:
        yield Queue(client, url, client.get_queue_url(QueueName=dead)["QueueUrl"])
    finally:
        client.set_queue_attributes(QueueUrl=url, Attributes=own)


def test_a_failing_deal_ends_in_the_dead_letters_and_all_others_are_assessed(
    house: House,
) -> None:
    beside, behind = house.trial(), house.trial()
    with impatient(house.local.stack, house.local.stack.assess_queue_url) as queue:
        # Of one deal and there together: were the good one taken with the poison each time, it
        # would go where the poison goes.
        queue.send_at_once([POISON["assess"][0], behind.asked().model_dump_json()], behind.id)
        for number, body in enumerate(POISON["assess"][1:]):
            queue.send(body, f"poison-{number}", 0)
        queue.send(beside.asked().model_dump_json(), beside.id, 0)
        eventually(lambda: len(beside.posts()) == 1, "one beside the poison does not wait", ENOUGH)
        assert collected(queue, 3) == sorted(POISON["assess"])
        eventually(lambda: len(behind.posts()) == 1, "one behind it comes through after it", ENOUGH)
        eventually(queue.is_empty, "nothing is left in the queue", ENOUGH)
    assert_untold(house)


def test_a_failing_delivery_ends_in_the_dead_letters_and_the_others_arrive(
    house: House,
) -> None:
    trial = house.trial()
    good = trial.planned()
    with impatient(house.local.stack, house.local.stack.delivery_queue_url) as queue:
        for body in [POISON["delivery"][0], *(m.model_dump_json() for m in good)]:
            queue.send(body, "", 0)
        for body in POISON["delivery"][1:]:
            queue.send(body, "", 0)
        eventually(lambda: trial.told_by_now(posts=1, mails=2), "the good ones arrive")
        assert collected(queue, 3) == sorted(POISON["delivery"])
        eventually(queue.is_empty, "nothing is left in the queue")
    eventually(lambda: set(trial.states().values()) == {State.SENT}, "and are known to have")
    assert_untold(house)


def test_a_failing_deal_is_redriven_once_its_cause_is_fixed(
    house: House,
) -> None:
    """Its terms are spoilt in the table; the others are alerted meanwhile; repaired, it is too."""
    spoilt, beside = house.trial(), house.trial()
    terms = house.spoil_terms(spoilt.id)
    stack = house.local.stack
    dead = (stack.outputs["AssessDeadLettersUrl"],)
    client = stack.client("sqs")
    with impatient(stack, stack.assess_queue_url) as queue:
        queue.send(spoilt.asked().model_dump_json(), spoilt.id, 0)
        queue.send(beside.asked().model_dump_json(), beside.id, 0)
        eventually(lambda: len(beside.posts()) == 1, "the other deal is told", ENOUGH)
        held: dict[What, tuple[str, ...]] = {"assess": dead}
        eventually(lambda: count_messages(client, held) == {"assess": 1}, "a dead letter", ENOUGH)
    assert spoilt.posts() == []
    house.mend_terms(spoilt.id, terms)
    places = RedriveQueues(dead=held, home={"assess": stack.assess_queue_url}, start={})
    for moved in (1, 0):
        assert redrive("assess", places, client)[0] == moved
    eventually(lambda: spoilt.told_by_now(posts=1, mails=2), "it is told after all", ENOUGH)
    eventually(lambda: set(spoilt.states().values()) == {State.SENT}, "and known to be")
    # Brought back once more, it plans and says nothing twice.
    queue.send(spoilt.asked().model_dump_json(), spoilt.id, 1)
    eventually(queue.is_empty, "the repetition is through", ENOUGH)
    assert spoilt.told_by_now(posts=1, mails=2)


def collected(queue: Queue, wanted: int) -> list[str]:
    """That many dead letters, in order of their text."""
    found: list[str] = []

    def more() -> bool:
        found.extend(queue.dead_letters())
        return len(found) >= wanted

    eventually(more, f"{wanted} dead letters", ENOUGH)
    return sorted(found)


def assert_untold(house: House) -> None:
    """What failed is told, what it held is not."""
    lines = [line for _, line in house.logs()]
    assert any('"message":"failed"' in line for line in lines)
    items = [line for line in lines if CANARY in line]
    assert not items, "\n".join(items)
