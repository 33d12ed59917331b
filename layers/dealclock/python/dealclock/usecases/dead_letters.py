"""The dead letters of the queues: how many there are."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient


Name = TypeVar("Name", bound=str)


def counted(client: "SQSClient", queues: Mapping[Name, Sequence[str]]) -> dict[Name, int]:
    """About how many messages the queues of each name hold; those in hand count too."""
    return {name: sum(_count(client, url) for url in urls) for name, urls in queues.items()}


def _count(client: "SQSClient", url: str) -> int:
    told = client.get_queue_attributes(
        QueueUrl=url,
        AttributeNames=["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
    )
    return sum(int(number) for number in told["Attributes"].values())
