"""Forgetting everything: nothing of the last play is left for the next one to meet."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import boto3
import pytest
from moto import mock_aws

from local.launch import Running
from local.workbench import faults
from local.workbench.__main__ import wipe

MANY = 130  # items: more than one call deletes, and more than one page at the size below


@pytest.fixture
def client() -> Any:
    def make(service: str) -> Any:
        return boto3.client(
            cast("Any", service),
            region_name="us-east-1",
            aws_access_key_id="testing",
            aws_secret_access_key="testing",
        )

    return make


@mock_aws
def test_table_queues_slack_mails_and_faults_are_emptied_and_stay(
    client: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = ("PK", "SK")
    dynamodb, sqs = client("dynamodb"), client("sqs")
    for table in ("deals", "archive"):
        dynamodb.create_table(
            TableName=table,
            BillingMode="PAY_PER_REQUEST",
            KeySchema=[
                {"AttributeName": name, "KeyType": kind}
                for name, kind in zip(keys, ("HASH", "RANGE"), strict=True)
            ],
            AttributeDefinitions=[{"AttributeName": name, "AttributeType": "S"} for name in keys],
        )
        dynamodb.put_item(TableName=table, Item={name: {"S": "first"} for name in keys})
    for n in range(MANY):
        item = {"PK": {"S": f"DEAL#{n % 7}"}, "SK": {"S": f"{n}"}, "x": {"S": "y" * 20_000}}
        dynamodb.put_item(TableName="deals", Item=item)
    urls = [sqs.create_queue(QueueName=name)["QueueUrl"] for name in ("assess", "assess-dead")]
    for url in urls:
        sqs.send_message(QueueUrl=url, MessageBody="{}")
    (tmp_path / "000001.eml").write_text("a mail")
    (tmp_path / "port").write_text("2525")
    forgotten: list[str] = []
    slack = SimpleNamespace(reset=lambda: forgotten.append("slack"))
    monkeypatch.setattr(faults, "clear", lambda local: forgotten.append("faults"))
    stack = SimpleNamespace(client=client, table="deals", outputs={"ArchiveName": "archive"})

    wipe(cast("Running", SimpleNamespace(stack=stack, slack=slack, mails=tmp_path)))

    for table in ("deals", "archive"):
        assert dynamodb.scan(TableName=table, Select="COUNT")["Count"] == 0
    for url in urls:
        result = sqs.get_queue_attributes(
            QueueUrl=url, AttributeNames=["ApproximateNumberOfMessages"]
        )
        assert result["Attributes"]["ApproximateNumberOfMessages"] == "0"
    assert forgotten == ["slack", "faults"]
    assert [path.name for path in tmp_path.iterdir()] == ["port"]
