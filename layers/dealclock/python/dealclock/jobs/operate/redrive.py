"""Redriving dead letters once their cause is fixed.

Each message is queued again before it is deleted from the dead letters, so that a failure in
between loses none. A duplicate does no harm, since a delivery is claimed once, a file is sent once,
and an assessment plans the same again. Sweeps and SES events have no queue: their function is
started again with the original event.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, get_args

from dealclock.errors import DealclockError
from dealclock.jobs.dead_letters import What
from dealclock.records import record

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient
    from mypy_boto3_sqs.type_defs import MessageTypeDef

EVERYTHING: tuple[What, ...] = get_args(What)
Start = Callable[[dict[str, Any]], Any]
_IN_HAND = 120  # seconds for which a received message is hidden from others


@record
class RedriveQueues:
    """The dead-letter queues of each kind, and the queue its messages came from.

    For a kind without a queue, `start` starts its function again with an event.
    """

    dead: Mapping[What, Sequence[str]]
    home: Mapping[What, str]
    start: Mapping[What, Start]


def redrive(what: What, queues: RedriveQueues, client: "SQSClient") -> tuple[int, Sequence[str]]:
    """Redrive every dead letter of a kind that was there at the start; how many, and why the others
    were not."""
    moved, left = 0, list[str]()
    for dead in queues.dead[what]:
        for message in _receive(client, dead):
            try:
                _redrive_one(message, what, queues, client)
            except (ValueError, DealclockError) as error:
                left.append(f"{message['MessageId']}: {error}")
                continue
            client.delete_message(QueueUrl=dead, ReceiptHandle=message["ReceiptHandle"])
            moved += 1
    return moved, left


def _receive(client: "SQSClient", dead: str) -> "Iterator[MessageTypeDef]":
    """Each message once: one that failed, or came back meanwhile, is not received again."""
    seen: set[str] = set()
    while True:
        received = client.receive_message(
            QueueUrl=dead,
            MaxNumberOfMessages=10,
            VisibilityTimeout=_IN_HAND,
            WaitTimeSeconds=1,
            MessageSystemAttributeNames=["All"],
            MessageAttributeNames=["All"],
        ).get("Messages", [])
        new = [message for message in received if message["MessageId"] not in seen]
        if not new:
            return
        seen |= {message["MessageId"] for message in new}
        yield from new


def _redrive_one(
    message: "MessageTypeDef", what: What, queues: RedriveQueues, client: "SQSClient"
) -> None:
    if start := queues.start.get(what):
        event = _event(message["Body"])
        if what == "sweeps":
            event = _of_a_sweep(event, message.get("MessageAttributes", {}))
        start(event)
        return
    group_fields: dict[str, Any] = {}
    group = message.get("Attributes", {}).get("MessageGroupId")
    if group is not None:
        # Its own id: within five minutes SQS would drop the message's first id as a duplicate.
        group_fields["MessageGroupId"] = group
        group_fields["MessageDeduplicationId"] = f"redrive-{message['MessageId']}"
    client.send_message(QueueUrl=queues.home[what], MessageBody=message["Body"], **group_fields)


def _event(body: str) -> dict[str, Any]:
    """The event of a call that failed or could not be made; raises ValueError.

    Lambda wraps the event in its report of the failure; the scheduler keeps it as it is.
    """
    try:
        content = json.loads(body)
        return dict(content.get("requestPayload", content))
    except (ValueError, TypeError, AttributeError):
        raise ValueError("it has no event; start the function by hand, then delete it") from None


def _of_a_sweep(event: dict[str, Any], attributes: Mapping[str, Any]) -> dict[str, Any]:
    if str(event.get("scheduled_time", "")).startswith("<"):
        event = {**event, "scheduled_time": attributes.get("SCHEDULED_TIME", {}).get("StringValue")}
    if not event.get("scheduled_time") or not event.get("slot"):
        raise ValueError("its event has no time or slot; start the scheduled check by hand")
    return event
