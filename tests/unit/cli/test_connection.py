"""Which stack a command connects to, and how each failure to reach one is reported."""

import argparse
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boto3
import pytest
from botocore.exceptions import EndpointConnectionError
from botocore.stub import Stubber

from dealclock.cli import connection
from dealclock.errors import RefusedError
from dealclock.store.dynamodb import DynamoTable

TOLD = {
    "endpoint": "http://127.0.0.1:4566",
    "region": "us-east-1",
    "access_key_id": "local-key",
    "secret_access_key": "local-secret",
    "table": "deals",
    "functions": {"sweep": "dealclock-sweep"},
}
OUTPUTS = [
    {"OutputKey": "TableName", "OutputValue": "deals-in-aws"},
    {"OutputKey": "SweepFunctionName", "OutputValue": "sweep-in-aws"},
]


class Functions:
    """A Lambda client that answers as told and keeps what it was sent."""

    def __init__(self, answer: Any, error: str = "") -> None:
        self.answer, self.error, self.sent = answer, error, dict[str, Any]()

    def invoke(self, **sent: Any) -> dict[str, Any]:
        self.sent = sent
        if isinstance(self.answer, Exception):
            raise self.answer
        items = {"Payload": io.BytesIO(json.dumps(self.answer).encode())}
        return {**items, "FunctionError": self.error} if self.error else items


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory, and nothing in the environment."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(connection.VARIABLE, raising=False)
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "testing")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "testing")
    return tmp_path


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """The clients made, by service, with how; none of them reaches anything."""
    found: list[tuple[str, dict[str, Any]]] = []

    def client(service: str, **how: Any) -> object:
        found.append((service, how))
        return Functions({}) if service == "lambda" else object()

    monkeypatch.setattr(boto3, "client", client)
    return found


def connect(stack: Path | None = None) -> connection.Connection:
    return connection.connect(argparse.Namespace(stack=stack))


def write(file: Path, told: object) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(told if isinstance(told, str) else json.dumps(told))
    return file


def table_of(found: connection.Connection) -> str:
    table = found.store.table
    assert isinstance(table, DynamoTable)
    return table._name


def test_the_file_named_comes_first_then_the_local_one_then_the_environment(
    elsewhere: Path, made: list[tuple[str, dict[str, Any]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(connection.VARIABLE, "never asked")
    write(elsewhere / ".dealclock" / "stack.json", TOLD)
    named = write(elsewhere / "other.json", {**TOLD, "table": "other-deals"})
    assert table_of(connect(named)) == "other-deals"
    assert table_of(connect()) == "deals"
    assert {service for service, _ in made} == {"dynamodb"}
    for _, how in made:
        assert how["endpoint_url"] == "http://127.0.0.1:4566"
        assert how["aws_access_key_id"] == "local-key"
        assert how["config"].proxies == {}


def test_without_a_stack_the_three_ways_to_name_one_are_shown() -> None:
    with pytest.raises(RefusedError) as refused:
        connect()
    for way in ("`make demo`", "--stack FILE", "DEALCLOCK_STACK"):
        assert way in str(refused.value)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({}, "it lacks 'endpoint'"),
        ({k: v for k, v in TOLD.items() if k != "table"}, "it lacks 'table'"),
        ({**TOLD, "functions": {}}, "it lacks 'sweep'"),
        ({**TOLD, "functions": None}, "does not describe a stack"),
        ([], "does not describe a stack"),
        ("{", "does not describe a stack"),
        ("", "does not describe a stack"),
    ],
)
def test_a_file_that_does_not_describe_a_stack_is_refused_with_what_is_missing(
    elsewhere: Path, told: object, said: str
) -> None:
    file = write(elsewhere / "stack.json", told)
    with pytest.raises(RefusedError) as refused:
        connect(file)
    assert said in str(refused.value)
    assert str(file) in str(refused.value)
    assert "local-secret" not in str(refused.value)


def test_a_missing_file_is_reported(elsewhere: Path) -> None:
    with pytest.raises(RefusedError, match=r"nowhere.json \(No such file"):
        connect(elsewhere / "nowhere.json")


@pytest.fixture
def aws(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stubber]:
    """CloudFormation, to be told its answers; the environment names the stack."""
    client = boto3.client("cloudformation")
    make: Any = boto3.client

    def making(service: str, **how: Any) -> object:
        made: object = client if service == "cloudformation" else make(service, **how)
        return made

    monkeypatch.setattr(boto3, "client", making)
    monkeypatch.setenv(connection.VARIABLE, "dealclock-live")
    with Stubber(client) as answers:
        yield answers


def stack(*outputs: dict[str, str]) -> dict[str, Any]:
    made = {"StackName": "dealclock-live", "CreationTime": 0, "StackStatus": "CREATE_COMPLETE"}
    return {"Stacks": [{**made, "Outputs": list(outputs)}]}


def test_a_stack_in_aws_is_found_by_the_name_in_the_environment(aws: Stubber) -> None:
    aws.add_response("describe_stacks", stack(*OUTPUTS), {"StackName": "dealclock-live"})
    assert table_of(connect()) == "deals-in-aws"


def test_a_missing_or_foreign_aws_stack_is_reported(aws: Stubber) -> None:
    aws.add_client_error("describe_stacks", "ValidationError", "it does not exist")
    with pytest.raises(RefusedError, match=r"the stack 'dealclock-live': .*not exist"):
        connect()
    aws.add_response("describe_stacks", stack(OUTPUTS[0]))
    with pytest.raises(RefusedError, match="has no output SweepFunctionName"):
        connect()


def test_without_a_region_aws_is_not_reached_and_this_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(connection.VARIABLE, "dealclock-live")
    monkeypatch.delenv("AWS_DEFAULT_REGION")
    monkeypatch.setenv("AWS_CONFIG_FILE", "nowhere")
    with pytest.raises(RefusedError, match="You must specify a region"):
        connect()


@pytest.mark.parametrize(
    ("functions", "said"),
    [
        (Functions({"errorMessage": "no such table"}, "Unhandled"), "check failed: no such table"),
        (Functions(EndpointConnectionError(endpoint_url="http://127.0.0.1:4566")), "not be called"),
    ],
)
def test_a_sweep_that_fails_or_cannot_be_called_is_reported(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, functions: Functions, said: str
) -> None:
    monkeypatch.setattr(boto3, "client", lambda service, **_: functions)
    stack = connect(write(elsewhere / "stack.json", TOLD))
    with pytest.raises(RefusedError, match=said):
        stack.sweep({})


def test_a_sweep_hands_the_event_over_and_the_answer_back(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    functions = Functions({"queued": ["story"]})
    monkeypatch.setattr(boto3, "client", lambda service, **_: functions)
    stack = connect(write(elsewhere / "stack.json", TOLD))
    assert stack.sweep({"slot": "morning"}) == {"queued": ["story"]}
    assert functions.sent == {"FunctionName": "dealclock-sweep", "Payload": b'{"slot": "morning"}'}
