"""What a function must be told by its environment, checked once when it starts."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from dealclock.errors import DealclockError
from dealclock.usecases.dead_letters import What

if TYPE_CHECKING:
    from mypy_boto3_secretsmanager import SecretsManagerClient

S = TypeVar("S", bound="Settings")
_DOMAIN = r"^([A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+)?$"
_WEB = r"^(https://[^\s?#]+/|http://127\.0\.0\.1:\d+/([^\s?#]+/)?)?$"
_Filled = Annotated[str, StringConstraints(min_length=1)]
_SlackApiUrl = Annotated[
    str, Field(alias="DEALCLOCK_SLACK_API_URL", pattern=r"^https://|^http://127\.0\.0\.1[:/]")
]


class SettingsError(DealclockError):
    """A function that is not set up: names what is missing or wrong, never a secret's value."""


class Settings(BaseModel):
    """The base of every function's settings; each field is an environment variable."""

    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)

    table: Annotated[str, Field(alias="DEALCLOCK_TABLE", min_length=1)]

    @classmethod
    def load(cls: type[S], environment: Mapping[str, str]) -> S:
        """The settings in an environment; raises SettingsError naming each variable at fault."""
        try:
            return cls.model_validate(dict(environment))
        except ValidationError as error:
            wrong = "; ".join(f"{e['loc'][0]}: {e['msg']}" for e in error.errors())
            raise SettingsError(
                f"this function is not set up: {wrong}. Its variables are set by template.yaml."
            ) from None


class SweepSettings(Settings):
    """What the sweep needs."""

    assess_queue: Annotated[_Filled, Field(alias="DEALCLOCK_ASSESS_QUEUE_URL")]
    delivery_queue: Annotated[_Filled, Field(alias="DEALCLOCK_DELIVERY_QUEUE_URL")]


class AssessSettings(Settings):
    """What assessing a deal needs."""

    delivery_queue: Annotated[_Filled, Field(alias="DEALCLOCK_DELIVERY_QUEUE_URL")]


class WatchdogSettings(Settings):
    """What the watchdog needs."""

    assess_queue: Annotated[_Filled, Field(alias="DEALCLOCK_ASSESS_QUEUE_URL")]
    delivery_queue: Annotated[_Filled, Field(alias="DEALCLOCK_DELIVERY_QUEUE_URL")]
    assess_dead_letters: Annotated[_Filled, Field(alias="DEALCLOCK_ASSESS_DEAD_LETTERS_URL")]
    delivery_dead_letters: Annotated[_Filled, Field(alias="DEALCLOCK_DELIVERY_DEAD_LETTERS_URL")]
    schedule_dead_letters: Annotated[_Filled, Field(alias="DEALCLOCK_SCHEDULE_DEAD_LETTERS_URL")]
    file_dead_letters: Annotated[_Filled, Field(alias="DEALCLOCK_FILE_DEAD_LETTERS_URL")]
    sweep_failures: Annotated[_Filled, Field(alias="DEALCLOCK_SWEEP_FAILURES_URL")]
    mail_event_failures: Annotated[_Filled, Field(alias="DEALCLOCK_MAIL_EVENT_FAILURES_URL")]
    mail_in_failures: Annotated[_Filled, Field(alias="DEALCLOCK_MAIL_IN_FAILURES_URL")]

    @property
    def dead_letters(self) -> Mapping[What, tuple[str, ...]]:
        """The queues of what failed for good, by what `dealclock redrive` calls it."""
        return {
            "assess": (self.assess_dead_letters,),
            "deliveries": (self.delivery_dead_letters,),
            "files": (self.file_dead_letters,),
            "sweeps": (self.sweep_failures, self.schedule_dead_letters),
            "mails": (self.mail_event_failures,),
            "replies": (self.mail_in_failures,),
        }


class MailEventsSettings(Settings):
    """What noting SES's events needs."""

    delivery_queue: Annotated[_Filled, Field(alias="DEALCLOCK_DELIVERY_QUEUE_URL")]


class SlackSettings(Settings):
    """What answering Slack needs. `web_url`, where personal links lead, ends with a slash."""

    slack_secret: Annotated[_Filled, Field(alias="DEALCLOCK_SLACK_SECRET")]
    web_url: Annotated[str, Field(alias="DEALCLOCK_WEB_URL", pattern=_WEB)] = ""


class DeskSettings(SlackSettings):
    """What the desk in Slack needs: to answer, to record, and to open forms."""

    assess_queue: Annotated[_Filled, Field(alias="DEALCLOCK_ASSESS_QUEUE_URL")]
    delivery_queue: Annotated[_Filled, Field(alias="DEALCLOCK_DELIVERY_QUEUE_URL")]
    file_queue: Annotated[_Filled, Field(alias="DEALCLOCK_FILE_QUEUE_URL")]
    slack_api_url: _SlackApiUrl = "https://slack.com/api/"


class FilesSettings(SlackSettings):
    """What making files needs."""

    file_queue: Annotated[_Filled, Field(alias="DEALCLOCK_FILE_QUEUE_URL")]
    slack_api_url: _SlackApiUrl = "https://slack.com/api/"


class MailSettings(Settings):
    """What sending mail needs."""

    email_transport: Annotated[
        str, Field(alias="DEALCLOCK_EMAIL_TRANSPORT", pattern=r"^(ses|smtp://127\.0\.0\.1:\d+)$")
    ]
    email_from: Annotated[str, Field(alias="DEALCLOCK_EMAIL_FROM", pattern=r"@")]
    ses_configuration_set: Annotated[str | None, Field(alias="DEALCLOCK_SES_CONFIGURATION_SET")] = (
        None
    )
    reply_domain: Annotated[str, Field(alias="DEALCLOCK_REPLY_DOMAIN", pattern=_DOMAIN)] = ""


class DeliverSettings(SlackSettings, MailSettings):
    """What delivering needs. Without a `web_url` mails carry no link."""

    delivery_queue: Annotated[_Filled, Field(alias="DEALCLOCK_DELIVERY_QUEUE_URL")]
    slack_api_url: _SlackApiUrl = "https://slack.com/api/"


class WebSettings(Settings):
    """What answering personal links needs."""

    assess_queue: Annotated[_Filled, Field(alias="DEALCLOCK_ASSESS_QUEUE_URL")]


class MailInSettings(MailSettings):
    """What filing replies needs."""

    delivery_queue: Annotated[_Filled, Field(alias="DEALCLOCK_DELIVERY_QUEUE_URL")]
    bucket: Annotated[_Filled, Field(alias="DEALCLOCK_MAIL_IN_BUCKET")]


class SlackSecret(BaseModel):
    """The secret of the Slack app, kept in Secrets Manager and never logged."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)

    signing_secret: Annotated[str, Field(min_length=1, repr=False)]
    bot_token: Annotated[str, Field(pattern=r"^xoxb-", repr=False)]

    @classmethod
    def fetch(cls, client: "SecretsManagerClient", secret: str) -> "SlackSecret":
        """The secret's value; raises SettingsError when it was never filled."""
        try:
            value = client.get_secret_value(SecretId=secret)["SecretString"]
            return cls.model_validate_json(value)
        except (ValidationError, KeyError, client.exceptions.ResourceNotFoundException):
            raise SettingsError(
                "the Slack secret is empty or incomplete: fill it with signing_secret and "
                "bot_token, as docs/operations.md tells."
            ) from None
