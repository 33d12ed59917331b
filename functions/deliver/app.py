"""The delivery queue: claim one delivery, render it, send it to Slack or by email."""

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

from dealclock.store import Store
from dealclock.usecases.deliver import deliver
from dealclock.usecases.messages import Deliver
from dealclock.usecases.outlets import outlets
from dealclock.usecases.queues import SqsDeliveryQueue
from dealclock.usecases.settings import DeliverSettings, SlackSecret

logger = Logger()
metrics = Metrics()
settings = DeliverSettings.load(os.environ)
_secret = SlackSecret.fetch(boto3.client("secretsmanager"), settings.slack_secret)
store = Store(boto3.client("dynamodb"), settings.table)
queue = SqsDeliveryQueue(boto3.client("sqs"), settings.delivery_queue)
channels = outlets(settings, _secret)
processor = BatchProcessor(event_type=EventType.SQS)


def _deliver(record: SQSRecord) -> None:
    message = Deliver.model_validate_json(record.body)
    state = deliver(message, store, channels, queue, lambda: datetime.now(UTC))
    metrics.add_metric(f"Delivery{state.title()}", MetricUnit.Count, 1)
    logger.info("delivery", extra={"delivery": message.delivery, "state": state})


@metrics.log_metrics
@logger.inject_lambda_context
def handler(event: dict[str, Any], context: LambdaContext) -> Any:
    """Answer with the messages that failed, so that only they come again."""
    return process_partial_response(event, _deliver, processor, context)
