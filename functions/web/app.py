"""Personal links over HTTPS: alert pages and calendar feeds. Independent of Slack.

It may not write deals: what a form asks is done by the function `assess`, which checks the link
again. The path of a request is a secret, so no part of an event is ever logged here.
"""

import json
import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import boto3
from aws_lambda_powertools import Logger, Metrics
from aws_lambda_powertools.metrics import MetricUnit
from aws_lambda_powertools.utilities.typing import LambdaContext
from botocore.config import Config

from dealclock.desk.web.serve import failed, serve
from dealclock.errors import DealclockError
from dealclock.jobs.operate.failures import without_data
from dealclock.jobs.operate.observe import observed
from dealclock.jobs.services import Services
from dealclock.jobs.settings import WebSettings
from dealclock.store import Store
from dealclock.store.dynamodb import DynamoTable

if TYPE_CHECKING:
    from functions.web.web_request import read_request
else:  # on Lambda only this folder is on the path
    from web_request import read_request

logger = Logger()
metrics = Metrics()
settings = WebSettings.load(os.environ)
_ANSWERS_WITHIN = 15  # seconds, less than this function's own limit


def _elsewhere(asked: str) -> str:
    """What the function that may write deals answers; raises DealclockError if it fails."""
    # Never tried again by the client: an act that is slow may still happen.
    config = Config(read_timeout=_ANSWERS_WITHIN, retries={"total_max_attempts": 1})
    answer = boto3.client("lambda", config=config).invoke(
        FunctionName=settings.act_function, Payload=asked.encode()
    )
    body = answer["Payload"].read().decode()
    if answer.get("FunctionError"):
        kind = json.loads(body).get("errorType")
        raise DealclockError(f"the function that writes deals failed ({kind})")
    return body


services = Services(
    Store(DynamoTable(boto3.client("dynamodb"), settings.table, settings.archive)),
    lambda: datetime.now(UTC),
    elsewhere=_elsewhere,
)


@observed(logger, metrics)
def handler(event: dict[str, Any], context: LambdaContext) -> Any:
    """Answer one request; an error is reported without its text, which may contain the secret."""
    try:
        response = serve(read_request(event), services.pinned())
    except Exception as error:  # noqa: BLE001 - the user must see that it failed
        logger.error("failed", extra={"cause": str(without_data(error))})
        response = failed(context.aws_request_id)
    if response.status >= 500:
        metrics.add_metric("RequestFailed", MetricUnit.Count, 1)
    logger.info("answered", extra={"what": response.what, "status": response.status})
    return {
        "statusCode": response.status,
        "headers": response.all_headers,
        "body": response.body,
        "isBase64Encoded": False,
    }
