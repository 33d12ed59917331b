"""Each deployment publishes versions, and everything that starts a function uses its alias."""

import json
import re

import pytest

from tests.contract.cloudformation import FUNCTIONS, Json, of_type, target, transformed, written

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
        for function in FUNCTIONS.values()
        if f'"{function}"' in json.dumps(resource)
    }
    kinds = ("AWS::Lambda::Version", "AWS::Lambda::Alias", "AWS::Lambda::EventInvokeConfig")
    own = {(kind, function) for kind in kinds for function in FUNCTIONS.values()}
    assert {kind for kind, _ in unpublished - own} == {"AWS::CloudWatch::Alarm"}
    for config in of_type("AWS::Lambda::EventInvokeConfig").values():
        assert config["Qualifier"] == "live"  # by name, since it has no field for an alias


def test_outputs_name_the_alias() -> None:
    outputs = transformed()["Outputs"]
    for function in FUNCTIONS.values():
        assert outputs[f"{function}Name"]["Value"] == {"Ref": f"{function}Aliaslive"}


@pytest.mark.parametrize(
    ("changed", "published"),
    [
        ("DealclockLayer", set(FUNCTIONS.values())),
        ("DependenciesLayer", set(FUNCTIONS.values())),
        ("FilesLayer", {"FilesFunction"}),
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
    return parameters_in([everyone, *(each["Environment"] for each in own)])


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
