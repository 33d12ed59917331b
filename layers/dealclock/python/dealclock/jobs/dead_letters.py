"""The dead-letter queues: their names, addresses and number of messages."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient


Name = TypeVar("Name", bound=str)
What = Literal["assess", "deliveries", "files", "sweeps", "mails"]

QUEUE_NAMES: Mapping[What, tuple[str, ...]] = {
    "assess": ("AssessDeadLetters",),
    "deliveries": ("DeliveryDeadLetters",),
    "files": ("FileDeadLetters",),
    "sweeps": ("SweepFailures", "ScheduleDeadLetters"),
    "mails": ("MailEventFailures",),
}
"""The dead-letter queues of template.yaml, by their name in `dealclock redrive`."""


def list_queues(output: Callable[[str], str]) -> dict[What, tuple[str, ...]]:
    """The addresses of the queues, from the stack's outputs."""
    return {
        what: tuple(output(f"{name}Url") for name in names) for what, names in QUEUE_NAMES.items()
    }


def key_in(client: Any, key: str) -> str:
    """The state of a key, such as Enabled, Disabled or PendingDeletion."""
    return str(client.describe_key(KeyId=key)["KeyMetadata"]["KeyState"])


def count_messages(client: "SQSClient", queues: Mapping[Name, Sequence[str]]) -> dict[Name, int]:
    """The approximate number of messages in the queues of each name, including those in flight."""
    return {name: sum(_count(client, url) for url in urls) for name, urls in queues.items()}


def _count(client: "SQSClient", url: str) -> int:
    answer = client.get_queue_attributes(
        QueueUrl=url,
        AttributeNames=["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
    )
    return sum(int(number) for number in answer["Attributes"].values())
