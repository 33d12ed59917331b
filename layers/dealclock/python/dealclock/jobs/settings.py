"""Each function's settings from environment variables, checked once when it starts.

Checked by hand, since functions/slack is to start without pydantic (docs/decisions/desk.md).
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeVar

from dealclock.errors import DealclockError
from dealclock.jobs.dead_letters import What, list_queues

if TYPE_CHECKING:
    from mypy_boto3_secretsmanager import SecretsManagerClient

S = TypeVar("S", bound="Settings")
_WEB = r"(https://[^\s?#]+/|http://127\.0\.0\.1:\d+/([^\s?#]+/)?)?"
_SLACK_API = r"(https://|http://127\.0\.0\.1[:/]).*"
_TRANSPORT = r"ses|smtp://127\.0\.0\.1:\d+"
_OUTSIDE = r"(https://[^\s?#]+|http://127\.0\.0\.1:\d+/[^\s?#]*)?"
_FILLED, _ANY = r"(?s:.+)", r"(?s:.*)"
_CAPITAL = re.compile(r"(?<!^)[A-Z]")


def _variable(pattern: str, default: Any = MISSING) -> Any:
    """A field whose variable must match the whole pattern; any other must be filled."""
    return field(default=default, metadata={"pattern": pattern})


def _slack_api() -> Any:
    """The address of Slack's Web API: encrypted, or on this machine."""
    return _variable(_SLACK_API, "https://slack.com/api/")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The base of every function's settings.

    Each field is an environment variable: `table` is DEALCLOCK_TABLE.
    """

    table: str
    archive: str = _variable(_FILLED, "")

    @classmethod
    def load(cls: type[S], environment: Mapping[str, str]) -> S:
        """The settings in an environment; raises DealclockError naming each variable at fault."""
        wrong = [said for each in fields(cls) if (said := _wrong(each, environment))]
        if wrong:
            raise DealclockError(
                f"this function is not configured: {'; '.join(wrong)}. template.yaml sets its "
                "variables."
            )
        given = {each.name: environment.get(_name(each)) for each in fields(cls)}
        return cls(**{name: value for name, value in given.items() if value is not None})


def _name(each: "Field[Any]") -> str:
    return f"DEALCLOCK_{each.name.upper()}"


def _wrong(each: "Field[Any]", environment: Mapping[str, str]) -> str:
    """What is wrong with one variable, "" when nothing is; never its value."""
    name, pattern = _name(each), each.metadata.get("pattern", _FILLED)
    value = environment.get(name)
    if value is None:
        return f"{name} must be given" if each.default is MISSING else ""
    return "" if re.fullmatch(pattern, value) else f"{name} must match {pattern}"


@dataclass(frozen=True, kw_only=True)
class SweepSettings(Settings):
    """Settings of the sweep."""

    assess_queue_url: str
    delivery_queue_url: str


@dataclass(frozen=True, kw_only=True)
class AssessSettings(Settings):
    """Settings of the function that assesses a deal, and does what people do on pages."""

    assess_queue_url: str
    delivery_queue_url: str


@dataclass(frozen=True, kw_only=True)
class WatchdogSettings(Settings):
    """What the watchdog needs."""

    key: str
    outside_watch_url: str = _variable(_OUTSIDE, "")
    assess_queue_url: str
    delivery_queue_url: str
    assess_dead_letters_url: str
    delivery_dead_letters_url: str
    schedule_dead_letters_url: str
    file_dead_letters_url: str
    sweep_failures_url: str
    mail_event_failures_url: str

    @property
    def dead_letters(self) -> Mapping[What, tuple[str, ...]]:
        """The dead-letter queues, by their names in `dealclock redrive`."""
        return list_queues(lambda name: getattr(self, _CAPITAL.sub(r"_\g<0>", name).lower()))


@dataclass(frozen=True, kw_only=True)
class MailEventsSettings(Settings):
    """Settings of the function that records SES events."""

    delivery_queue_url: str


@dataclass(frozen=True, kw_only=True)
class SlackSettings(Settings):
    """Settings of the functions that answer Slack. `web_url`, the base of personal links, ends with
    a slash.
    """

    slack_secret: str
    web_url: str = _variable(_WEB, "")


@dataclass(frozen=True, kw_only=True)
class DeskSettings(SlackSettings):
    """Settings of the desk in Slack: to answer, to record, and to open forms."""

    assess_queue_url: str
    delivery_queue_url: str
    file_queue_url: str
    slack_api_url: str = _slack_api()


@dataclass(frozen=True, kw_only=True)
class FilesSettings(SlackSettings):
    """Settings of the function that makes files."""

    file_queue_url: str
    slack_api_url: str = _slack_api()


@dataclass(frozen=True, kw_only=True)
class MailSettings(Settings):
    """Settings for sending email."""

    email_transport: str = _variable(_TRANSPORT)
    email_from: str = _variable(r".*@.*")
    ses_configuration_set: str | None = _variable(_ANY, None)


@dataclass(frozen=True, kw_only=True)
class DeliverSettings(SlackSettings, MailSettings):
    """Settings of delivery. Without a `web_url`, emails contain no link."""

    delivery_queue_url: str
    slack_api_url: str = _slack_api()
    sms_origination: str = _variable(_ANY, "")


@dataclass(frozen=True, kw_only=True)
class WebSettings(Settings):
    """Settings of the function that answers personal links, and of the one that may write deals."""

    act_function: str


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


class SlackSecrets:
    """The Slack secret, read again once it is KEPT long, or when Slack and it no longer agree.

    So a replaced one is taken up without a deployment. A forged request fails like one that is
    signed by a new secret, so it has the secret read only once in AGAIN.
    """

    KEPT = timedelta(minutes=10)
    AGAIN = timedelta(minutes=1)

    def __init__(
        self, client: "SecretsManagerClient", arn: str, clock: Callable[[], datetime]
    ) -> None:
        self._client, self._arn, self._clock = client, arn, clock
        self._found: SlackSecret | None = None
        self._read_at = clock()

    def current(self) -> SlackSecret:
        """The secret; raises DealclockError while it is empty, and looks again at each call."""
        if self._found is None or self._clock() - self._read_at >= self.KEPT:
            return self._read()
        return self._found

    def renewed(self, after: timedelta = AGAIN) -> SlackSecret | None:
        """The secret read again, if it is another now; None within `after` of the last reading."""
        before = self._found
        if self._clock() - self._read_at < after:
            return None
        found = self._read()
        return found if found != before else None

    def renewed_token(self) -> str | None:
        """Another token, after Slack refused this one, which only Slack can."""
        found = self.renewed(timedelta(0))
        return found.bot_token if found else None

    def _read(self) -> SlackSecret:
        self._read_at = self._clock()
        try:
            found = SlackSecret.fetch(self._client, self._arn)
        except Exception:
            if self._found is None:
                raise
            return self._found  # it may still be right
        self._found = found
        return found


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value != ""
