"""The assess queue: assess one deal, plan its alerts, write its deliveries. And what people do on
the pages of `web`, which may not write deals.
"""

import os
from datetime import UTC, datetime
from typing import Any

import boto3
from aws_lambda_powertools import Logger, Metrics
from aws_lambda_powertools.utilities.batch import SqsFifoPartialProcessor, process_partial_response
from aws_lambda_powertools.utilities.data_classes.sqs_event import SQSRecord
from aws_lambda_powertools.utilities.typing import LambdaContext

from dealclock.jobs.deliver.run_deal import run_deal
from dealclock.jobs.operate.failures import without_data
from dealclock.jobs.operate.observe import observed, one_work
from dealclock.jobs.queues import CheckDeals, SqsQueue, correlation_in, work_in
from dealclock.jobs.services import Services
from dealclock.jobs.settings import AssessSettings
from dealclock.store import Store
from dealclock.store.dynamodb import DynamoTable

logger = Logger()
metrics = Metrics()
settings = AssessSettings.load(os.environ)
_sqs = boto3.client("sqs")
services = Services(
    Store(DynamoTable(boto3.client("dynamodb"), settings.table, settings.archive)),
    lambda: datetime.now(UTC),
    assess=SqsQueue(lambda: _sqs, settings.assess_queue_url),
    deliveries=SqsQueue(lambda: _sqs, settings.delivery_queue_url),
)
# One deal's failure does not stop the other deals of the batch.
processor = SqsFifoPartialProcessor(skip_group_on_error=True)
# A fully failed batch is reported like any other: its messages are retried one by one.
processor.raise_on_entire_batch_failure = False


def _assess(record: SQSRecord) -> None:
    with one_work(logger, metrics, correlation_in(record.body), message_id=record.message_id):
        message = work_in(record.body)
        if isinstance(message, CheckDeals):
            logger.info("checked", extra={"found": _check(message)})
            return
        done = run_deal(message, services)
        counts = {"planned": done.planned, "already": done.already, "outdated": done.outdated}
        logger.info("assessed", extra=counts)


def _check(message: CheckDeals) -> int:
    from dealclock.jobs.operate.daily_check import check_part  # noqa: PLC0415 - once a day

    return check_part(message, services)


def _carry_out(event: dict[str, Any]) -> dict[str, Any]:
    from dealclock.desk.web.serve import carry_out  # noqa: PLC0415 - seldom, and slow to import

    try:
        return carry_out(event, services.pinned())
    except Exception as error:  # noqa: BLE001 - its text must not reach the log
        logger.error("failed", extra={"cause": str(without_data(error))})
        raise without_data(error) from None


@observed(logger, metrics)
def handler(event: dict[str, Any], context: LambdaContext) -> Any:
    """Return the failed messages, so that only they are retried; to `web`, what it asked for."""
    if "Records" not in event:
        return _carry_out(event)
    return process_partial_response(event, _assess, processor, context)
