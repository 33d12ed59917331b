"""The schedule's every 15 minutes: look at everything, take up what was left behind, and say so."""

import os
from datetime import UTC, datetime
from typing import Any

import boto3
from aws_lambda_powertools import Logger, Metrics
from aws_lambda_powertools.metrics import MetricUnit
from aws_lambda_powertools.utilities.typing import LambdaContext

from dealclock.alerts.health_findings import Check
from dealclock.store import Store
from dealclock.store.dynamodb import DynamoTable
from dealclock.usecases.dead_letters import count_messages
from dealclock.usecases.operate.watch import watch
from dealclock.usecases.queues import SqsAssessQueue, SqsDeliveryQueue
from dealclock.usecases.services import Services
from dealclock.usecases.settings import WatchdogSettings

logger = Logger()
metrics = Metrics()
settings = WatchdogSettings.load(os.environ)
_sqs = boto3.client("sqs")
services = Services(
    Store(DynamoTable(boto3.client("dynamodb"), settings.table)),
    lambda: datetime.now(UTC),
    assess=SqsAssessQueue(_sqs, settings.assess_queue),
    deliveries=SqsDeliveryQueue(_sqs, settings.delivery_queue),
)
# Names of checks and never of deals: anyone who may read metrics may read these.
_COUNTED: dict[Check, str] = {
    "sweeps": "SweepsMissed",
    "assessments": "AssessmentsMissed",
    "unknown": "OutcomesUnknown",
    "unacknowledged": "AlertsUnacknowledged",
    "dead letters": "DeadLettersWaiting",
    "wakes": "WakesRepaired",
    "silent": "DealsSilent",
}


@metrics.log_metrics
@logger.inject_lambda_context
def handler(event: dict[str, Any], _: LambdaContext) -> dict[str, Any]:
    """Answer with what was found, and what could not be looked at."""
    rehearsal = event.get("rehearsal") is True
    watched = watch(
        services,
        lambda: count_messages(_sqs, settings.dead_letters),
        rehearsal=rehearsal,
        daily=event.get("daily") is True,
    )
    for finding in watched.findings:
        logger.warning("found", extra={"check": finding.check, "says": finding.text})
    for each in watched.unchecked:
        logger.error("not checked", extra={"cause": each})
    metrics.add_metric("DeliveriesTakenUp", MetricUnit.Count, watched.requeued)
    if not rehearsal:
        metrics.add_metric("DealsEscalating", MetricUnit.Count, watched.escalated)
        metrics.add_metric("DealsTakenUp", MetricUnit.Count, watched.reassessed)
        for check, metric in _COUNTED.items():
            metrics.add_metric(metric, MetricUnit.Count, watched.count(check))
        metrics.add_metric("OldestUnsent", MetricUnit.Seconds, watched.oldest.total_seconds())
        if not watched.unchecked:
            # The heartbeat: a watchdog that sees only half is as good as none.
            metrics.add_metric("WatchCompleted", MetricUnit.Count, 1)
    return {
        "found": [finding.text for finding in watched.findings],
        "unchecked": watched.unchecked,
        "requeued": watched.requeued,
        "escalated": watched.escalated,
        "reassessed": watched.reassessed,
        "digests": watched.digests,
    }
