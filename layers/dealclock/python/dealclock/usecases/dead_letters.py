"""What failed for good and is kept: in which queues, and how much of it there is."""

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
    """The addresses of those queues, by the stack's outputs."""
    return {what: tuple(output(f"{name}Url") for name in names) for what, names in KEPT.items()}


def counted(client: "SQSClient", queues: Mapping[Name, Sequence[str]]) -> dict[Name, int]:
    """About how many messages the queues of each name hold; those in hand count too."""
    return {name: sum(_count(client, url) for url in urls) for name, urls in queues.items()}


def _count(client: "SQSClient", url: str) -> int:
    told = client.get_queue_attributes(
        QueueUrl=url,
        AttributeNames=["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
    )
    return sum(int(number) for number in told["Attributes"].values())
