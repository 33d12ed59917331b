"""SES's events, by way of a topic: what became of a mail, noted on its delivery."""

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import boto3
from aws_lambda_powertools import Logger, Metrics
from aws_lambda_powertools.metrics import MetricUnit
from aws_lambda_powertools.utilities.typing import LambdaContext

from dealclock.store import Store
from dealclock.store.dynamodb import DynamoTable
from dealclock.usecases.deliver.mail_events import note
from dealclock.usecases.operate.failures import without_data
from dealclock.usecases.queues import SqsDeliveryQueue
from dealclock.usecases.services import Services
from dealclock.usecases.settings import MailEventsSettings

if TYPE_CHECKING:
    from functions.mail_events.mail_event import read_mail_event
else:  # on Lambda this folder alone is on the path
    from mail_event import read_mail_event

logger = Logger()
metrics = Metrics()
settings = MailEventsSettings.load(os.environ)
services = Services(
    Store(DynamoTable(boto3.client("dynamodb"), settings.table)),
    lambda: datetime.now(UTC),
    deliveries=SqsDeliveryQueue(boto3.client("sqs"), settings.delivery_queue),
)


@metrics.log_metrics
@logger.inject_lambda_context
def handler(event: dict[str, Any], _context: LambdaContext) -> None:
    """Note each event; one that cannot be noted fails the call, and AWS calls again."""
    for record in event["Records"]:
        try:
            read = read_mail_event(record["Sns"]["Message"])
            noted = note(read, services.pinned())
        except Exception as error:  # noqa: BLE001 - any other words might end in the log
            failed = without_data(error)
            metrics.add_metric("MailEventFailed", MetricUnit.Count, 1)
            logger.error("failed", extra={"cause": str(failed)})
            raise failed from None
        metrics.add_metric("MailFailed" if noted == "refused" else "MailNoted", MetricUnit.Count, 1)
        # The mail's headers and addresses are in the event; none of that is for a log.
        logger.info("mail", extra={"delivery": read.mail, "event": read.kind, "noted": noted})
