"""Slack's one endpoint: check the signature, answer within three seconds, nothing twice."""

import logging
import os
import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from typing import Any

import boto3
from aws_lambda_powertools import Logger, Metrics
from aws_lambda_powertools.metrics import MetricUnit
from aws_lambda_powertools.utilities.typing import LambdaContext
from slack_bolt import Ack, App, BoltResponse
from slack_bolt.adapter.aws_lambda import SlackRequestHandler
from slack_bolt.authorization import AuthorizeResult

from dealclock.channels import Screens, Slack, screens, web_client
from dealclock.channels.askers import Askers
from dealclock.render.slack import ephemeral
from dealclock.render.slack_views import recording
from dealclock.render.told import Told
from dealclock.store import Store
from dealclock.usecases.desk.answering import answer, apology
from dealclock.usecases.desk.interactions import arrived, home, routing
from dealclock.usecases.desk.interactions.hands import Hands
from dealclock.usecases.desk.interactions.once import first_time
from dealclock.usecases.desk.understanding import Command
from dealclock.usecases.desk.verb import Desk
from dealclock.usecases.failures import told
from dealclock.usecases.messages import AssessDeal, Deliver, MakeFile
from dealclock.usecases.queues import SqsAssessQueue, SqsDeliveryQueue, SqsFileQueue
from dealclock.usecases.settings import DeskSettings, SlackSecret
from dealclock.usecases.slack_request import UNAUTHORIZED, acceptable

logger = Logger()
metrics = Metrics()
# Bolt writes request bodies to its log below this level.
logging.getLogger("slack_bolt").setLevel(logging.ERROR)

settings = DeskSettings.load(os.environ)
_secret = SlackSecret.fetch(boto3.client("secretsmanager"), settings.slack_secret)


@cache
def _sqs() -> Any:
    # Made when the first message is sent, not at every start: most requests send none.
    return boto3.client("sqs")


class _Deals:
    """The queue of deals."""

    def send(self, message: AssessDeal) -> None:
        SqsAssessQueue(_sqs(), settings.assess_queue).send(message)


class _Deliveries:
    """The queue of deliveries."""

    def send(self, message: Deliver, delay: int = 0) -> None:
        SqsDeliveryQueue(_sqs(), settings.delivery_queue).send(message, delay)


class _Files:
    """The queue of files."""

    def send(self, message: MakeFile, delay: int = 0) -> None:
        SqsFileQueue(_sqs(), settings.file_queue).send(message, delay)


_slack = web_client(_secret.bot_token, settings.slack_api_url, screens.TIMEOUT)
_screens = Screens(_slack)
_store = Store(boto3.client("dynamodb"), settings.table)
desk = Desk(
    _store,
    members=Askers(_slack),
    assess=_Deals(),
    open=_screens.open,
    files=_Files(),
    web=settings.web_url,
    sharer=Slack(_slack),
)
hands = Hands(desk, _Deals(), _Deliveries(), _screens)


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


@app.middleware
def once(body: dict[str, Any], next: Callable[[], BoltResponse]) -> BoltResponse:  # noqa: A002 - Bolt's name
    """Let a request through the first time only; its signature was checked before."""
    try:
        new = first_time(body, desk.store, datetime.now(UTC))
    except Exception as error:  # noqa: BLE001 - nothing was done: a command is told so, a click too
        said = ephemeral(_sorry(error))
        if "command" in body:
            return BoltResponse(status=200, body=said)
        return BoltResponse(status=500, body="")
    if new:
        return next()
    metrics.add_metric("SlackRepeated", MetricUnit.Count, 1)
    return BoltResponse(status=200, body="")


def _sorry(error: Exception) -> Told:
    """What whoever asked is told when it failed; the log names the request, and nothing else."""
    metrics.add_metric("SlackFailed", MetricUnit.Count, 1)
    logger.error("failed", extra={"cause": str(told(error))})
    return apology(str(logger.get_current_keys()["function_request_id"]))


@app.command("/deal")
def deal(ack: Ack, command: dict[str, Any]) -> None:
    """Answer one command, to the asker alone."""
    asked = Command(
        user=command["user_id"],
        channel=command["channel_id"],
        text=command.get("text", ""),
        trigger=command.get("trigger_id", ""),
    )
    try:
        answered = answer(asked, desk, datetime.now(UTC))
    except Exception as error:  # noqa: BLE001 - whoever asks must be told that it failed
        answered = _sorry(error)
    ack(ephemeral(answered))


@app.action(re.compile(".*"))
def clicked(ack: Ack, body: dict[str, Any]) -> None:
    """Carry out one click; its answer goes to whoever clicked alone."""
    click = arrived.click(body)
    try:
        routing.clicked(click, hands, datetime.now(UTC))
    except Exception as error:  # noqa: BLE001 - whoever clicked must be told that it failed
        sorry = {**ephemeral(_sorry(error)), "replace_original": False}
        if click.answer_at:
            _screens.answer(click.answer_at, sorry)
    ack()


@app.view_submission(re.compile(".*"))
def handed_in(ack: Ack, body: dict[str, Any]) -> None:
    """Take one form; answer with its next step, or with what is wrong at its field."""
    try:
        ack(dict(routing.handed_in(arrived.form(body), hands, datetime.now(UTC))))
    except Exception as error:  # noqa: BLE001 - whoever handed it in must be told that it failed
        ack({"response_action": "update", "view": recording.stopped(_sorry(error).headline)})


@app.view_closed(re.compile(".*"))
def left(ack: Ack, body: dict[str, Any]) -> None:
    """Note that a form was left."""
    routing.left(arrived.form(body), hands, datetime.now(UTC))
    ack()


@app.shortcut(re.compile(".*"))
def pulled(ack: Ack, body: dict[str, Any]) -> None:
    """Open what the shortcut is for."""
    ack()
    try:
        routing.pulled(arrived.shortcut(body), hands, datetime.now(UTC))
    except Exception as error:  # noqa: BLE001 - whoever pulled it must be told that it failed
        _screens.open(arrived.shortcut(body).trigger, recording.stopped(_sorry(error).headline))


@app.event("app_home_opened")
def home_opened(ack: Ack, event: dict[str, Any]) -> None:
    """Bring a person's Home tab up to date."""
    ack()
    if event.get("tab") == "home":
        home.opened(str(event["user"]), hands, datetime.now(UTC))


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
