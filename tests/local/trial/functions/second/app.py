"""Takes a message and writes it to the table."""

import os
from typing import Any

import boto3


def handler(event: dict[str, Any], context: object) -> None:
    for record in event.get("Records", []):
        boto3.client("dynamodb").put_item(
            TableName=os.environ["TABLE"], Item={"PK": {"S": record["body"]}}
        )
