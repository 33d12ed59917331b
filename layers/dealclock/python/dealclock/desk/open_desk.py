"""Build the desk of a function from its settings: table, queues and Slack."""

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from dealclock.channels import Screens, Slack, screens, web_client
from dealclock.channels.membership import MembershipCheck
from dealclock.desk.interactions.services import DeskServices
from dealclock.desk.slack_handler import SlackHandler
from dealclock.desk.verb import Desk
from dealclock.jobs.queues import SqsQueue
from dealclock.jobs.services import Services
from dealclock.jobs.settings import DeskSettings, SlackSecrets
from dealclock.store import Store
from dealclock.store.table import Table

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient


def open_desk(
    settings: DeskSettings,
    secrets: SlackSecrets,
    table: Table,
    queues: "Callable[[], SQSClient]",
    clock: Callable[[], datetime],
    failed: Callable[[Exception], str],
) -> SlackHandler:
    """The desk's handler of requests. `queues` is called for a client before each message."""
    token, renewed = secrets.current().bot_token, secrets.renewed_token
    slack = web_client(token, settings.slack_api_url, screens.TIMEOUT, renewed=renewed)
    screen = Screens(slack)
    services = Services(
        Store(table),
        clock,
        assess=SqsQueue(queues, settings.assess_queue_url),
        deliveries=SqsQueue(queues, settings.delivery_queue_url),
        files=SqsQueue(queues, settings.file_queue_url),
    )
    desk = Desk(
        services,
        members=MembershipCheck(slack),
        open=screen.open,
        web=settings.web_url,
        sharer=Slack(slack),
    )
    return SlackHandler(DeskServices(desk, screen), failed)
