"""SES events from a topic: record the outcome of an email on its delivery."""

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import boto3
from aws_lambda_powertools import Logger, Metrics
from aws_lambda_powertools.metrics import MetricUnit
from aws_lambda_powertools.utilities.typing import LambdaContext

from dealclock.jobs.deliver.mail_events import note
from dealclock.jobs.operate.observe import observed, one_work
from dealclock.jobs.queues import SqsQueue
from dealclock.jobs.services import Services
from dealclock.jobs.settings import MailEventsSettings
from dealclock.store import Store
from dealclock.store.dynamodb import DynamoTable

if TYPE_CHECKING:
    from functions.mail_events.mail_event import read_mail_event
else:  # on Lambda only this folder is on the path
    from mail_event import read_mail_event

logger = Logger()
metrics = Metrics()
settings = MailEventsSettings.load(os.environ)
_sqs = boto3.client("sqs")
services = Services(
    Store(DynamoTable(boto3.client("dynamodb"), settings.table, settings.archive)),
    lambda: datetime.now(UTC),
    deliveries=SqsQueue(lambda: _sqs, settings.delivery_queue_url),
)


@observed(logger, metrics)
def handler(event: dict[str, Any], _context: LambdaContext) -> None:
    """Record each event; if one fails, the call fails and AWS retries."""
    for record in event["Records"]:
        with one_work(logger, metrics):
            mail_event = read_mail_event(record["Sns"]["Message"])
            noted = note(mail_event, services.pinned())
            if noted == "refused":
                metrics.add_metric("Refused", MetricUnit.Count, 1)
            # The event also has headers and addresses, which must not be logged.
            said = {"delivery": mail_event.mail, "event": mail_event.kind, "noted": noted}
            logger.info("mail", extra=said)
