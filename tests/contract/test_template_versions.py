"""Each deployment publishes versions, and everything that starts a function uses its alias."""

import json
import re
from datetime import timedelta

import pytest

from dealclock.jobs.deliver.paused_deals import A_DEPLOYMENT
from tests.contract.cloudformation import (
    FUNCTIONS,
    SERVING,
    Json,
    named,
    of_type,
    target,
    transformed,
    written,
)

LONGEST_DESCRIPTION = 256
"""Characters that AWS accepts in the description of a layer."""


def versions(template: Json) -> dict[str, tuple[str, str]]:
    """Logical id and description of each function's version: CloudFormation makes it again when
    either is new.
    """
    return {
        target(resource["Properties"]["FunctionName"]): (
            name,
            resource["Properties"]["Description"]["Fn::Sub"],
        )
        for name, resource in template["Resources"].items()
        if resource["Type"] == "AWS::Lambda::Version"
    }


def test_only_a_version_an_alias_and_alarms_name_a_function_itself() -> None:
    unpublished = {
        (resource["Type"], function)
        for resource in transformed()["Resources"].values()
        for function in SERVING.values()
        if re.search(rf'["{{]{function}["}}.]', json.dumps({**resource, "DependsOn": []}))
    }
    kinds = ("AWS::Lambda::Version", "AWS::Lambda::Alias", "AWS::Lambda::EventInvokeConfig")
    own = {(kind, function) for kind in kinds for function in SERVING.values()}
    watching = {"AWS::CloudWatch::Alarm", "AWS::CloudWatch::Dashboard"}
    assert {kind for kind, _ in unpublished - own} == watching
    for config in of_type("AWS::Lambda::EventInvokeConfig").values():
        assert config["Qualifier"] == "live"  # by name, since it has no field for an alias


@pytest.mark.parametrize(
    ("kind", "field", "started"),
    [
        ("AWS::Lambda::EventSourceMapping", "FunctionName", {"assess", "deliver", "files"}),
        ("AWS::Lambda::Permission", "FunctionName", {"mail_events", "slack", "web"}),
        ("AWS::Lambda::Url", "TargetFunctionArn", {"slack", "web"}),
        ("AWS::SNS::Subscription", "Endpoint", {"mail_events"}),
        ("AWS::Scheduler::Schedule", "Target", {"sweep", "verify", "watchdog"}),
    ],
)
def test_what_starts_a_function_names_its_alias(kind: str, field: str, started: set[str]) -> None:
    named = [
        value["Arn"] if field == "Target" else value
        for each in of_type(kind).values()
        if isinstance(value := each[field], dict)
        and "AlarmEmail" not in json.dumps(value)
        and ":aws-sdk:" not in json.dumps(value)  # the archive's export starts no function
    ]
    assert {json.dumps(each) for each in named} == {
        json.dumps({"Ref": f"{FUNCTIONS[each]}Aliaslive"}) for each in started
    }


def test_outputs_name_the_alias() -> None:
    outputs = transformed()["Outputs"]
    for function in SERVING.values():
        assert outputs[f"{function}Name"]["Value"] == {"Ref": f"{function}Aliaslive"}


@pytest.mark.parametrize(
    ("changed", "published"),
    [
        ("DealclockLayer", set(FUNCTIONS.values())),
        ("DependenciesLayer", set(FUNCTIONS.values())),
        ("FilesLayer", {"FilesFunction", "CanaryFunction"}),
        ("SweepFunction", {"SweepFunction"}),
    ],
)
def test_new_code_is_a_new_version_of_each_function_that_has_it(
    changed: str, published: set[str]
) -> None:
    before, after = versions(transformed()), versions(transformed(changed))
    assert before.keys() == set(FUNCTIONS.values())
    assert {name for name in before if before[name] != after[name]} == published


def parameters_in(value: object) -> set[str]:
    """The parameters whose value is in a part of the template, through its conditions too."""
    template = written()
    names = template["Parameters"].keys() | template["Conditions"].keys()
    found: set[str] = set()
    texts = [json.dumps(value)]
    while texts:
        text = texts.pop()
        new = {name for name in names - found if re.search(rf'["{{]{name}["}}]', text)}
        texts += [json.dumps(template["Conditions"].get(name)) for name in new]
        found |= new
    return {name for name in found if name in template["Parameters"]}


def given() -> set[str]:
    """The parameters whose value any function gets."""
    resources = written()["Resources"]
    own = [resources[function]["Properties"] for function in FUNCTIONS.values()]
    everyone = written()["Globals"]["Function"]["Environment"]
    return parameters_in([everyone, *(each.get("Environment") for each in own)])


@pytest.mark.parametrize("parameter", sorted(given()))
def test_a_new_value_of_a_parameter_is_a_new_version_of_each_function(parameter: str) -> None:
    before, after = versions(transformed()), versions(transformed(**{parameter: "another"}))
    assert not set(before.values()) & set(after.values())


def test_the_longest_values_fit_into_a_layers_description() -> None:
    parameters = written()["Parameters"]
    lengths = {"EmailTransport": len("smtp://127.0.0.1:65535")}
    for name in ("DealclockLayer", "DependenciesLayer"):
        text = written()["Resources"][name]["Properties"]["Description"]
        text = text["Fn::Sub"] if isinstance(text, dict) else text
        for parameter in re.findall(r"\$\{(\w+)\}", text):
            words = parameters[parameter].get("AllowedValues", [])
            longest = max(map(len, words), default=lengths.get(parameter))
            longest = longest or parameters[parameter]["MaxLength"]
            text = text.replace(f"${{{parameter}}}", "x" * longest)
        assert len(text) <= LONGEST_DESCRIPTION


def test_the_canary_is_asked_before_a_release_serves_and_alarms_take_it_back() -> None:
    groups = of_type("AWS::CodeDeploy::DeploymentGroup")
    assert len(groups) == len(SERVING)
    alarms = {"WorkFailing", "RequestsFailed", "DeliveriesRefused", "FunctionsThrottled"}
    for group in groups.values():
        assert group["AutoRollbackConfiguration"]["Enabled"]
        condition, watched, otherwise = group["AlarmConfiguration"]["Fn::If"]
        assert (condition, otherwise) == ("AlarmsRollBack", {})
        assert {target(each["Name"]) for each in watched["Alarms"]} == alarms
        assert target(group["ServiceRoleArn"]) == "DeploymentRole"
    for function in SERVING.values():
        policy = transformed()["Resources"][f"{function}Aliaslive"]["UpdatePolicy"]
        hook = policy["CodeDeployLambdaAliasUpdate"]["BeforeAllowTrafficHook"]
        assert hook == {"Ref": "CanaryFunction"}


def test_a_release_takes_no_longer_than_leads_wait_for_the_notice_of_a_pause() -> None:
    (canary,) = {
        json.dumps(group["DeploymentConfigName"])
        for group in of_type("AWS::CodeDeploy::DeploymentGroup").values()
    }
    (minutes,) = re.findall(r"Canary10Percent(\d+)Minutes", canary)
    assert timedelta(minutes=int(minutes)) < A_DEPLOYMENT
    queue = named("DeliveryQueue")
    kept = queue["VisibilityTimeout"] * queue["RedrivePolicy"]["maxReceiveCount"]
    assert timedelta(seconds=kept) > A_DEPLOYMENT, "or it would be a dead letter before"
