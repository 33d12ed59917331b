"""Work that failed for good: the dead-letter queues, and how many messages each holds."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeVar

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient


Name = TypeVar("Name", bound=str)
What = Literal["assess", "deliveries", "files", "sweeps", "mails"]

KEPT: Mapping[What, tuple[str, ...]] = {
    "assess": ("AssessDeadLetters",),
    "deliveries": ("DeliveryDeadLetters",),
    "files": ("FileDeadLetters",),
    "sweeps": ("SweepFailures", "ScheduleDeadLetters"),
    "mails": ("MailEventFailures",),
}
"""The queues of template.yaml in which it is kept, by what `dealclock redrive` calls it."""


def kept(output: Callable[[str], str]) -> dict[What, tuple[str, ...]]:
    """The addresses of the dead-letter queues, from the stack's outputs."""
    return {what: tuple(output(f"{name}Url") for name in names) for what, names in KEPT.items()}


def counted(client: "SQSClient", queues: Mapping[Name, Sequence[str]]) -> dict[Name, int]:
    """The approximate number of messages in the queues of each name, those in flight included."""
    return {name: sum(_count(client, url) for url in urls) for name, urls in queues.items()}


def _count(client: "SQSClient", url: str) -> int:
    told = client.get_queue_attributes(
        QueueUrl=url,
        AttributeNames=["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
    )
    return sum(int(number) for number in told["Attributes"].values())
