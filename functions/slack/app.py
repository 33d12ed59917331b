"""The Slack endpoint: check the signature, answer within three seconds, handle each request once.

This module imports only what the signature check needs. The desk is loaded by the first request
with a valid signature (docs/decisions/desk.md).
"""

import gc
import logging
import os
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import boto3
from aws_lambda_powertools import Logger, Metrics
from aws_lambda_powertools.metrics import MetricUnit
from aws_lambda_powertools.utilities.typing import LambdaContext
from slack_bolt import Ack, App, BoltResponse
from slack_bolt.adapter.aws_lambda import SlackRequestHandler
from slack_bolt.adapter.aws_lambda.handler import to_bolt_request
from slack_bolt.authorization import AuthorizeResult

from dealclock.errors import DealclockError
from dealclock.jobs.operate.failures import without_data
from dealclock.jobs.operate.observe import observed
from dealclock.jobs.settings import DeskSettings, SlackSecrets

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient

    from dealclock.desk.slack_handler import SlackHandler
    from functions.slack.slack_request import RESPONSES, answer_challenge, verify_request
else:  # on Lambda only this folder is on the path
    from slack_request import RESPONSES, answer_challenge, verify_request

logger = Logger()
metrics = Metrics()
# Below this level Bolt logs request bodies.
logging.getLogger("slack_bolt").setLevel(logging.ERROR)

# Loading the desk makes a million objects that stay: looking for garbage among them at the usual
# pace took a tenth of the first answer.
gc.set_threshold(50_000, 20, 100)

settings = DeskSettings.load(os.environ)
_secrets = SlackSecrets(
    boto3.client("secretsmanager"), settings.slack_secret, lambda: datetime.now(UTC)
)


@cache
def _desk() -> "SlackHandler":
    """The desk, loaded by the first request with a valid signature."""
    from dealclock.desk.open_desk import open_desk  # noqa: PLC0415
    from dealclock.store.dynamodb import DynamoTable  # noqa: PLC0415 - see above

    desk = open_desk(
        settings,
        _secrets,
        DynamoTable(boto3.client("dynamodb"), settings.table, settings.archive),
        _queues,
        lambda: datetime.now(UTC),
        _failed,
    )
    gc.freeze()
    return desk


@cache
def _queues() -> "SQSClient":
    return boto3.client("sqs")


def _failed(error: Exception) -> str:
    """Count and log a failure without its text; returns the id of the request."""
    metrics.add_metric("RequestFailed", MetricUnit.Count, 1)
    logger.error("failed", extra={"cause": str(without_data(error))})
    return str(logger.get_current_keys()["function_request_id"])


def _authorize(enterprise_id: str | None, team_id: str | None) -> AuthorizeResult:
    # Set here because a call to Slack would take part of the three seconds.
    return AuthorizeResult(
        enterprise_id=enterprise_id, team_id=team_id, bot_token=_secrets.current().bot_token
    )


def deduplicate(body: dict[str, Any], next: Callable[[], BoltResponse]) -> BoltResponse:  # noqa: A002 - Bolt's name
    """Pass a request on only once; its signature is already checked."""
    desk = _desk()
    try:
        new = desk.first_time(body, datetime.now(UTC))
    except Exception as error:  # noqa: BLE001 - nothing was done, and the user is told so
        apology = desk.sorry(error)
        if "command" in body:
            return BoltResponse(status=200, body=apology)
        return BoltResponse(status=500, body="")
    if new:
        return next()
    logger.info("repeated")
    return BoltResponse(status=200, body="")


def deal(ack: Ack, command: dict[str, Any]) -> None:
    """Answer one command, visible only to the user."""
    answer = _desk().command(command, datetime.now(UTC))
    ack(answer or "")


def click(ack: Ack, body: dict[str, Any]) -> None:
    """Handle one click."""
    _desk().click(body, datetime.now(UTC))
    ack()


def submit(ack: Ack, body: dict[str, Any]) -> None:
    """Handle a submitted form."""
    ack(_desk().submit(body, datetime.now(UTC)))


def close(ack: Ack, body: dict[str, Any]) -> None:
    """Handle a closed form."""
    _desk().close(body, datetime.now(UTC))
    ack()


def shortcut(ack: Ack, body: dict[str, Any]) -> None:
    """Handle a shortcut."""
    ack()
    _desk().shortcut(body, datetime.now(UTC))


def home_opened(ack: Ack, event: dict[str, Any]) -> None:
    """Update a person's Home tab."""
    ack()
    _desk().home_opened(event["user"], event.get("tab", ""), datetime.now(UTC))


@lru_cache(1)
def _app(signing_secret: str) -> App:
    """Bolt with its handlers; another, once the secret is replaced."""
    app = App(
        signing_secret=signing_secret,
        authorize=_authorize,
        process_before_response=True,
        token_verification_enabled=False,
    )
    anything = re.compile(".*")
    app.middleware(deduplicate)
    app.command("/deal")(deal)
    app.action(anything)(click)
    app.view_submission(anything)(submit)
    app.view_closed(anything)(close)
    app.shortcut(anything)(shortcut)
    app.event("app_home_opened")(home_opened)
    return app


with suppress(DealclockError):  # empty until an operator fills it: see `handler`
    _app(_secrets.current().signing_secret)


def _is_readable(request: dict[str, Any]) -> bool:
    """Whether Bolt and the desk can parse a signed request."""
    from dealclock.desk.interactions.payloads import is_readable  # noqa: PLC0415 - as above

    try:
        return is_readable(to_bolt_request(request).body)
    except Exception:  # noqa: BLE001 - malformed in any way; an error's text may quote it
        return False


@observed(logger, metrics, within=3.0)  # seconds, after which Slack shows an error
def handler(event: dict[str, Any], context: LambdaContext) -> Any:
    """Answer Slack; a request that is unsigned or unreadable is refused without an error.

    While the secret is empty, only Slack's check of the address is answered: the app, whose secret
    it is, cannot be created before. Anything else raises DealclockError.
    """
    try:
        secret = _secrets.current()
    except DealclockError:
        challenge = answer_challenge(event)
        if challenge:
            return challenge
        raise
    request = verify_request(event, secret.signing_secret, datetime.now(UTC))
    if request == "wrongly signed" and (newer := _secrets.renewed()):
        secret, request = newer, verify_request(event, newer.signing_secret, datetime.now(UTC))
    if not isinstance(request, str) and not _is_readable(request):
        request = "unreadable"
    if isinstance(request, str):
        # Scanners send no signature: only a wrong one is for an operator.
        if forged := request == "wrongly signed":
            metrics.add_metric("SignatureRefused", MetricUnit.Count, 1)
        (logger.warning if forged else logger.info)("refused", extra={"cause": request})
        return RESPONSES[request]
    response = SlackRequestHandler(app=_app(secret.signing_secret)).handle(request, context)  # type: ignore[no-untyped-call]
    status = response["statusCode"]
    if status not in (200, 401):
        metrics.add_metric("RequestFailed", MetricUnit.Count, 1)
    logger.info("answered", extra={"status": status})
    return response
