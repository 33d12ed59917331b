"""The ways out of the house: Slack by the bot's token, mail through SES or the local sink."""

from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlsplit

from dealclock.alerts.delivery import Route
from dealclock.channels import Mailer, Poster, SesMailer, Slack, SmtpMailer
from dealclock.channels.web_api import web_client
from dealclock.usecases.settings import DeliverSettings, MailSettings, SlackSecret

SLACK_GAP = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Outlets:
    """Where deliveries leave, and from which address mail does.

    `slack_gap` is how long one message keeps its channel: Slack takes one a second, a stand-in on
    this machine as many as come. `web_url`, where personal links lead, ends with a slash; without
    one, emails carry no link.
    """

    slack: Poster
    mail: Mailer
    sender: str
    slack_gap: timedelta = SLACK_GAP
    web_url: str = ""

    def gap(self, route: Route) -> timedelta:
        """How long one message keeps its route."""
        return self.slack_gap if route.in_slack else timedelta(0)


def slack_gap(settings: DeliverSettings) -> timedelta:
    """How long one message keeps its channel, where the settings say that Slack answers."""
    on_this_machine = urlsplit(settings.slack_api_url).hostname == "127.0.0.1"
    return timedelta(0) if on_this_machine else SLACK_GAP


def slack(settings: DeliverSettings, secret: SlackSecret) -> Poster:
    """Slack, by the bot's token."""
    return Slack(web_client(secret.bot_token, settings.slack_api_url))


def mailer(settings: MailSettings) -> Mailer:
    """The way mail leaves: SES, or by SMTP to the sink on this machine."""
    if settings.email_transport == "ses":
        return SesMailer.in_aws(settings.ses_configuration_set)
    sink = urlsplit(settings.email_transport)
    return SmtpMailer(sink.hostname or "127.0.0.1", sink.port or 25)
