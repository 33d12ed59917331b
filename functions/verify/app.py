"""The second engine, every 15 minutes: compute again what runs have stored."""

import os
from datetime import UTC, datetime, timedelta
from typing import Any

import boto3
from aws_lambda_powertools import Logger, Metrics
from aws_lambda_powertools.metrics import MetricUnit
from aws_lambda_powertools.utilities.typing import LambdaContext

from dealclock.jobs.operate.observe import observed
from dealclock.jobs.operate.verify import verify
from dealclock.jobs.settings import Settings
from dealclock.store.dynamodb import DynamoTable
from dealclock.store.verdicts import Verdicts

logger = Logger()
metrics = Metrics()
settings = Settings.load(os.environ)
store = Verdicts(DynamoTable(boto3.client("dynamodb"), settings.table))
_SHARE = 0.5  # of its time: no deal is begun after that


@observed(logger, metrics)
def handler(_: dict[str, Any], context: LambdaContext) -> dict[str, Any]:
    """Return how many deals were compared, how many differ, and how many could not be."""
    left = timedelta(milliseconds=context.get_remaining_time_in_millis())
    done = verify(store, lambda: datetime.now(UTC), left * _SHARE)
    for cause in done.failed:
        logger.error("not compared", extra={"cause": cause})
    if done.failed:
        metrics.add_metric("Failed", MetricUnit.Count, len(done.failed))
    logger.info("verified", extra={"compared": done.compared, "differing": done.differing})
    return {
        "compared": done.compared,
        "differing": done.differing,
        "failed": len(done.failed),
    }
