"""The watchdog, every 15 minutes: check everything, requeue lost work, and report."""

import os
from collections import Counter
from datetime import UTC, datetime
from functools import partial
from typing import Any

import boto3
from aws_lambda_powertools import Logger, Metrics
from aws_lambda_powertools.metrics import MetricUnit
from aws_lambda_powertools.utilities.typing import LambdaContext

from dealclock.alerts.health_findings import Check
from dealclock.channels.outside_watch import call
from dealclock.jobs.dead_letters import count_messages, key_in
from dealclock.jobs.operate.checks import Round
from dealclock.jobs.operate.failures import without_data
from dealclock.jobs.operate.observe import observed
from dealclock.jobs.operate.outside_watch import report_morning
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
_kms = boto3.client("kms")
services = Services(
    Store(DynamoTable(boto3.client("dynamodb"), settings.table, settings.archive)),
    lambda: datetime.now(UTC),
    assess=SqsQueue(lambda: _sqs, settings.assess_queue_url),
    deliveries=SqsQueue(lambda: _sqs, settings.delivery_queue_url),
)
# The metric of what a check finds. Names of checks, never of deals: they are visible to anyone who
# can read metrics. Dead letters have an alarm of their own, and wrong wake days are repaired.
_METRICS: dict[Check, str] = {
    "assessments": "DealsUnattended",
    "silent": "DealsUnattended",
    "unknown": "OutcomesUnknown",
    "unacknowledged": "AlertsUnacknowledged",
    "key": "KeyUnusable",
    "arithmetic": "ArithmeticDiffers",
}


def _count(watched: Round) -> None:
    """The metrics of a round. What is in order is not counted: an hour without a value is free."""
    found = Counter[str]()
    for check, metric in _METRICS.items():
        found[metric] += watched.count(check)
    for metric, count in (+found).items():
        metrics.add_metric(metric, MetricUnit.Count, count)
    if watched.unsettled:
        metrics.add_metric("Unsettled", MetricUnit.Count, watched.unsettled)
    if watched.oldest:
        metrics.add_metric("OldestUnsent", MetricUnit.Seconds, watched.oldest.total_seconds())
    # The heartbeats, nights and weekends included: one if every check ran, and one that is 0 if the
    # last scheduled check was missed.
    if not watched.unchecked:
        metrics.add_metric("WatchCompleted", MetricUnit.Count, 1)
    if not any(cause.startswith("sweeps:") for cause in watched.unchecked):
        completed = not watched.count("sweeps")
        metrics.add_metric("SweepsCompleted", MetricUnit.Count, int(completed))


def _report(watched: Round) -> None:
    """Report the morning to the outside watch. A failure is logged, and the next round reports."""
    try:
        reported = report_morning(watched, partial(call, settings.outside_watch_url))
    except Exception as error:  # noqa: BLE001 - its text may hold the address
        logger.warning("not reported", extra={"cause": str(without_data(error))})
        return
    if reported:
        logger.info("reported", extra={"morning": reported})


@observed(logger, metrics)
def handler(event: dict[str, Any], _: LambdaContext) -> dict[str, Any]:
    """Return the findings, and the checks that could not run."""
    rehearsal, paused = event.get("rehearsal") is True, event.get("paused") is True
    watched = watch(
        Round(
            services,
            lambda: count_messages(_sqs, settings.dead_letters),
            lambda: key_in(_kms, settings.key),
            rehearsal=rehearsal,
            daily=event.get("daily") is True,
            paused=paused,
        )
    )
    for finding in watched.findings:
        logger.warning("found", extra={"check": finding.check, "says": finding.text})
    for cause in watched.unchecked:
        logger.error("not checked", extra={"cause": cause})
    logger.info("watched", extra={"repaired": watched.repaired})
    if not (rehearsal or paused):
        _count(watched)
        if settings.outside_watch_url:
            _report(watched)
    return {
        "found": [finding.text for finding in watched.findings],
        "unchecked": watched.unchecked,
        "requeued": watched.repaired["deliveries"],
        "escalated": watched.repaired["escalations"],
        "reassessed": watched.repaired["changes"],
        "digests": watched.repaired["digests"],
        "swept": watched.repaired["sweeps"],
    }
