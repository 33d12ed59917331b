"""The delivery queue: claim one delivery, render it, send it to Slack or by email."""

import os
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
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

from dealclock.alerts.outcome import State
from dealclock.jobs.deliver.deliver import deliver
from dealclock.jobs.deliver.fail_over import TEAM_CHANGED
from dealclock.jobs.deliver.threads import NO_THREAD
from dealclock.jobs.operate.failures import without_data
from dealclock.jobs.outlets import Outlets, mailer, slack, slack_gap
from dealclock.jobs.queues import Deliver, SqsQueue, message_in
from dealclock.jobs.services import Services
from dealclock.jobs.settings import DeliverSettings, SlackSecret
from dealclock.store import DeliveryKey, Store
from dealclock.store.dynamodb import DynamoTable

logger = Logger()
metrics = Metrics()
settings = DeliverSettings.load(os.environ)
_secret = SlackSecret.fetch(boto3.client("secretsmanager"), settings.slack_secret)
_sqs = boto3.client("sqs")
services = Services(
    Store(DynamoTable(boto3.client("dynamodb"), settings.table)),
    lambda: datetime.now(UTC),
    deliveries=SqsQueue(lambda: _sqs, settings.delivery_queue_url),
)
mail = mailer(settings)
# A fully failed batch is reported like any other: its messages are retried one by one.
processor = BatchProcessor(event_type=EventType.SQS, raise_on_entire_batch_failure=False)
_METRICS = {
    State.PLANNED: "DeliveryDeferred",
    State.CLAIMED: "DeliveryDeferred",
    State.SENT: "DeliverySent",
    State.REFUSED: "DeliveryRefused",
    State.UNKNOWN: "DeliveryUnknown",
    State.WITHDRAWN: "DeliveryWithdrawn",
}
# Refused because its person or channel left the team: no alarm counts it.
_TEAM_CHANGED = "DeliveryRemoved"


def _deliver(record: SQSRecord, outlets: Outlets) -> None:
    try:
        message = message_in(record.body, Deliver)
        state = deliver(message, replace(services, outlets=outlets))
    except Exception as error:  # noqa: BLE001 - its text must not reach the log
        failed = without_data(error)
        metrics.add_metric("DeliveryFailed", MetricUnit.Count, 1)
        logger.error("failed", extra={"message_id": record.message_id, "cause": str(failed)})
        raise failed from None
    ended = None
    if state in (State.REFUSED, State.UNKNOWN, State.WITHDRAWN):
        ended = services.store.outbox.get(DeliveryKey(message.deal, message.day, message.delivery))
    cause = ended.cause if ended else None
    changed = state is State.REFUSED and cause in TEAM_CHANGED
    # A mention without a thread is not a failure: a direct message is sent instead.
    metric = _METRICS[State.WITHDRAWN if cause == NO_THREAD else state]
    metrics.add_metric(_TEAM_CHANGED if changed else metric, MetricUnit.Count, 1)
    details = {"delivery": message.delivery, "day": message.day.isoformat(), "state": state}
    if state in (State.REFUSED, State.UNKNOWN, State.WITHDRAWN):
        logger.warning("delivery", extra={**details, "cause": cause})
    else:
        logger.info("delivery", extra=details)


@metrics.log_metrics
@logger.inject_lambda_context
def handler(event: dict[str, Any], context: LambdaContext) -> Any:
    """Return the failed messages, so that only they are retried."""
    gap = slack_gap(settings)
    poster = slack(settings, _secret)
    outlets = Outlets(poster, mail, settings.email_from, gap, settings.web_url)
    return process_partial_response(event, partial(_deliver, outlets=outlets), processor, context)
