"""The file queue: make one picture or document, and send it to the requester."""

import os
from datetime import UTC, datetime
from typing import Any

import boto3
from aws_lambda_powertools import Logger, Metrics
from aws_lambda_powertools.metrics import MetricUnit
from aws_lambda_powertools.utilities.batch import (
    BatchProcessor,
    EventType,
    process_partial_response,
)
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from aws_lambda_powertools.utilities.typing import LambdaContext

from dealclock.channels import Slack, SlackFiles, web_client
from dealclock.jobs.documents.make_file import FileResult, FileServices, make_file
from dealclock.jobs.operate.observe import observed, one_work
from dealclock.jobs.queues import MakeFile, SqsQueue, correlation_in, message_in
from dealclock.jobs.services import Services
from dealclock.jobs.settings import FilesSettings, SlackSecrets
from dealclock.store import Store
from dealclock.store.dynamodb import DynamoTable

logger = Logger()
metrics = Metrics()
settings = FilesSettings.load(os.environ)
_secrets = SlackSecrets(
    boto3.client("secretsmanager"), settings.slack_secret, lambda: datetime.now(UTC)
)
_slack = web_client(
    _secrets.current().bot_token, settings.slack_api_url, renewed=_secrets.renewed_token
)
_sqs = boto3.client("sqs")
desk = FileServices(
    services=Services(
        Store(DynamoTable(boto3.client("dynamodb"), settings.table, settings.archive)),
        lambda: datetime.now(UTC),
        files=SqsQueue(lambda: _sqs, settings.file_queue_url),
    ),
    files=SlackFiles(_slack),
    slack=Slack(_slack),
)
# A fully failed batch is reported like any other: its messages are retried one by one.
processor = BatchProcessor(event_type=EventType.SQS, raise_on_entire_batch_failure=False)


def _make(record: SQSRecord) -> None:
    with one_work(logger, metrics, correlation_in(record.body), message_id=record.message_id):
        message = message_in(record.body, MakeFile)
        ended = make_file(message, desk)
        if ended is FileResult.REFUSED:
            metrics.add_metric("Refused", MetricUnit.Count, 1)
        # Without the kind, which would reveal what was asked.
        logger.info("file", extra={"request": message.request, "ended": ended})


@observed(logger, metrics)
def handler(event: dict[str, Any], context: LambdaContext) -> Any:
    """Return the failed messages, so that only they are retried."""
    return process_partial_response(event, _make, processor, context)
