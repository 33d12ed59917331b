"""Each function's settings from environment variables, checked once when it starts.

Checked by hand, since functions/slack is to start without pydantic (docs/decisions/desk.md).
"""

import json
import re
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import TYPE_CHECKING, Any, TypeVar

from dealclock.errors import DealclockError
from dealclock.jobs.dead_letters import What

if TYPE_CHECKING:
    from mypy_boto3_secretsmanager import SecretsManagerClient

S = TypeVar("S", bound="Settings")
_WEB = r"(https://[^\s?#]+/|http://127\.0\.0\.1:\d+/([^\s?#]+/)?)?"
_SLACK_API = r"(https://|http://127\.0\.0\.1[:/]).*"
_TRANSPORT = r"ses|smtp://127\.0\.0\.1:\d+"
_FILLED, _ANY = r"(?s:.+)", r"(?s:.*)"


def _variable(name: str, pattern: str = _FILLED, default: Any = MISSING) -> Any:
    """A field read from the variable of that name, which must match the whole pattern."""
    return field(default=default, metadata={"name": name, "pattern": pattern})


def _slack_api() -> Any:
    """The address of Slack's Web API: encrypted, or on this machine."""
    return _variable("DEALCLOCK_SLACK_API_URL", _SLACK_API, "https://slack.com/api/")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The base of every function's settings; each field is an environment variable."""

    table: str = _variable("DEALCLOCK_TABLE")

    @classmethod
    def load(cls: type[S], environment: Mapping[str, str]) -> S:
        """The settings in an environment; raises DealclockError naming each variable at fault."""
        wrong = [said for each in fields(cls) if (said := _wrong(each, environment))]
        if wrong:
            raise DealclockError(
                f"this function is not configured: {'; '.join(wrong)}. template.yaml sets its "
                "variables."
            )
        given = {each.name: environment.get(each.metadata["name"]) for each in fields(cls)}
        return cls(**{name: value for name, value in given.items() if value is not None})


def _wrong(each: "Field[Any]", environment: Mapping[str, str]) -> str:
    """What is wrong with one variable, "" when nothing is; never its value."""
    name, pattern = each.metadata["name"], each.metadata["pattern"]
    value = environment.get(name)
    if value is None:
        return f"{name} must be given" if each.default is MISSING else ""
    return "" if re.fullmatch(pattern, value) else f"{name} must match {pattern}"


@dataclass(frozen=True, kw_only=True)
class SweepSettings(Settings):
    """Settings of the sweep."""

    assess_queue: str = _variable("DEALCLOCK_ASSESS_QUEUE_URL")
    delivery_queue: str = _variable("DEALCLOCK_DELIVERY_QUEUE_URL")


@dataclass(frozen=True, kw_only=True)
class AssessSettings(Settings):
    """Settings of the function that assesses a deal."""

    delivery_queue: str = _variable("DEALCLOCK_DELIVERY_QUEUE_URL")


@dataclass(frozen=True, kw_only=True)
class WatchdogSettings(Settings):
    """What the watchdog needs."""

    assess_queue: str = _variable("DEALCLOCK_ASSESS_QUEUE_URL")
    delivery_queue: str = _variable("DEALCLOCK_DELIVERY_QUEUE_URL")
    assess_dead_letters: str = _variable("DEALCLOCK_ASSESS_DEAD_LETTERS_URL")
    delivery_dead_letters: str = _variable("DEALCLOCK_DELIVERY_DEAD_LETTERS_URL")
    schedule_dead_letters: str = _variable("DEALCLOCK_SCHEDULE_DEAD_LETTERS_URL")
    file_dead_letters: str = _variable("DEALCLOCK_FILE_DEAD_LETTERS_URL")
    sweep_failures: str = _variable("DEALCLOCK_SWEEP_FAILURES_URL")
    mail_event_failures: str = _variable("DEALCLOCK_MAIL_EVENT_FAILURES_URL")

    @property
    def dead_letters(self) -> Mapping[What, tuple[str, ...]]:
        """The dead-letter queues, by their names in `dealclock redrive`."""
        return {
            "assess": (self.assess_dead_letters,),
            "deliveries": (self.delivery_dead_letters,),
            "files": (self.file_dead_letters,),
            "sweeps": (self.sweep_failures, self.schedule_dead_letters),
            "mails": (self.mail_event_failures,),
        }


@dataclass(frozen=True, kw_only=True)
class MailEventsSettings(Settings):
    """Settings of the function that records SES events."""

    delivery_queue: str = _variable("DEALCLOCK_DELIVERY_QUEUE_URL")


@dataclass(frozen=True, kw_only=True)
class SlackSettings(Settings):
    """Settings of the functions that answer Slack. `web_url`, the base of personal links, ends with
    a slash.
    """

    slack_secret: str = _variable("DEALCLOCK_SLACK_SECRET")
    web_url: str = _variable("DEALCLOCK_WEB_URL", _WEB, "")


@dataclass(frozen=True, kw_only=True)
class DeskSettings(SlackSettings):
    """Settings of the desk in Slack: to answer, to record, and to open forms."""

    assess_queue: str = _variable("DEALCLOCK_ASSESS_QUEUE_URL")
    delivery_queue: str = _variable("DEALCLOCK_DELIVERY_QUEUE_URL")
    file_queue: str = _variable("DEALCLOCK_FILE_QUEUE_URL")
    slack_api_url: str = _slack_api()


@dataclass(frozen=True, kw_only=True)
class FilesSettings(SlackSettings):
    """Settings of the function that makes files."""

    file_queue: str = _variable("DEALCLOCK_FILE_QUEUE_URL")
    slack_api_url: str = _slack_api()


@dataclass(frozen=True, kw_only=True)
class MailSettings(Settings):
    """Settings for sending email."""

    email_transport: str = _variable("DEALCLOCK_EMAIL_TRANSPORT", _TRANSPORT)
    email_from: str = _variable("DEALCLOCK_EMAIL_FROM", r".*@.*")
    ses_configuration_set: str | None = _variable("DEALCLOCK_SES_CONFIGURATION_SET", _ANY, None)


@dataclass(frozen=True, kw_only=True)
class DeliverSettings(SlackSettings, MailSettings):
    """Settings of delivery. Without a `web_url`, emails contain no link."""

    delivery_queue: str = _variable("DEALCLOCK_DELIVERY_QUEUE_URL")
    slack_api_url: str = _slack_api()


@dataclass(frozen=True, kw_only=True)
class WebSettings(Settings):
    """Settings of the function that answers personal links."""

    assess_queue: str = _variable("DEALCLOCK_ASSESS_QUEUE_URL")


@dataclass(frozen=True)
class SlackSecret:
    """The secret of the Slack app, kept in Secrets Manager and never logged."""

    signing_secret: str = field(repr=False)
    bot_token: str = field(repr=False)

    @classmethod
    def fetch(cls, client: "SecretsManagerClient", secret: str) -> "SlackSecret":
        """The secret's value; raises DealclockError when it was never filled."""
        try:
            value = json.loads(client.get_secret_value(SecretId=secret)["SecretString"])
            signing, token = value["signing_secret"], value["bot_token"]
        except (ValueError, KeyError, TypeError, client.exceptions.ResourceNotFoundException):
            signing = token = ""
        if not (_is_text(signing) and _is_text(token) and token.startswith("xoxb-")):
            raise DealclockError(
                "the Slack secret is empty or incomplete. Fill in signing_secret and "
                "bot_token, as docs/operations.md describes."
            )
        return cls(signing, token)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value != ""
