"""The outgoing channels: Slack by the bot's token, email through SES or the local sink."""

from collections.abc import Callable
from datetime import timedelta
from urllib.parse import urlsplit

from dealclock.alerts.delivery import Route
from dealclock.alerts.outcome import Outcome
from dealclock.channels import Mailer, Poster, SesMailer, Slack, Sms, SmtpMailer
from dealclock.channels.web_api import web_client
from dealclock.jobs.settings import DeliverSettings, MailSettings, SlackSecrets
from dealclock.records import record

SLACK_GAP = timedelta(seconds=1)


@record
class Outlets:
    """Where deliveries are sent, and the sender address of emails.

    `slack_gap` is the interval between two messages of a channel: Slack takes one a second, a local
    emulator any number. `web_url`, where personal links lead, ends with a slash; without one,
    emails carry no link. `sms` sends a text to a number.
    """

    slack: Poster
    mail: Mailer
    sender: str
    slack_gap: timedelta = SLACK_GAP
    web_url: str = ""
    sms: Callable[[str, str], Outcome] = Sms().send

    def gap(self, route: Route) -> timedelta:
        """The interval between two messages on a route."""
        return self.slack_gap if route.in_slack else timedelta(0)


def slack_gap(settings: DeliverSettings) -> timedelta:
    """The interval between two messages of a channel, by whether the settings name the real
    Slack.
    """
    on_this_machine = urlsplit(settings.slack_api_url).hostname == "127.0.0.1"
    return timedelta(0) if on_this_machine else SLACK_GAP


def slack(
    settings: DeliverSettings, secrets: SlackSecrets, time_left: Callable[[], float]
) -> Poster:
    """Slack, by the bot's token; `time_left` is the function's, in seconds."""
    token, renewed = secrets.current().bot_token, secrets.renewed_token
    return Slack(web_client(token, settings.slack_api_url, time_left=time_left, renewed=renewed))


def mailer(settings: MailSettings) -> Mailer:
    """The sender of emails: SES, or SMTP to the sink on this machine."""
    if settings.email_transport == "ses":
        return SesMailer.in_aws(settings.ses_configuration_set)
    sink = urlsplit(settings.email_transport)
    return SmtpMailer(sink.hostname or "127.0.0.1", sink.port or 25)
