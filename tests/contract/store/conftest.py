"""The same tests against the table in memory, against moto, and against the real DynamoDB Local
where it can run.
"""

import os
import threading
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

import boto3
import pytest
from botocore.config import Config
from moto import mock_aws

from dealclock.store import Store, formats
from dealclock.store.dynamodb import DynamoTable
from dealclock.store.table import Table
from local import dynamodb_local
from tests.contract.formats import golden
from tests.contract.formats.scene import names_written
from tests.contract.store import tables
from tests.memory_table import MemoryTable

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


@cache
def known_names() -> frozenset[str]:
    """The names in the newest golden items, and those classified since."""
    newest, _ = golden.names_and_format(golden.releases()[-1])
    return frozenset({*newest, *formats.SINCE, *formats.DESCRIPTIVE})


REAL = pytest.param(
    "DynamoDB Local",
    # One worker runs all of these, so that one Java process serves them.
    marks=[pytest.mark.storage, pytest.mark.xdist_group("dynamodb-local")],
)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the real DynamoDB Local answers."""
    lacking = dynamodb_local.missing()
    if lacking and os.environ.get("CI", "").lower() == "true":
        pytest.fail(f"the storage contract must be checked here, but {lacking}")
    if lacking:
        pytest.skip(f"no DynamoDB Local: {lacking}")
    with dynamodb_local.running(tmp_path_factory.mktemp("dynamodb-local")) as found:
        yield found


@pytest.fixture(scope="session")
def real(address: str) -> "Iterator[DynamoDBClient]":
    """A client of the real one."""
    client = _client(endpoint_url=address)
    yield client
    client.close()


@pytest.fixture(scope="session")
def imitated() -> "DynamoDBClient":
    """A client of moto's, while moto is on. Making a client takes longer than most tests."""
    return one_call_at_a_time(_client())


SLOW_ON_MOTO = pytest.mark.parametrize(
    "new_table", ["memory", pytest.param("moto", marks=pytest.mark.full), REAL], indirect=True
)
"""For tests whose many calls take moto seconds: `make test` runs them in memory alone."""


@pytest.fixture(params=["memory", "moto", REAL])
def new_table(request: pytest.FixtureRequest) -> Iterator[Callable[[], Table]]:
    """Makes empty tables in one of them."""
    if request.param == "memory":
        yield MemoryTable
    elif request.param == "moto":
        with mock_aws():
            yield from _made(request.getfixturevalue("imitated"))
    else:
        yield from _made(request.getfixturevalue("real"))


@pytest.fixture
def but_not_moto(request: pytest.FixtureRequest) -> None:
    """For what moto does otherwise than DynamoDB."""
    if request.node.callspec.params["new_table"] == "moto":
        pytest.skip("moto does otherwise than DynamoDB here")


def _made(client: "DynamoDBClient") -> Iterator[Callable[[], Table]]:
    made: list[DynamoTable] = []

    def make() -> Table:
        made.append(tables.new(client))
        return made[-1]

    yield make
    for table in made:
        for name in (table._name, table._archive):
            client.delete_table(TableName=name)


@pytest.fixture
def table(new_table: Callable[[], Table]) -> Table:
    """A table of its own for each test, as the template defines it."""
    return new_table()


@pytest.fixture
def store(table: Table) -> Iterator[Store]:
    """The store under test. What it writes must be known to the newest golden items, since their
    names are what a later release is held to."""
    found: set[str] = set()
    with names_written(found):
        yield Store(table)
    unknown = found - known_names()
    assert not unknown, "classify them in store/formats.py, and run `make formats`"


def one_call_at_a_time(client: "DynamoDBClient") -> "DynamoDBClient":
    """The client, one thread at a time in each call: moto's table knows nothing of threads."""
    whole, lock = client._make_api_call, threading.Lock()  # type: ignore[attr-defined]

    def alone(operation: str, given: dict[str, Any]) -> Any:
        with lock:
            return whole(operation, given)

    client._make_api_call = alone  # type: ignore[attr-defined]
    return client


def _client(**where: Any) -> "DynamoDBClient":
    return boto3.client(
        "dynamodb",
        region_name="us-east-1",
        aws_access_key_id="testing",
        aws_secret_access_key="testing",
        config=Config(retries={"total_max_attempts": 1}, max_pool_connections=20),
        **where,
    )
