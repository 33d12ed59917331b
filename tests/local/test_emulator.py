"""The embedded AWS runs the trial stack as AWS would, as far as Dealclock relies on it."""

from __future__ import annotations

import contextlib
import json
import urllib.request
from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from botocore.config import Config
from botocore.exceptions import ClientError

from local import build, deploy, throttle
from local.environments import LocalError
from local.stack import FunctionFailedError
from tests.local.conftest import Trial
from tests.local.holding import SETTINGS, TRIAL
from tests.local.observing import listening, processes_naming
from tests.waiting import eventually

pytestmark = [pytest.mark.stack, pytest.mark.xdist_group("trial")]

LOOPBACK = "0100007F"  # 127.0.0.1, as the kernel writes it


def test_a_message_goes_through_both_queues_into_the_table(trial: Trial) -> None:
    send(trial, "through")
    assert eventually(lambda: "through by xoxb-local" in written(trial))


def test_a_first_in_first_out_queue_keeps_the_order_of_a_group(trial: Trial) -> None:
    for number in range(4):
        send(trial, f"order-{number}")
    wanted = {f"order-{number} by xoxb-local" for number in range(4)}
    assert eventually(lambda: wanted <= written(trial))


@pytest.mark.parametrize(
    ("function", "sid", "event"),
    [
        ("first", "SendOn", {"Records": [{"body": "denied"}]}),
        ("first", "ReadSecret", {"Records": [{"body": "denied"}]}),
        ("second", "Write", {"Records": [{"body": "denied"}]}),
    ],
)
def test_a_function_without_any_one_of_its_statements_is_denied(
    trial: Trial, function: str, sid: str, event: dict[str, Any]
) -> None:
    trial.stack.invoke(function, event)  # the control: with the statement it works
    with without_statement(trial, function, sid), pytest.raises(FunctionFailedError) as denied:
        trial.stack.invoke(function, event)
    assert "AccessDenied" in str(denied.value)
    trial.stack.invoke(function, event)


def test_a_function_url_answers_on_this_machine(trial: Trial) -> None:
    with urllib.request.urlopen(trial.stack.slack_url, data=b"a=b", timeout=20) as answer:
        assert answer.read() == b"hello from http://127.0.0.1:9/api/"


def test_a_deployment_is_served_at_the_same_address_by_a_new_version(trial: Trial) -> None:
    """Another value of a parameter alone, which AWS's transform would not publish by itself."""
    access, folder = trial.stack.access, trial.aws.folder
    name = trial.stack.functions["first"].rpartition(":")[0]

    def versions() -> list[str]:
        listed = trial.stack.client("lambda").list_versions_by_function(FunctionName=name)
        return [each["Version"] for each in listed["Versions"] if each["Version"] != "$LATEST"]

    before = versions()
    other = {**SETTINGS.parameters(), "SlackApiUrl": "http://127.0.0.1:7/api/"}
    try:
        assert deploy.deploy(access, folder, other, TRIAL).outputs == trial.stack.outputs
        with urllib.request.urlopen(trial.stack.slack_url, data=b"a=b", timeout=20) as answer:
            assert answer.read() == b"hello from http://127.0.0.1:7/api/"
        assert len(versions()) == 1, "the version before is gone"
        assert versions() != before
    finally:
        deploy.deploy(access, folder, SETTINGS.parameters(), TRIAL)


def test_functions_inherit_nothing_of_the_callers_environment(
    trial: Trial,
) -> None:
    seen = trial.stack.invoke("first", {})["environment"]
    assert seen["HOME"].startswith(str(trial.aws.folder))
    assert not {"SSH_AUTH_SOCK", "USER", "LOGNAME", "VIRTUAL_ENV", "PYTEST_CURRENT_TEST"} & set(
        seen
    )


def test_packages_come_from_the_layer_and_not_from_the_emulators_environment(trial: Trial) -> None:
    found = trial.stack.invoke("first", {})["botocore"]
    assert found.startswith(str(build.DEPENDENCIES.host))


def test_everything_listens_on_the_loopback_address_only(trial: Trial) -> None:
    sockets = listening(processes_naming(str(trial.run.root)))
    assert {entry.address for entry in sockets} == {LOOPBACK}


def test_the_same_content_is_not_deployed_again(trial: Trial) -> None:
    folder = trial.aws.folder
    same = deploy.deploy(trial.stack.access, folder, SETTINGS.parameters(), TRIAL)
    assert not same.changed
    assert same.outputs == trial.stack.outputs


def test_the_stack_file_says_how_to_reach_the_stack(trial: Trial) -> None:
    said = json.loads(trial.run.stack_file.read_text())
    assert said["endpoint"] == trial.stack.access.endpoint
    assert said["region"] == "us-east-1"
    assert said["table"] == trial.stack.table
    assert said["functions"]["second"] == trial.stack.functions["second"]
    assert said["assess_queue_url"].endswith(".fifo")


