"""Forgetting everything: the table, the queues, what was said in Slack, the mails, the faults."""

from __future__ import annotations

from itertools import islice

from local import mail
from local.running import Running
from local.workbench.faults import board

_AT_ONCE = 25  # items DynamoDB deletes in one call


def wipe(local: Running) -> None:
    """Leave the stack as if it had just been deployed; nothing may be playing."""
    sqs = local.stack.client("sqs")
    for url in sqs.list_queues().get("QueueUrls", ()):
        sqs.purge_queue(QueueUrl=url)
    _empty_table(local)
    local.slack.reset()
    mail.clear(local.mails)
    board.clear(local)


def _empty_table(local: Running) -> None:
    dynamodb, table = local.stack.client("dynamodb"), local.stack.table
    pages = dynamodb.get_paginator("scan").paginate(
        TableName=table, ProjectionExpression="PK, SK", ConsistentRead=True
    )
    keys = iter([{"PK": item["PK"], "SK": item["SK"]} for page in pages for item in page["Items"]])
    while some := list(islice(keys, _AT_ONCE)):
        wanted = {table: [{"DeleteRequest": {"Key": key}} for key in some]}
        while wanted:
            wanted = dynamodb.batch_write_item(RequestItems=wanted).get("UnprocessedItems") or {}
