"""The peer: a Bolt handler with one DynamoDB client, which replies "hello"."""

from typing import Any

import boto3
from slack_bolt import Ack, App
from slack_bolt.adapter.aws_lambda import SlackRequestHandler
from slack_bolt.authorization import AuthorizeResult

table = boto3.client("dynamodb")


def _authorize(enterprise_id: str | None, team_id: str | None) -> AuthorizeResult:
    return AuthorizeResult(enterprise_id=enterprise_id, team_id=team_id, bot_token="xoxb-bench")


app = App(
    signing_secret="a-signing-secret-of-the-bench",
    authorize=_authorize,
    process_before_response=True,
    token_verification_enabled=False,
)


@app.command("/deal")
def hello(ack: Ack) -> None:
    """Answer."""
    ack("hello")


def handler(event: dict[str, Any], context: object) -> Any:
    """Answer Slack."""
    return SlackRequestHandler(app=app).handle(event, context)  # type: ignore[no-untyped-call]
