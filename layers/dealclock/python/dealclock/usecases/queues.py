"""The queues as they are in AWS: SQS, first-in-first-out by deal for assessing."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dealclock.usecases.messages import AssessDeal, Deliver, MakeFile, body_of

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient

LONGEST_DELAY = 900  # seconds; SQS allows no more


class SqsAssessQueue:
    """The FIFO queue of deals; a deal of one sweep is queued once."""

    def __init__(self, client: "SQSClient", url: str) -> None:
        self._client, self._url = client, url

    def send(self, message: AssessDeal) -> None:
        """Queue one deal."""
        self._client.send_message(
            QueueUrl=self._url,
            MessageBody=body_of(message),
            MessageGroupId=message.deal,
            MessageDeduplicationId=f"{message.sweep}-{message.deal}"[:128],
        )


class SqsDeliveryQueue:
    """The queue of deliveries."""

    def __init__(self, client: "SQSClient", url: str) -> None:
        self._client, self._url = client, url

    def send(self, message: Deliver, delay: int = 0) -> None:
        """Queue one delivery, to be seen after `delay` seconds, at most LONGEST_DELAY."""
        self._client.send_message(
            QueueUrl=self._url,
            MessageBody=body_of(message),
            DelaySeconds=min(delay, LONGEST_DELAY),
        )


class SqsFileQueue:
    """The queue of files to make."""

    def __init__(self, client: "SQSClient", url: str) -> None:
        self._client, self._url = client, url

    def send(self, message: MakeFile, delay: int = 0) -> None:
        """Queue one file, to be made after `delay` seconds, at most LONGEST_DELAY."""
        self._client.send_message(
            QueueUrl=self._url,
            MessageBody=body_of(message),
            DelaySeconds=min(delay, LONGEST_DELAY),
        )


class LazyQueue:
    """A queue that is made, with its client, by its first message: most requests send none."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make

    def send(self, message: Any, delay: int = 0) -> None:
        """Queue one message, to be seen after `delay` seconds, at most LONGEST_DELAY."""
        queue = self._make()
        if delay:
            queue.send(message, delay)
        else:
            queue.send(message)
