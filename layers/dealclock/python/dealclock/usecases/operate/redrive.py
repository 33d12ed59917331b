"""Bringing dead letters back to work, once their cause is mended.

Each message is given back before it is taken out of the dead letters, so that none is lost when
anything fails in between; what is then there twice does nothing twice, since a delivery is claimed
once, a file is sent once, and an assessment plans the same again. Sweeps and what SES said of mails
have no queue to go back to: their function is started again with the event it had.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, get_args

from dealclock.errors import DealclockError
from dealclock.usecases.dead_letters import What

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient
    from mypy_boto3_sqs.type_defs import MessageTypeDef

EVERYTHING: tuple[What, ...] = get_args(What)
Start = Callable[[dict[str, Any]], Any]
_IN_HAND = 120  # seconds for which a message taken is hidden from others


@dataclass(frozen=True, slots=True)
class Places:
    """Where each kind of dead letter lies, and the queue it came from.

    Of what came from none, `start` starts its function again with an event.
    """

    dead: Mapping[What, Sequence[str]]
    home: Mapping[What, str]
    start: Mapping[What, Start]


@dataclass(frozen=True, slots=True)
class RedriveResult:
    """How many of one kind were brought back, and why others were left where they are."""

    what: What
    moved: int
    left: tuple[str, ...]


def redrive(what: What, places: Places, client: "SQSClient") -> RedriveResult:
    """Bring back every dead letter of a kind that was there at the start."""
    moved, left = 0, list[str]()
    for dead in places.dead[what]:
        for message in _taken(client, dead):
            try:
                _bring_back(message, what, places, client)
            except (ValueError, DealclockError) as error:
                left.append(f"{message['MessageId']}: {error}")
                continue
            client.delete_message(QueueUrl=dead, ReceiptHandle=message["ReceiptHandle"])
            moved += 1
    return RedriveResult(what, moved, tuple(left))


def _taken(client: "SQSClient", dead: str) -> "Iterator[MessageTypeDef]":
    """Each message once: what was left, or came back meanwhile, is not taken again."""
    seen: set[str] = set()
    while True:
        got = client.receive_message(
            QueueUrl=dead,
            MaxNumberOfMessages=10,
            VisibilityTimeout=_IN_HAND,
            WaitTimeSeconds=1,
            MessageSystemAttributeNames=["All"],
            MessageAttributeNames=["All"],
        ).get("Messages", [])
        new = [message for message in got if message["MessageId"] not in seen]
        if not new:
            return
        seen |= {message["MessageId"] for message in new}
        yield from new


def _bring_back(message: "MessageTypeDef", what: What, places: Places, client: "SQSClient") -> None:
    if start := places.start.get(what):
        event = _event(message["Body"])
        if what == "sweeps":
            event = _of_a_sweep(event, message.get("MessageAttributes", {}))
        start(event)
        return
    given: dict[str, Any] = {}
    group = message.get("Attributes", {}).get("MessageGroupId")
    if group is not None:
        # A name of its own: the message's first would be swallowed within five minutes of it.
        given["MessageGroupId"] = group
        given["MessageDeduplicationId"] = f"redrive-{message['MessageId']}"
    client.send_message(QueueUrl=places.home[what], MessageBody=message["Body"], **given)


def _event(body: str) -> dict[str, Any]:
    """The event of a call that failed or could not be made; raises ValueError.

    Lambda keeps the event within what it says of the failure; the scheduler keeps it as it is.
    """
    try:
        kept = json.loads(body)
        return dict(kept.get("requestPayload", kept))
    except (ValueError, TypeError, AttributeError):
        raise ValueError("it has no event; start the function by hand, then delete it") from None


def _of_a_sweep(event: dict[str, Any], attributes: Mapping[str, Any]) -> dict[str, Any]:
    if str(event.get("scheduled_time", "")).startswith("<"):
        event = {**event, "scheduled_time": attributes.get("SCHEDULED_TIME", {}).get("StringValue")}
    if not event.get("scheduled_time") or not event.get("slot"):
        raise ValueError("its event has no time or slot; start the scheduled check by hand")
    return event
