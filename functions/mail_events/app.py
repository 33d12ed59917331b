"""SES events from a topic: record the outcome of an email on its delivery."""

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import boto3
from aws_lambda_powertools import Logger, Metrics
from aws_lambda_powertools.metrics import MetricUnit
from aws_lambda_powertools.utilities.typing import LambdaContext

from dealclock.jobs.deliver.mail_events import note
from dealclock.jobs.operate.failures import without_data
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
    Store(DynamoTable(boto3.client("dynamodb"), settings.table)),
    lambda: datetime.now(UTC),
    deliveries=SqsQueue(lambda: _sqs, settings.delivery_queue_url),
)


@metrics.log_metrics
@logger.inject_lambda_context
def handler(event: dict[str, Any], _context: LambdaContext) -> None:
    """Record each event; if one fails, the call fails and AWS retries."""
    for record in event["Records"]:
        try:
            mail_event = read_mail_event(record["Sns"]["Message"])
            noted = note(mail_event, services.pinned())
        except Exception as error:  # noqa: BLE001 - its text must not reach the log
            failed = without_data(error)
            metrics.add_metric("MailEventFailed", MetricUnit.Count, 1)
            logger.error("failed", extra={"cause": str(failed)})
            raise failed from None
        metrics.add_metric("MailFailed" if noted == "refused" else "MailNoted", MetricUnit.Count, 1)
        # The event also has headers and addresses, which must not be logged.
        logger.info(
            "mail", extra={"delivery": mail_event.mail, "event": mail_event.kind, "noted": noted}
        )
