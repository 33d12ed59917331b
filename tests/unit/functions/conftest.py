"""The functions as Lambda imports them: settings in the environment, queues and the secret in moto,
the table in memory.
"""

import importlib.util
import io
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import boto3
import pytest
from moto import mock_aws

from dealclock.channels.membership import MembershipCheck
from dealclock.people.people import Person
from dealclock.store import Bundle, Store, dynamodb
from tests.contract.store import samples
from tests.memory_table import MemoryTable
from tests.unit.engine.deals import closed_on

CHECKOUT = Path(__file__).parents[3]
SIGNING_SECRET = "a-signing-secret-of-the-tests"
REQUEST = "4d1b7a52-0000-4000-8000-000000000001"
LOADED = datetime(2024, 6, 30, 12, tzinfo=UTC)
# For a closing on June 30, 2024 the Effectiveness Target Date is October 28, the samples' date.
TERMS = closed_on(date(2024, 6, 30))
DANA = Person(
    id="dana", name="Dana Fields", email="dana@issuer.example", slack="U0EXAMPLE1", role="viewer"
)
CONTEXT = SimpleNamespace(
    function_name="function",
    memory_limit_in_mb=512,
    invoked_function_arn="arn:aws:lambda:us-east-1:123456789012:function:function",
    aws_request_id=REQUEST,
    get_remaining_time_in_millis=lambda: 60_000,
)


@dataclass
class Cloud:
    """The resources of the functions: the table, two queues and the secret."""

    store: Store
    sqs: Any
    assess_queue: str
    delivery_queue: str

    def queued(self, url: str) -> list[dict[str, Any]]:
        """Receive and delete the messages of a queue, in the form that Lambda passes on."""
        messages: list[dict[str, Any]] = []
        while True:
            batch = self.sqs.receive_message(
                QueueUrl=url, MaxNumberOfMessages=10, MessageSystemAttributeNames=["All"]
            ).get("Messages", [])
            if not batch:
                return messages
            for message in batch:
                self.sqs.delete_message(QueueUrl=url, ReceiptHandle=message["ReceiptHandle"])
                messages.append(
                    {
                        "messageId": message["MessageId"],
                        "body": message["Body"],
                        "attributes": message["Attributes"],
                        "eventSource": "aws:sqs",
                    }
                )


@dataclass
class Log:
    """All output of a function: its log and its metrics."""

    stream: io.StringIO
    printed: Callable[[], str]
    other_logs: Callable[[], str]

    @property
    def text(self) -> str:
        return self.stream.getvalue() + self.printed() + self.other_logs()


def sample(name: str) -> dict[str, Any]:
    """A sample event of `events/`."""
    event: dict[str, Any] = json.loads((CHECKOUT / "events" / name).read_text())
    return event


@pytest.fixture(scope="module")
def cloud() -> Iterator[Cloud]:
    """Cedar, live, with Dana on its list and the sample's channel; Story, a rehearsal."""
    with mock_aws(), pytest.MonkeyPatch.context() as environment:
        environment.setenv("AWS_DEFAULT_REGION", "us-east-1")
        sqs = boto3.client("sqs")
        tables = {"deals": MemoryTable()}
        environment.setattr(dynamodb, "DynamoTable", lambda _, name, *archive: tables[name])
        assess = sqs.create_queue(QueueName="assess.fifo", Attributes={"FifoQueue": "true"})[
            "QueueUrl"
        ]
        deliver = sqs.create_queue(QueueName="deliver")["QueueUrl"]
        keys = json.dumps({"signing_secret": SIGNING_SECRET, "bot_token": "xoxb-tests"})
        secret = boto3.client("secretsmanager").create_secret(Name="slack", SecretString=keys)
        dead = {
            f"DEALCLOCK_{name}_URL": sqs.create_queue(QueueName=name.lower())["QueueUrl"]
            for name in (
                "ASSESS_DEAD_LETTERS",
                "DELIVERY_DEAD_LETTERS",
                "FILE_DEAD_LETTERS",
                "SCHEDULE_DEAD_LETTERS",
                "SWEEP_FAILURES",
                "MAIL_EVENT_FAILURES",
            )
        }
        for name, value in {
            **dead,
            "DEALCLOCK_TABLE": "deals",
            "DEALCLOCK_ACT_FUNCTION": "assess",
            "DEALCLOCK_KEY": boto3.client("kms").create_key()["KeyMetadata"]["Arn"],
            "DEALCLOCK_ASSESS_QUEUE_URL": assess,
            "DEALCLOCK_DELIVERY_QUEUE_URL": deliver,
            "DEALCLOCK_FILE_QUEUE_URL": sqs.create_queue(QueueName="files")["QueueUrl"],
            "DEALCLOCK_SLACK_SECRET": secret["ARN"],
            "DEALCLOCK_EMAIL_TRANSPORT": "smtp://127.0.0.1:1",
            "DEALCLOCK_EMAIL_FROM": "dealclock@issuer.example",
            "POWERTOOLS_METRICS_NAMESPACE": "Dealclock",
            "POWERTOOLS_SERVICE_NAME": "tests",
        }.items():
            environment.setenv(name, value)
        # Slack is not called: every user counts as a member.
        environment.setattr(MembershipCheck, "refusal", lambda *_: None)
        store = Store(tables["deals"])
        team = samples.team("Cedar", "C0EXAMPLE1")
        team = team.model_copy(update={"people": (*team.people, DANA)})
        store.deals.load(Bundle("cedar", TERMS, team, ()), LOADED, "tests")
        store.deals.load(samples.rehearsal(*samples.story()), LOADED, "tests")
        yield Cloud(store, sqs, assess, deliver)
        sqs.close()


@pytest.fixture(scope="module")
def function(cloud: Cloud) -> Callable[[str], ModuleType]:
    """Import a function's handler afresh, as in a cold start."""

    def start(name: str) -> ModuleType:
        path = CHECKOUT / "functions" / name / "app.py"
        spec = importlib.util.spec_from_file_location(f"function_{name}", path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module  # Bolt looks its listeners' modules up
        # As on Lambda, where a handler's folder is on the path.
        with pytest.MonkeyPatch.context() as path_to:
            path_to.syspath_prepend(path.parent)
            spec.loader.exec_module(module)
        return module

    return start


@pytest.fixture
def log(
    capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> Callable[[ModuleType], Log]:
    """Capture the output of a function from now on, by any logger."""

    def watch(app: ModuleType) -> Log:
        stream = io.StringIO()
        for handler in app.logger.handlers:
            handler.setStream(stream)
        caplog.set_level("INFO")
        printed: list[str] = []

        def output() -> str:
            printed.extend(capsys.readouterr())
            return "".join(printed)

        return Log(stream, output, lambda: caplog.text)

    return watch
