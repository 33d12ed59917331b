"""The ways out of the house: Slack by the bot's token, mail through SES or the local sink."""

from dataclasses import dataclass
from urllib.parse import urlsplit

import boto3

from dealclock.channels import Mailer, Poster, SesMailer, Slack, SmtpMailer
from dealclock.channels.ses import CONFIG
from dealclock.channels.web_api import web_client
from dealclock.usecases.settings import DeliverSettings, SlackSecret


@dataclass(frozen=True, slots=True)
class Outlets:
    """Where deliveries leave, and from which address mail does."""

    slack: Poster
    mail: Mailer
    sender: str


def slack(settings: DeliverSettings, secret: SlackSecret) -> Poster:
    """Slack, for one batch: it remembers which channels it checked."""
    return Slack(web_client(secret.bot_token, settings.slack_api_url))


def mailer(settings: DeliverSettings) -> Mailer:
    """The way mail leaves: SES, or by SMTP to the sink on this machine."""
    if settings.email_transport == "ses":
        return SesMailer(boto3.client("sesv2", config=CONFIG), settings.ses_configuration_set)
    sink = urlsplit(settings.email_transport)
    return SmtpMailer(sink.hostname or "127.0.0.1", sink.port or 25)
