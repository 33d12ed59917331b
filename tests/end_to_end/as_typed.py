"""`aws` and `sam` as a person types them, carried out on the embedded AWS.

`python -m tests.end_to_end.as_typed aws sqs purge-queue --queue-url URL` reads the options of an
operation by botocore's own model of it, as the AWS command line does. `sam deploy` is the
deployment of `local/deploy.py`: parameters that are not given stay as they were.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import boto3
from botocore import xform_name

from local.deploy import deploy
from local.environments import CHECKOUT
from local.stack import Access

PARAMETERS, FOLDER = "AS_TYPED_PARAMETERS", "AS_TYPED_FOLDER"
"""What differs on this machine, as JSON; and where the state of deployments is kept."""


def _client(service: str) -> Any:
    make: Any = boto3.client
    return make(service)


def aws(words: Sequence[str], client_of: Callable[[str], Any] = _client) -> Any:
    """Carry out one command of the AWS command line, such as ("sqs", "purge-queue", ...)."""
    client, name, given = client_of(words[0]), words[1], list(words[2:])
    if name == "wait":
        options = dict(zip(given[1::2], given[2::2], strict=True))
        waits = {"TableName": options["--table-name"]}
        return client.get_waiter(given[0].replace("-", "_")).wait(**waits)
    operation = next(o for o in client.meta.service_model.operation_names if _same(o, name))
    members = client.meta.service_model.operation_model(operation).input_shape.members
    asked: dict[str, Any] = {}
    query, text = "", "--output text" in " ".join(words)
    while given:
        option = given.pop(0)
        if option == "--query":
            query = given.pop(0)
        elif option in ("--output", "--cli-binary-format"):
            given.pop(0)
        elif option.startswith("--"):
            on = not option.startswith("--no-")
            word = option.removeprefix("--" if on else "--no-")
            member = next(m for m in members if _same(m, word))
            kind = members[member].type_name
            asked[member] = on if kind == "boolean" else _value(kind, given.pop(0))
    answer = getattr(client, xform_name(operation))(**asked)
    if "Payload" in answer:
        answer = json.loads(answer["Payload"].read())
    found = import_module("jmespath").search(query, answer) if query else answer
    return "\t".join(found) if text and isinstance(found, list) else found


def _same(member: str, option: str) -> bool:
    return member.lower() == option.replace("-", "")


def _value(kind: str, text: str) -> Any:
    if text == "file:///dev/stdin":
        return sys.stdin.read()
    if kind not in ("structure", "map"):
        return int(text) if kind == "integer" else text
    if text.startswith("{"):
        return json.loads(text)
    pairs = (pair.split("=", 1) for pair in text.split(","))
    words: dict[str, Any] = {"true": True}
    return {name: int(v) if v.isdigit() else words.get(v, v) for name, v in pairs}


def sam(words: Sequence[str]) -> str:
    """Deploy a template of the checkout under the given name, or delete it."""
    options = {w: words[n + 1] for n, w in enumerate(words) if w.startswith("--")}
    stack, template = options["--stack-name"], options.get("--template-file", "template.yaml")
    if words[0] == "delete":
        client = _client("cloudformation")
        client.delete_stack(StackName=stack)
        client.get_waiter("stack_delete_complete").wait(StackName=stack)
        return f"Deleted {stack}"
    given = (
        words[words.index("--parameter-overrides") :] if "--parameter-overrides" in words else ()
    )
    overrides = {name: value.strip('"') for name, _, value in (w.partition("=") for w in given[1:])}
    file = Path(os.environ[FOLDER]) / f"given-{stack}.json"
    kept = {**(json.loads(file.read_text()) if file.exists() else {}), **overrides}
    file.write_text(json.dumps(kept))
    here = json.loads(os.environ[PARAMETERS]) if template == "template.yaml" else {}
    names = ("ENDPOINT_URL", "DEFAULT_REGION", "ACCESS_KEY_ID", "SECRET_ACCESS_KEY")
    access = Access(*(os.environ[f"AWS_{name}"] for name in names))
    wanted = CHECKOUT / template
    deployed = deploy(access, Path(os.environ[FOLDER]), {**kept, **here}, wanted, stack)
    return f"Successfully {'updated' if deployed.changed else 'kept'} {stack}"


if __name__ == "__main__":
    tool, *rest = sys.argv[1:]
    said = aws(rest) if tool == "aws" else sam(rest)
    print(said if isinstance(said, str) else json.dumps(said, default=str, indent=2))
