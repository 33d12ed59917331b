"""What is taken out of the template for the embedded AWS, and that nothing else is."""

from typing import Any

import pytest

from local.deploy import LEFT_OUT, leave_out
from local.environments import LocalError
from tests.contract.cloudformation import transformed


def _only_in_aws(resource: dict[str, Any]) -> bool:
    return resource["Type"] in LEFT_OUT or "Metrics" in resource["Properties"]


def test_only_what_the_embedded_aws_refuses_is_left_out() -> None:
    template, before = transformed(), transformed()
    leave_out(template)
    gone = {name for name, each in before["Resources"].items() if _only_in_aws(each)}
    assert gone
    assert set(before["Resources"]) - set(template["Resources"]) == gone
    for name, resource in template["Resources"].items():
        assert resource["Properties"] == before["Resources"][name]["Properties"], name
    assert template["Outputs"] == before["Outputs"]


def _small(**resources: dict[str, Any]) -> dict[str, Any]:
    application = {"Type": "AWS::CodeDeploy::Application", "Properties": {}}
    return {
        "Resources": {"Gone": application, **resources},
        "Outputs": {"Named": {"Value": {"Ref": "Gone"}}, "Kept": {"Value": {"Ref": "GoneNot"}}},
    }


def test_what_follows_a_resource_left_out_goes_with_it() -> None:
    alias = {
        "Type": "AWS::Lambda::Alias",
        "DependsOn": ["Gone", "Other"],
        "UpdatePolicy": {"CodeDeployLambdaAliasUpdate": {"ApplicationName": {"Ref": "Gone"}}},
        "Properties": {"Name": "live"},
    }
    template = _small(Alias=alias)
    leave_out(template)
    assert template == {
        "Resources": {
            "Alias": {
                "Type": "AWS::Lambda::Alias",
                "DependsOn": ["Other"],
                "Properties": {"Name": "live"},
            }
        },
        "Outputs": {"Kept": {"Value": {"Ref": "GoneNot"}}},
    }


@pytest.mark.parametrize(
    "reference", [{"Ref": "Gone"}, {"Fn::GetAtt": ["Gone", "Arn"]}, {"Fn::Sub": "a ${Gone.Arn}"}]
)
def test_a_resource_that_needs_one_left_out_is_refused(reference: dict[str, Any]) -> None:
    queue = {"Type": "AWS::SQS::Queue", "Properties": {"QueueName": reference}}
    with pytest.raises(LocalError, match="Queue refers to Gone"):
        leave_out(_small(Queue=queue))