def test_a_projection_gives_the_attributes_asked_for_and_refuses_one_asked_twice(
    trial: Trial,
) -> None:
    client, table = trial.stack.client("dynamodb"), trial.stack.table
    item = {"PK": {"S": "shown"}, "a": {"S": "1"}, "b": {"M": {"c": {"S": "2"}, "d": {"S": "3"}}}}
    client.put_item(TableName=table, Item=item)

    def shown(expression: str, **names: str) -> dict[str, Any]:
        found = client.query(
            TableName=table,
            KeyConditionExpression="PK = :pk",
            ExpressionAttributeValues={":pk": {"S": "shown"}},
            ProjectionExpression=expression,
            ExpressionAttributeNames={f"#{name}": value for name, value in names.items()},
        )
        only: dict[str, Any] = found["Items"][0]
        return only

    assert shown("#x, #y, #z", x="PK", y="b", z="missing") == {"PK": item["PK"], "b": item["b"]}
    assert shown("#x.c", x="b") == {"b": {"M": {"c": {"S": "2"}}}}
    for twice in ("#x, #y", "#x, #y.c"):
        with pytest.raises(ClientError, match="overlap"):
            shown(twice, x="b", y="b")


def test_a_throttled_table_refuses_the_functions_and_not_this_machine(trial: Trial) -> None:
    role = trial.stack.client("lambda").get_function_configuration(
        FunctionName=trial.stack.functions["second"]
    )["Role"]
    taken = trial.stack.client("sts").assume_role(RoleArn=role, RoleSessionName="tests")
    keys = taken["Credentials"]
    function: Any = boto3.client(
        "dynamodb",
        endpoint_url=trial.stack.access.endpoint,
        region_name=trial.stack.access.region,
        aws_access_key_id=keys["AccessKeyId"],
        aws_secret_access_key=keys["SecretAccessKey"],
        aws_session_token=keys["SessionToken"],
        config=Config(proxies={}, retries={"total_max_attempts": 1}),
    )
    put = {"TableName": trial.stack.table, "Item": {"PK": {"S": "throttled"}}}

    def outcomes(times: int) -> list[str]:
        found = []
        for _ in range(times):
            try:
                function.put_item(**put)
                found.append("done")
            except ClientError as refused:
                found.append(refused.response["Error"]["Code"])
        return found

    busy = "ProvisionedThroughputExceededException"
    throttle.order(trial.aws.folder)
    try:
        assert outcomes(3) == [busy] * 3
        assert "throttled" not in written(trial), "and root may look"
        assert throttle.refused_calls(trial.aws.folder) == 3
        throttle.order(trial.aws.folder, through=2)
        assert sorted(outcomes(4)) == [busy, busy, "done", "done"]
        assert throttle.refused_calls(trial.aws.folder) == 2
    finally:
        throttle.clear(trial.aws.folder)
    assert throttle.current(trial.aws.folder) is None
    assert outcomes(2) == ["done", "done"]


def test_a_template_that_is_refused_names_the_resource(trial: Trial, tmp_path: Any) -> None:
    template = tmp_path / "template.yaml"
    template.write_text("Resources: { Thing: { Type: 'AWS::Made::Up' } }")
    with pytest.raises(LocalError, match="AWS::Made::Up"):
        deploy.deploy(trial.stack.access, tmp_path, {}, template, stack="refused")


@contextlib.contextmanager
def without_statement(trial: Trial, function: str, sid: str) -> Iterator[None]:
    """The function's role with one statement of its inline policies taken away."""
    iam = trial.stack.client("iam")
    configuration = trial.stack.client("lambda").get_function_configuration(
        FunctionName=trial.stack.functions[function]
    )
    role = configuration["Role"].rpartition("/")[2]
    for name in iam.list_role_policies(RoleName=role)["PolicyNames"]:
        document = iam.get_role_policy(RoleName=role, PolicyName=name)["PolicyDocument"]
        kept = [entry for entry in document["Statement"] if entry["Sid"] != sid]
        if kept == document["Statement"]:
            continue
        put = {"RoleName": role, "PolicyName": name}
        if kept:
            iam.put_role_policy(**put, PolicyDocument=json.dumps({**document, "Statement": kept}))
        else:
            iam.delete_role_policy(**put)
        yield
        iam.put_role_policy(**put, PolicyDocument=json.dumps(document))
        return
    raise AssertionError(f"{role} has no statement {sid}")


def send(trial: Trial, body: str) -> None:
    trial.stack.client("sqs").send_message(
        QueueUrl=trial.stack.assess_queue_url,
        MessageBody=body,
        MessageGroupId="deal",
        MessageDeduplicationId=body,
    )


def written(trial: Trial) -> set[str]:
    items = trial.stack.client("dynamodb").scan(TableName=trial.stack.table)["Items"]
    return {item["PK"]["S"] for item in items}
