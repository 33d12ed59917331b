"""A client of a table that moto imitates, for the rooms of these tests."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.contract.imitated import imitated

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


@pytest.fixture(scope="module")
def client() -> "Iterator[DynamoDBClient]":
    with imitated("dynamodb") as client:
        yield client
