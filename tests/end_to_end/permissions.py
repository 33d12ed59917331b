"""One permission taken from a function's role, and given back."""

from __future__ import annotations

import contextlib
import copy
import json
from collections.abc import Iterator

from local.stack import Stack


@contextlib.contextmanager
def without(stack: Stack, function: str, sid: str, action: str) -> Iterator[None]:
    """The function's role without one action of one statement of its policy."""
    iam = stack.client("iam")
    configuration = stack.client("lambda").get_function_configuration(
        FunctionName=stack.functions[function]
    )
    role = configuration["Role"].rpartition("/")[2]
    [name] = iam.list_role_policies(RoleName=role)["PolicyNames"]
    document = iam.get_role_policy(RoleName=role, PolicyName=name)["PolicyDocument"]
    put = {"RoleName": role, "PolicyName": name}
    less = copy.deepcopy(document)
    [statement] = [each for each in less["Statement"] if each["Sid"] == sid]
    actions = [statement["Action"]] if isinstance(statement["Action"], str) else statement["Action"]
    statement["Action"] = [each for each in actions if each != action]
    assert len(statement["Action"]) == len(actions) - 1, f"{sid} allows no {action}"
    if not statement["Action"]:
        less["Statement"].remove(statement)
    iam.put_role_policy(**put, PolicyDocument=json.dumps(less))
    try:
        yield
    finally:
        iam.put_role_policy(**put, PolicyDocument=json.dumps(document))


def restart(stack: Stack, function: str) -> None:
    """Let the function's next call be a cold start."""
    stack.reconfigure(function, stack.environment(function))
