"""Slack's one endpoint: check the signature, answer `/deal` within three seconds."""

import logging
import os
from datetime import UTC, datetime
from functools import cache
from typing import Any

import boto3
from aws_lambda_powertools import Logger, Metrics
from aws_lambda_powertools.metrics import MetricUnit
from aws_lambda_powertools.utilities.typing import LambdaContext
from slack_bolt import Ack, App
from slack_bolt.adapter.aws_lambda import SlackRequestHandler
from slack_bolt.authorization import AuthorizeResult

from dealclock.render.slack import ephemeral
from dealclock.store import Store
from dealclock.usecases.desk.answering import answer, apology
from dealclock.usecases.desk.understanding import Command
from dealclock.usecases.desk.verb import Desk
from dealclock.usecases.failures import told
from dealclock.usecases.messages import AssessDeal
from dealclock.usecases.queues import SqsAssessQueue
from dealclock.usecases.settings import DeskSettings, SlackSecret
from dealclock.usecases.slack_request import UNAUTHORIZED, acceptable

logger = Logger()
metrics = Metrics()
# Bolt writes request bodies to its log below this level.
logging.getLogger("slack_bolt").setLevel(logging.ERROR)

settings = DeskSettings.load(os.environ)
_secret = SlackSecret.fetch(boto3.client("secretsmanager"), settings.slack_secret)


class _AssessQueue:
    """The queue of deals; its client is made when the first deal is sent, not at every start."""

    def send(self, message: AssessDeal) -> None:
        SqsAssessQueue(_sqs(), settings.assess_queue).send(message)


@cache
def _sqs() -> Any:
    return boto3.client("sqs")


desk = Desk(Store(boto3.client("dynamodb"), settings.table), assess=_AssessQueue())


def _authorize(enterprise_id: str | None, team_id: str | None) -> AuthorizeResult:
    # Given here because asking Slack would cost a call inside the three seconds.
    return AuthorizeResult(
        enterprise_id=enterprise_id, team_id=team_id, bot_token=_secret.bot_token
    )


app = App(
    signing_secret=_secret.signing_secret,
    authorize=_authorize,
    process_before_response=True,
    token_verification_enabled=False,
)


@app.command("/deal")
def deal(ack: Ack, command: dict[str, Any]) -> None:
    """Answer one command, to the asker alone."""
    asked = Command(
        user=command["user_id"], channel=command["channel_id"], text=command.get("text", "")
    )
    try:
        answered = answer(asked, desk, datetime.now(UTC))
    except Exception as error:  # noqa: BLE001 - whoever asks must be told that it failed
        metrics.add_metric("SlackFailed", MetricUnit.Count, 1)
        logger.error("failed", extra={"cause": str(told(error))})
        answered = apology(str(logger.get_current_keys()["function_request_id"]))
    ack(ephemeral(answered))


@metrics.log_metrics
@logger.inject_lambda_context
def handler(event: dict[str, Any], context: LambdaContext) -> Any:
    """Answer Slack; a request that is not signed as Slack signs is refused unread."""
    request = acceptable(event)
    if request is None:
        metrics.add_metric("SlackRefused", MetricUnit.Count, 1)
        return UNAUTHORIZED
    response = SlackRequestHandler(app=app).handle(request, context)  # type: ignore[no-untyped-call]
    status = response["statusCode"]
    counted = {200: "SlackAnswered", 401: "SlackRefused"}.get(status, "SlackFailed")
    metrics.add_metric(counted, MetricUnit.Count, 1)
    return response
