"""The watchdog, every 15 minutes: check everything, requeue lost work, and report."""

import os
from datetime import UTC, datetime
from typing import Any

import boto3
from aws_lambda_powertools import Logger, Metrics
from aws_lambda_powertools.metrics import MetricUnit
from aws_lambda_powertools.utilities.typing import LambdaContext

from dealclock.alerts.health_findings import Check
from dealclock.jobs.dead_letters import count_messages
from dealclock.jobs.operate.checks import Round
from dealclock.jobs.operate.watch import watch
from dealclock.jobs.queues import SqsQueue
from dealclock.jobs.services import Services
from dealclock.jobs.settings import WatchdogSettings
from dealclock.store import Store
from dealclock.store.dynamodb import DynamoTable

logger = Logger()
metrics = Metrics()
settings = WatchdogSettings.load(os.environ)
_sqs = boto3.client("sqs")
services = Services(
    Store(DynamoTable(boto3.client("dynamodb"), settings.table)),
    lambda: datetime.now(UTC),
    assess=SqsQueue(lambda: _sqs, settings.assess_queue_url),
    deliveries=SqsQueue(lambda: _sqs, settings.delivery_queue_url),
)
# Names of checks, never of deals: they are visible to anyone who can read metrics.
_METRICS: dict[Check, str] = {
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
    """Return the findings, and the checks that could not run."""
    rehearsal, paused = event.get("rehearsal") is True, event.get("paused") is True
    watched = watch(
        Round(
            services,
            lambda: count_messages(_sqs, settings.dead_letters),
            rehearsal=rehearsal,
            daily=event.get("daily") is True,
            paused=paused,
        )
    )
    for finding in watched.findings:
        logger.warning("found", extra={"check": finding.check, "says": finding.text})
    for cause in watched.unchecked:
        logger.error("not checked", extra={"cause": cause})
    metrics.add_metric("DeliveriesTakenUp", MetricUnit.Count, watched.repaired["deliveries"])
    if not (rehearsal or paused):
        metrics.add_metric("DealsEscalating", MetricUnit.Count, watched.repaired["escalations"])
        metrics.add_metric("DealsTakenUp", MetricUnit.Count, watched.repaired["changes"])
        for check, metric in _METRICS.items():
            metrics.add_metric(metric, MetricUnit.Count, watched.count(check))
        metrics.add_metric("OldestUnsent", MetricUnit.Seconds, watched.oldest.total_seconds())
        if not watched.unchecked:
            # The heartbeat: sent only if every check ran.
            metrics.add_metric("WatchCompleted", MetricUnit.Count, 1)
    return {
        "found": [finding.text for finding in watched.findings],
        "unchecked": watched.unchecked,
        "requeued": watched.repaired["deliveries"],
        "escalated": watched.repaired["escalations"],
        "reassessed": watched.repaired["changes"],
        "digests": watched.repaired["digests"],
        "swept": watched.repaired["sweeps"],
    }
