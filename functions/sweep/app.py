"""The scheduled check, each morning and afternoon: queue the deals with work due today."""

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import boto3
from aws_lambda_powertools import Logger, Metrics
from aws_lambda_powertools.metrics import MetricUnit
from aws_lambda_powertools.utilities.typing import LambdaContext

from dealclock.jobs.operate.observe import observed
from dealclock.jobs.plan.sweep import sweep
from dealclock.jobs.queues import SqsQueue
from dealclock.jobs.services import Services
from dealclock.jobs.settings import SweepSettings
from dealclock.store import Store
from dealclock.store.dynamodb import DynamoTable

if TYPE_CHECKING:
    from functions.sweep.sweep_event import read_sweep
else:  # on Lambda only this folder is on the path
    from sweep_event import read_sweep

logger = Logger()
metrics = Metrics()
settings = SweepSettings.load(os.environ)
_sqs = boto3.client("sqs")
services = Services(
    Store(DynamoTable(boto3.client("dynamodb"), settings.table, settings.archive)),
    lambda: datetime.now(UTC),
    assess=SqsQueue(lambda: _sqs, settings.assess_queue_url),
    deliveries=SqsQueue(lambda: _sqs, settings.delivery_queue_url),
)


@observed(logger, metrics)
def handler(event: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """Return the day checked, the deals queued and the number of deliveries queued again."""
    request = read_sweep(event, services.now())
    queued, requeued = sweep(request, context.aws_request_id, services)
    metrics.add_metric("DealsQueued", MetricUnit.Count, len(queued))
    counts = {"slot": request.slot, "deals": len(queued), "queued_again": requeued}
    logger.info("swept", extra={"as_of": request.as_of.isoformat(), **counts})
    return {
        "as_of": request.as_of.isoformat(),
        "sweep": context.aws_request_id,
        "queued": list(queued),
        "requeued": requeued,
    }
