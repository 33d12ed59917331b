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
from dealclock.jobs.operate.observe import observed, one_work
from dealclock.jobs.outlets import Outlets, mailer, slack, slack_gap
from dealclock.jobs.queues import Deliver, SqsQueue, correlation_in, message_in
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
    Store(DynamoTable(boto3.client("dynamodb"), settings.table, settings.archive)),
    lambda: datetime.now(UTC),
    deliveries=SqsQueue(lambda: _sqs, settings.delivery_queue_url),
)
mail = mailer(settings)
# A fully failed batch is reported like any other: its messages are retried one by one.
processor = BatchProcessor(event_type=EventType.SQS, raise_on_entire_batch_failure=False)
# Refused, and someone still gets it: a direct message replaces a mention without a thread, and a
# person or channel that left the team is not to have it. No alarm counts these.
_EXPECTED = {NO_THREAD, *TEAM_CHANGED}


def _deliver(record: SQSRecord, outlets: Outlets) -> None:
    with one_work(logger, metrics, correlation_in(record.body), message_id=record.message_id):
        message = message_in(record.body, Deliver)
        state = deliver(message, replace(services, outlets=outlets))
        details = {"delivery": message.delivery, "day": message.day.isoformat(), "state": state}
        if state not in (State.REFUSED, State.UNKNOWN, State.WITHDRAWN):
            if state is State.SENT:
                metrics.add_metric("Sent", MetricUnit.Count, 1)
            logger.info("delivery", extra=details)
            return
        key = DeliveryKey(message.deal, message.day, message.delivery)
        ended = services.store.outbox.get(key)
        cause = ended.cause if ended else None
        if state is State.REFUSED and cause not in _EXPECTED:
            metrics.add_metric("Refused", MetricUnit.Count, 1)
        logger.warning("delivery", extra={**details, "cause": cause})


@observed(logger, metrics)
def handler(event: dict[str, Any], context: LambdaContext) -> Any:
    """Return the failed messages, so that only they are retried."""
    gap = slack_gap(settings)
    poster = slack(settings, _secret)
    outlets = Outlets(poster, mail, settings.email_from, gap, settings.web_url)
    return process_partial_response(event, partial(_deliver, outlets=outlets), processor, context)
