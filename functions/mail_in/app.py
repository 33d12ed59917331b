"""Mail that SES received, by way of a topic: replies to alerts, filed or answered."""

import os
from datetime import UTC, datetime
from typing import Any

import boto3
from aws_lambda_powertools import Logger, Metrics
from aws_lambda_powertools.metrics import MetricUnit
from aws_lambda_powertools.utilities.typing import LambdaContext

from dealclock.store import Store
from dealclock.store.dynamodb import DynamoTable
from dealclock.usecases.failures import told
from dealclock.usecases.mail_in.filing import Became, Office, file
from dealclock.usecases.mail_in.letter import LARGEST
from dealclock.usecases.mail_in.notification import Arrived, NotAMail
from dealclock.usecases.outlets import mailer
from dealclock.usecases.queues import SqsDeliveryQueue
from dealclock.usecases.settings import MailInSettings

logger = Logger()
metrics = Metrics()
settings = MailInSettings.load(os.environ)
s3 = boto3.client("s3")
office = Office(
    store=Store(DynamoTable(boto3.client("dynamodb"), settings.table)),
    queue=SqsDeliveryQueue(boto3.client("sqs"), settings.delivery_queue),
    mailer=mailer(settings),
    sender=settings.email_from,
    domain=settings.reply_domain,
)
_COUNTED: dict[Became, str] = {
    "filed": "MailFiled",
    "answered": "MailAnswered",
    "kept": "MailKept",
    "automatic": "MailAutomatic",
    "ignored": "MailIgnored",
}


def _content(arrived: Arrived) -> bytes:
    """The mail as it was received, one byte more than is read where it is longer."""
    action = arrived.receipt.action
    if action.bucket != settings.bucket:
        raise NotAMail("a notification names another bucket than this stack's; look at its rule.")
    body: bytes = s3.get_object(Bucket=action.bucket, Key=action.key)["Body"].read(LARGEST + 1)
    return body


@metrics.log_metrics
@logger.inject_lambda_context(log_event=False)  # whatever the environment says
def handler(event: dict[str, Any], _context: LambdaContext) -> None:
    """File each mail; one that cannot be handled fails the call, and AWS calls again."""
    for record in event["Records"]:
        try:
            arrived = Arrived.read(record["Sns"]["Message"])
            became = file(arrived, _content(arrived), office, datetime.now(UTC))
        except Exception as error:  # noqa: BLE001 - any other words might end in the log
            failed = told(error)
            metrics.add_metric("MailInFailed", MetricUnit.Count, 1)
            logger.error("failed", extra={"cause": str(failed)})
            raise failed from None
        metrics.add_metric(_COUNTED[became], MetricUnit.Count, 1)
        # Addresses and headers are in the event; none of that is for a log.
        logger.info("mail", extra={"mail": arrived.id, "became": became})
