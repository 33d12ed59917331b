"""A stack in AWS, or the local emulated one: its outputs, clients and scheduled check."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from dealclock.errors import RefusedError
from dealclock.store.dynamodb import DynamoTable

Call = Callable[[dict[str, Any]], dict[str, Any]]


def stack_of(
    session: Mapping[str, Any], table: str, function: str, archive: str = ""
) -> tuple[Callable[[str], Any], DynamoTable, Call]:
    """A stack's clients by service, its table, and a call of its scheduled check. `session` has the
    endpoint and credentials of a local stack, and is empty for AWS."""
    config = Config(proxies={} if session else None, read_timeout=90)

    @cache  # a rehearsal calls the check hundreds of times
    def client(service: str) -> Any:
        make: Any = boto3.client
        return make(service, config=config, **session)

    def sweep(event: dict[str, Any]) -> dict[str, Any]:
        payload = json.dumps(event).encode()
        try:
            response = client("lambda").invoke(FunctionName=function, Payload=payload)
        except (BotoCoreError, ClientError) as error:
            raise RefusedError(
                f"the stack's scheduled check could not be called: {error}"
            ) from None
        result: dict[str, Any] = json.loads(response["Payload"].read())
        if response.get("FunctionError"):
            raise RefusedError(f"the scheduled check failed: {result.get('errorMessage', result)}")
        return result

    return client, DynamoTable(client("dynamodb"), table, archive), sweep


def outputs_of(name: str) -> Mapping[str, str]:
    """The outputs of the CloudFormation stack of that name; raises RefusedError if it cannot be
    read.
    """
    try:
        stack = boto3.client("cloudformation").describe_stacks(StackName=name)["Stacks"][0]
    except (BotoCoreError, ClientError) as error:
        raise RefusedError(f"cannot read the stack {name!r}: {error}") from None
    return {output["OutputKey"]: output["OutputValue"] for output in stack.get("Outputs", [])}


def queue_attributes(client: Any, url: str) -> Mapping[str, str] | None:
    """The attributes of a queue; None if it no longer exists."""
    try:
        response = client.get_queue_attributes(QueueUrl=url, AttributeNames=["RedrivePolicy"])
    except ClientError as error:
        if "NonExistentQueue" in str(error.response["Error"].get("Code")):
            return None
        raise
    attributes: Mapping[str, str] = response.get("Attributes", {})
    return attributes
