"""`aws` and `sam` as a person types them, carried out on the embedded AWS.

`python -m tests.end_to_end.as_typed aws sqs purge-queue --queue-url URL` reads the options of an
operation by botocore's own model of it, as the AWS command line does. `sam deploy` is the
deployment of `local/deploy.py`: parameters that are not given stay as they were.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
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

_KEPT = "RESTORED TABLE_NAME DATA_KEY_ARN ASSESS_QUEUE_URL DELIVERY_QUEUE_URL"
"""The shell's own variables that stay from one block to the next."""


@dataclass(frozen=True)
class Shell:
    """A person's shell on one machine: what a block sets stays for the next."""

    folder: Path
    environment: dict[str, str]

    def type(self, block: str) -> str:
        """Type a block and Ctrl-D; all that was shown. Fails if a command does."""
        rest = subprocess.run(
            ["bash"],
            input=block,
            cwd=self.folder / "dealclock",
            env=self.environment,
            text=True,
            capture_output=True,
            timeout=300,
            check=False,
        )
        said = rest.stdout + rest.stderr
        assert rest.returncode == 0, f"{block}\n{said}"
        return said


def open_shell(folder: Path, state: Path, endpoint: str, parameters: Mapping[str, str]) -> Shell:
    """A shell in `folder`, with `aws`, `sam` and `dealclock` for the embedded AWS; `sam` deploys
    with these parameters in any case, and keeps what it did in `state`.
    """
    checkout, tools, remembered = folder / "dealclock", folder / "bin", folder / "shell"
    checkout.mkdir()
    tools.mkdir()
    for name in ("slack", "deployer.yaml"):
        (checkout / name).symlink_to(CHECKOUT / name)
    for tool in ("aws", "sam"):
        (tools / tool).write_text(
            f"#!/bin/sh\nexport PYTHONPATH={CHECKOUT}\n"
            f'exec {sys.executable} -m tests.end_to_end.as_typed {tool} "$@"\n'
        )
        (tools / tool).chmod(0o755)
    (tools / "dealclock").symlink_to(Path(sys.executable).parent / "dealclock")
    keep = f"declare -p {_KEPT}; declare -f; export -p"
    (folder / "start").write_text(
        f"set -e; [ ! -e {remembered} ] || . {remembered}\n"
        f"trap 'code=$?; set +e; {{ {keep}; }} > {remembered} 2> /dev/null; exit $code' EXIT\n"
    )
    environment = {
        "PATH": f"{tools}:{os.environ['PATH']}",
        "HOME": str(folder),
        "BASH_ENV": str(folder / "start"),
        "AWS_ENDPOINT_URL": endpoint,
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        PARAMETERS: json.dumps(parameters),
        FOLDER: str(state),
        "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache")),
    }
    return Shell(folder, environment)


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
            word = word.removeprefix("notification-")  # as the command line calls SNS's endpoint
            member = next(m for m in members if _same(m, word))
            kind = members[member].type_name
            asked[member] = on if kind == "boolean" else _value(kind, given.pop(0))
    answer = getattr(client, xform_name(operation))(**asked)
    answer.pop("ResponseMetadata", None)
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
