"""The delivery queue: claim one delivery, render it, send it to Slack or by email."""

import os
from collections.abc import Callable, Mapping
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
from dealclock.channels import Sms
from dealclock.errors import DealclockError
from dealclock.jobs.deliver.deliver import deliver
from dealclock.jobs.deliver.fail_over import TEAM_CHANGED
from dealclock.jobs.deliver.threads import NO_THREAD
from dealclock.jobs.operate.observe import observed, one_work
from dealclock.jobs.outlets import Outlets, mailer, slack, slack_gap
from dealclock.jobs.queues import Deliver, SqsQueue, correlation_in, message_in
from dealclock.jobs.services import Services
from dealclock.jobs.settings import DeliverSettings, SlackSecrets
from dealclock.store import DeliveryKey, Store
from dealclock.store.dynamodb import DynamoTable

logger = Logger()
metrics = Metrics()
settings = DeliverSettings.load(os.environ)
_secrets = SlackSecrets(
    boto3.client("secretsmanager"), settings.slack_secret, lambda: datetime.now(UTC)
)
_secrets.current()  # until it is filled, the function does not start
_sqs = boto3.client("sqs")
services = Services(
    Store(DynamoTable(boto3.client("dynamodb"), settings.table, settings.archive)),
    lambda: datetime.now(UTC),
    deliveries=SqsQueue(lambda: _sqs, settings.delivery_queue_url),
)
mail = mailer(settings)
sms = Sms.in_aws(settings.sms_origination).send
# A fully failed batch is reported like any other: its messages are retried one by one.
processor = BatchProcessor(event_type=EventType.SQS, raise_on_entire_batch_failure=False)
TO_BEGIN = 30  # seconds of the function's time for a delivery; each call asks for its own again
# Refused, and someone still gets it: a direct message replaces a mention without a thread, and a
# person or channel that left the team is not to have it. No alarm counts these.
_EXPECTED = {NO_THREAD, *TEAM_CHANGED}


def _deliver(record: SQSRecord, outlets: Outlets, time_left: Callable[[], float]) -> None:
    with one_work(logger, metrics, correlation_in(record.body), message_id=record.message_id):
        message = message_in(record.body, Deliver)
        if time_left() < TO_BEGIN:
            services.deliveries.send(message)  # at once, for a worker that has the time
            return
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

    def time_left() -> float:
        return context.get_remaining_time_in_millis() / 1000

    gap = slack_gap(settings)
    poster = slack(settings, _secrets, time_left)
    outlets = Outlets(poster, mail, settings.email_from, gap, settings.web_url, sms)
    gravest_first = {**event, "Records": sorted(event["Records"], key=_rank)}
    work = partial(_deliver, outlets=outlets, time_left=time_left)
    return process_partial_response(gravest_first, work, processor, context)


def _rank(record: Mapping[str, Any]) -> int:
    """The rank of a queued message; 0 for one that cannot be read, which fails when it is tried."""
    try:
        return message_in(record["body"], Deliver).rank
    except (DealclockError, ValueError):
        return 0
