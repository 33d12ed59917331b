"""Takes a message, or a request at the Function URL, and sends it on."""

import json
import os
from typing import Any

import boto3
import botocore
from shared_by_layer import signed


def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    if "requestContext" in event:
        return {"statusCode": 200, "body": "hello from " + os.environ["SLACK_API_URL"]}
    secret = boto3.client("secretsmanager").get_secret_value(SecretId=os.environ["SECRET"])
    token = json.loads(secret["SecretString"])["bot_token"]
    for record in event.get("Records", []):
        boto3.client("sqs").send_message(
            QueueUrl=os.environ["NEXT_QUEUE"], MessageBody=signed(record["body"], token)
        )
    return {"environment": dict(os.environ), "botocore": botocore.__file__}
