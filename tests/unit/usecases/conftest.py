"""A house without AWS: the real store over moto, and queues and outlets that remember."""

from collections.abc import Iterator
from uuid import uuid4

import boto3
import pytest
from moto import mock_aws

from dealclock.store import Store
from tests.contract.store.conftest import create


@pytest.fixture
def store() -> Iterator[Store]:
    """An empty table as the template defines it."""
    with mock_aws():
        client = boto3.client(
            "dynamodb",
            region_name="us-east-1",
            aws_access_key_id="testing",
            aws_secret_access_key="testing",
        )
        name = f"deals-{uuid4().hex[:12]}"
        create(client, name)
        yield Store(client, name)
        client.close()
