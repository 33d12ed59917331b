"""How to reach the running stack: what `dealclock --stack FILE` reads.

`.dealclock/stack.json` exists only while the local stack runs. Its keys are the embedded AWS's root
keys (see `emulator.py`), good for nothing else.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import boto3
from botocore.config import Config


@dataclass(frozen=True)
class Access:
    """Where the embedded AWS answers, and the root keys it was started with."""

    endpoint: str
    region: str
    access_key_id: str
    secret_access_key: str

    def client(self, service: str) -> Any:
        """A boto3 client of the embedded AWS, without the caller's AWS settings and proxies."""
        return _client(self, service)


@functools.cache  # a client may be used by all threads, and takes a tenth of a second to make
def _client(access: Access, service: str) -> Any:
    make: Any = boto3.session.Session().client
    return make(
        service,
        endpoint_url=access.endpoint,
        region_name=access.region,
        aws_access_key_id=access.access_key_id,
        aws_secret_access_key=access.secret_access_key,
        config=Config(proxies={}, retries={"total_max_attempts": 2}, read_timeout=120),
    )


@dataclass(frozen=True)
class Stack:
    """A deployed stack: its access and the names that CloudFormation gave its parts."""

    access: Access
    run_id: str
    name: str
    table: str
    assess_queue_url: str
    delivery_queue_url: str
    functions: Mapping[str, str]
    slack_url: str
    secret: str
    outputs: Mapping[str, str]

    def client(self, service: str) -> Any:
        """A boto3 client of the embedded AWS."""
        return self.access.client(service)

    def invoke(self, function: str, event: Mapping[str, Any]) -> Any:
        """Call a function by its short name ("sweep") and return its answer.

        Raises FunctionFailedError when the function raised.
        """
        answer = self.client("lambda").invoke(
            FunctionName=self.functions[function], Payload=json.dumps(event).encode()
        )
        said = json.loads(answer["Payload"].read() or b"null")
        if "FunctionError" in answer:
            raise FunctionFailedError(function, said)
        return said

    def reconfigure(self, function: str, variables: Mapping[str, str]) -> None:
        """Start a function again with these environment variables, as a deployment does: in a new
        version, to which its alias moves. Releases before 0.3.0 had neither.
        """
        client = self.client("lambda")
        name, _, alias = self.functions[function].rpartition(":")
        client.update_function_configuration(
            FunctionName=name or alias, Environment={"Variables": dict(variables)}
        )
        if not name:
            return
        version = client.publish_version(FunctionName=name)["Version"]
        client.update_alias(FunctionName=name, Name=alias, FunctionVersion=version)

    def environment(self, function: str) -> dict[str, str]:
        """The environment variables of the version that serves."""
        configuration = self.client("lambda").get_function_configuration(
            FunctionName=self.functions[function]
        )
        variables: dict[str, str] = configuration["Environment"]["Variables"]
        return variables

    def write(self, file: Path) -> None:
        """Write the file that the command line reads."""
        content = asdict(self)
        content.update(content.pop("access"))
        file.write_text(json.dumps(content, indent=2) + "\n")


class FunctionFailedError(Exception):
    """A Lambda function raised: which one, and its message."""

    def __init__(self, function: str, said: Any) -> None:
        kind, message = said.get("errorType", "error"), said.get("errorMessage", said)
        super().__init__(f"{function} raised {kind}: {message}")
        self.kind = kind
