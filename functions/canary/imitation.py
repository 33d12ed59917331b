"""AWS and Slack as the rehearsal has them: in memory. No call leaves the canary."""

import importlib.util
import io
import json
import os
import sys
from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from itertools import count
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest import mock

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.web import SlackResponse

from dealclock.jobs import settings

from .memory_table import MemoryTable

OWN = Path(__file__).parent
FUNCTIONS = OWN.parent
SIGNING_SECRET = "of-the-rehearsal"  # noqa: S105 - no one's
BOT, WORKSPACE = "U0CANARYBOT", "T0CANARY"
CHANNEL = {"is_private": True, "is_archived": False}
MEMBER = {
    **dict.fromkeys(("deleted", "is_bot", "is_restricted", "is_ultra_restricted"), False),
    "team_id": WORKSPACE,
}
CONTEXT = SimpleNamespace(
    function_name="canary",
    memory_limit_in_mb=1024,
    invoked_function_arn="arn:aws:lambda:us-east-1:123456789012:function:canary",
    aws_request_id="00000000-0000-4000-8000-000000000000",
    get_remaining_time_in_millis=lambda: 60_000,
)
# Where a setting's form matters. Nothing answers at Slack's address; no outside watch is called.
_VALUES = {
    "slack_api_url": "http://127.0.0.1:9/",
    "email_transport": "ses",
    "email_from": "dealclock@example.com",
    "web_url": "https://web.example/",
    "outside_watch_url": "",
}


class Imitation:
    """Each client of boto3, and Slack's answers; what is queued and sent by it."""

    def __init__(self, people: tuple[str, ...]) -> None:
        self.queues: dict[str, deque[str]] = defaultdict(deque)
        self.mails: list[bytes] = []
        self.posts: list[Mapping[str, Any]] = []
        self.apps: dict[str, ModuleType] = {}
        self._people = people
        self._numbers = count(1)

    def call(self, function: str, event: Mapping[str, Any]) -> Any:
        """What a function's own handler returns."""
        return self.apps[function].handler(event, CONTEXT)

    def send_message(self, **message: Any) -> None:
        """SQS's."""
        self.queues[message["QueueUrl"]].append(message["MessageBody"])

    def get_queue_attributes(self, **_: Any) -> dict[str, Any]:
        """SQS's: an empty queue."""
        return {"Attributes": {}}

    def get_secret_value(self, **_: Any) -> dict[str, str]:
        """Secrets Manager's."""
        secret = {"signing_secret": SIGNING_SECRET, "bot_token": "xoxb-of-the-rehearsal"}
        return {"SecretString": json.dumps(secret)}

    def describe_key(self, **_: Any) -> dict[str, Any]:
        """KMS's."""
        return {"KeyMetadata": {"KeyState": "Enabled"}}

    def send_email(self, **mail: Any) -> dict[str, str]:
        """SES's."""
        self.mails.append(mail["Content"]["Raw"]["Data"])
        return {"MessageId": f"mail-{next(self._numbers)}"}

    def invoke(self, **asked: Any) -> dict[str, Any]:
        """Lambda's, of the function that may write deals."""
        answer = self.call("assess", json.loads(asked["Payload"]))
        return {"Payload": io.BytesIO(json.dumps(answer).encode())}

    def slack(self, method: str, **how: Any) -> SlackResponse:
        """Slack's answer to any method that a rehearsal needs; no file is taken."""
        answers: dict[str, dict[str, Any]] = {
            "auth.test": {"user_id": BOT, "team_id": WORKSPACE},
            "chat.postMessage": {"ts": f"{next(self._numbers)}.000000"},
            "chat.update": {"ts": "1.000000"},
            "conversations.info": {"channel": CHANNEL},
            "conversations.members": {"members": [BOT, *self._people]},
            "conversations.open": {"channel": {"id": "D0CANARY"}},
            "users.info": {"user": MEMBER},
        }
        if method.startswith("chat."):
            self.posts.append(how["json"])
        data = answers.get(method, {"error": "ratelimited"})
        answer = SlackResponse(
            client=None,
            http_verb="POST",
            api_url=method,
            req_args={},
            data={"ok": "error" not in data, **data},
            headers={},
            status_code=200,
        )
        if "error" in data:
            raise SlackApiError(method, answer)  # type: ignore[no-untyped-call] # the library's
        return answer


@contextmanager
def imitated(people: tuple[str, ...]) -> Iterator[Imitation]:
    """Every function's own app, over one table in memory, while this lasts."""
    there, table = Imitation(people), MemoryTable()
    with (
        mock.patch.dict(os.environ, _environment()),
        mock.patch("boto3.client", return_value=there),
        mock.patch("dealclock.store.dynamodb.DynamoTable", return_value=table),
        mock.patch.object(WebClient, "api_call", there.slack),
    ):
        for app in sorted(FUNCTIONS.glob("*/app.py")):
            if app.parent != OWN:
                there.apps[app.parent.name] = _imported(app)
        yield there


def _environment() -> dict[str, str]:
    """Each setting of any function. No metric: those of the stack would count the rehearsal."""
    kinds = [
        each
        for each in vars(settings).values()
        if isinstance(each, type) and issubclass(each, settings.Settings)
    ]
    names = {field.name for kind in kinds for field in fields(kind)}
    variables = {f"DEALCLOCK_{name.upper()}": _VALUES.get(name, name) for name in names}
    return {
        **variables,
        "POWERTOOLS_METRICS_DISABLED": "true",
        "POWERTOOLS_METRICS_NAMESPACE": "Rehearsal",
        "POWERTOOLS_SERVICE_NAME": "canary",
    }


def _imported(app: Path) -> ModuleType:
    """A function's app, imported as Lambda does: with its folder on the path."""
    spec = importlib.util.spec_from_file_location(f"rehearsed_{app.parent.name}", app)
    if spec is None or spec.loader is None:
        raise ImportError(f"{app} cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # Bolt looks its listeners' modules up
    with mock.patch.object(sys, "path", [str(app.parent), *sys.path]):
        spec.loader.exec_module(module)
    return module
