"""`template.yaml` for tests: as written, and after the SAM transform."""

from __future__ import annotations

import copy
import functools
import os
import re
from pathlib import Path
from typing import Any, TypeAlias
from unittest import mock

from samtranslator.translator.transform import transform
from samtranslator.yaml_helper import yaml_parse

CHECKOUT = Path(__file__).resolve().parents[2]
TEMPLATE = CHECKOUT / "template.yaml"

Json: TypeAlias = dict[str, Any]


class _NoManagedPolicies:
    """Every role is explicit, so the transform needs no managed policies from AWS."""

    def load(self) -> dict[str, str]:
        return {}


@functools.cache
def _written() -> Json:
    parsed: Json = yaml_parse(TEMPLATE.read_text())
    return parsed


def written() -> Json:
    """The template as written in the file, with `!Ref` and the like in their long form."""
    return copy.deepcopy(_written())


@functools.cache
def _transformed(changed: str = "", **values: str) -> Json:
    with mock.patch.dict(os.environ, {"AWS_DEFAULT_REGION": "us-east-1"}):
        template = written()
        for logical_id, resource in template["Resources"].items():
            for name in ("CodeUri", "ContentUri"):  # as `sam deploy` sets it
                if name in resource["Properties"]:
                    key = "new" if logical_id == changed else "key"
                    resource["Properties"][name] = f"s3://bucket/{key}"
        result: Json = transform(template, values, _NoManagedPolicies())
    return result


def transformed(changed: str = "", **values: str) -> Json:
    """The template after the SAM transform, as CloudFormation gets it; with new content in the
    folder of the function or layer `changed`, and with these values of parameters.
    """
    return copy.deepcopy(_transformed(changed, **values))


def of_type(kind: str) -> dict[str, Json]:
    """Properties by logical id, of every resource of a kind such as `AWS::SQS::Queue`."""
    return {
        name: copy.deepcopy(resource["Properties"])
        for name, resource in _transformed()["Resources"].items()
        if resource["Type"] == kind
    }


def named(logical_id: str) -> Json:
    """The properties of one resource after the transform."""
    properties: Json = _transformed()["Resources"][logical_id]["Properties"]
    return copy.deepcopy(properties)


def target(reference: Any) -> str:
    """The logical id in a `Ref`, `Fn::GetAtt` or plain `Fn::Sub`; for an alias, its function."""
    return _logical_id(reference).removesuffix("Aliaslive")


def _logical_id(reference: Any) -> str:
    if "Ref" in reference:
        return str(reference["Ref"])
    if "Fn::GetAtt" in reference:
        attribute = reference["Fn::GetAtt"]
        return str(attribute.split(".")[0] if isinstance(attribute, str) else attribute[0])
    match = re.match(r"\$\{(\w+)", reference["Fn::Sub"])
    if match is None:
        raise AssertionError(f"{reference!r} points at no resource of the template")
    return match.group(1)


def many(value: Any) -> list[Any]:
    """The value as a list: IAM allows a single value in place of a list of one."""
    return value if isinstance(value, list) else [value]


FUNCTIONS = {
    "sweep": "SweepFunction",
    "assess": "AssessFunction",
    "deliver": "DeliverFunction",
    "slack": "SlackFunction",
    "watchdog": "WatchdogFunction",
    "verify": "VerifyFunction",
    "mail_events": "MailEventsFunction",
    "files": "FilesFunction",
    "web": "WebFunction",
    "canary": "CanaryFunction",
}

SERVING = {name: function for name, function in FUNCTIONS.items() if name != "canary"}
"""All but the one that is asked before a release serves."""


def policy_of(function: str) -> str:
    """The policy of a function, by the function's folder."""
    return f"{FUNCTIONS[function].removesuffix('Function')}Policy"
