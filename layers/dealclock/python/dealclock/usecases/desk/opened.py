"""The desk as a function opens it: on the table, the queues and Slack of its settings."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from dealclock.channels import Screens, Slack, screens, web_client
from dealclock.channels.askers import Askers
from dealclock.store import Store
from dealclock.store.table import Table
from dealclock.usecases.desk.interactions.hands import Hands
from dealclock.usecases.desk.reception import Reception
from dealclock.usecases.desk.verb import Desk
from dealclock.usecases.messages import AssessDeal, Deliver, MakeFile
from dealclock.usecases.queues import SqsAssessQueue, SqsDeliveryQueue, SqsFileQueue
from dealclock.usecases.settings import DeskSettings

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient


class _Deals:
    """The queue of deals. Its client is made by the first message: most requests send none."""

    def __init__(self, client: "Callable[[], SQSClient]", url: str) -> None:
        self._client, self._url = client, url

    def send(self, message: AssessDeal) -> None:
        SqsAssessQueue(self._client(), self._url).send(message)


class _Deliveries:
    """The queue of deliveries, as above."""

    def __init__(self, client: "Callable[[], SQSClient]", url: str) -> None:
        self._client, self._url = client, url

    def send(self, message: Deliver, delay: int = 0) -> None:
        SqsDeliveryQueue(self._client(), self._url).send(message, delay)


class _Files:
    """The queue of files, as above."""

    def __init__(self, client: "Callable[[], SQSClient]", url: str) -> None:
        self._client, self._url = client, url

    def send(self, message: MakeFile, delay: int = 0) -> None:
        SqsFileQueue(self._client(), self._url).send(message, delay)


def opened(
    settings: DeskSettings,
    token: str,
    table: Table,
    queues: "Callable[[], SQSClient]",
    failed: Callable[[Exception], str],
) -> Reception:
    """The desk, ready to take requests. `queues` is asked for its client before each message."""
    slack = web_client(token, settings.slack_api_url, screens.TIMEOUT)
    screen = Screens(slack)
    deals = _Deals(queues, settings.assess_queue)
    desk = Desk(
        Store(table),
        members=Askers(slack),
        assess=deals,
        open=screen.open,
        files=_Files(queues, settings.file_queue),
        web=settings.web_url,
        sharer=Slack(slack),
    )
    return Reception(
        Hands(desk, deals, _Deliveries(queues, settings.delivery_queue), screen), failed
    )
