"""The ways out of the house: Slack by the bot's token, mail through SES or the local sink."""

from dataclasses import dataclass
from urllib.parse import urlsplit

import boto3
from botocore.config import Config
from slack_sdk import WebClient

from dealclock.channels import Mailer, Poster, SesMailer, Slack, SmtpMailer
from dealclock.usecases.settings import DeliverSettings, SlackSecret

SLACK_TIMEOUT = 10  # seconds


@dataclass(frozen=True, slots=True)
class Outlets:
    """Where deliveries leave, and from which address mail does."""

    slack: Poster
    mail: Mailer
    sender: str


def outlets(settings: DeliverSettings, secret: SlackSecret) -> Outlets:
    """The real outlets for these settings."""
    client = WebClient(
        token=secret.bot_token,
        base_url=settings.slack_api_url,
        timeout=SLACK_TIMEOUT,
        # The outbox owns repeating: a lost connection is an unknown outcome, never a retry.
        retry_handlers=[],
    )
    return Outlets(Slack(client), _mailer(settings), settings.email_from)


def _mailer(settings: DeliverSettings) -> Mailer:
    if settings.email_transport == "ses":
        config = Config(retries={"total_max_attempts": 1}, connect_timeout=5, read_timeout=20)
        return SesMailer(boto3.client("sesv2", config=config), settings.ses_configuration_set)
    sink = urlsplit(settings.email_transport)
    return SmtpMailer(sink.hostname or "127.0.0.1", sink.port or 25)
