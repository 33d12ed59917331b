"""EventBridge Scheduler's morning and afternoon: queue the deals with something to do today."""

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import boto3
from aws_lambda_powertools import Logger, Metrics
from aws_lambda_powertools.metrics import MetricUnit
from aws_lambda_powertools.utilities.typing import LambdaContext

from dealclock.store import Store
from dealclock.store.dynamodb import DynamoTable
from dealclock.usecases.plan.sweep import sweep
from dealclock.usecases.queues import SqsAssessQueue, SqsDeliveryQueue
from dealclock.usecases.services import Services
from dealclock.usecases.settings import SweepSettings

if TYPE_CHECKING:
    from functions.sweep.sweep_event import read_sweep
else:  # on Lambda this folder alone is on the path
    from sweep_event import read_sweep

logger = Logger()
metrics = Metrics()
settings = SweepSettings.load(os.environ)
_sqs = boto3.client("sqs")
services = Services(
    Store(DynamoTable(boto3.client("dynamodb"), settings.table)),
    lambda: datetime.now(UTC),
    assess=SqsAssessQueue(_sqs, settings.assess_queue),
    deliveries=SqsDeliveryQueue(_sqs, settings.delivery_queue),
)


@metrics.log_metrics
@logger.inject_lambda_context
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """Answer with the day swept, the deals queued and how many deliveries were queued again."""
    request = read_sweep(event, services.now())
    swept = sweep(request, context.aws_request_id, services)
    metrics.add_metric("DealsQueued", MetricUnit.Count, len(swept.queued))
    metrics.add_metric("DeliveriesQueuedAgain", MetricUnit.Count, swept.requeued)
    if not request.rehearsal:
        # The heartbeat: a rehearsal must not hide that a live sweep is missing.
        metrics.add_metric("SweepCompleted", MetricUnit.Count, 1)
    logger.info("swept", extra={"as_of": swept.as_of.isoformat(), "deals": len(swept.queued)})
    return {
        "as_of": swept.as_of.isoformat(),
        "sweep": context.aws_request_id,
        "queued": list(swept.queued),
        "requeued": swept.requeued,
    }
