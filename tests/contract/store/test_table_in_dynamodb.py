"""What only the DynamoDB table does: batches, and botocore errors as errors of the port."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    ConnectTimeoutError,
    EndpointConnectionError,
    NoCredentialsError,
    ReadTimeoutError,
)
from moto import mock_aws

from dealclock.errors import DealclockError, RefusedError, TryAgainError
from dealclock.store.dynamodb import DynamoTable
from dealclock.store.table import ConditionFailedError, OvertakenError
from dealclock.store.write import ALWAYS, NEW, ConditionCheck, Delete, Put, Update
from tests.contract.store.tables import new

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

PK, SK, SECRET = "DEAL#granite", "META", "the issuer's name"
NOWHERE = "http://127.0.0.1:1"


@pytest.fixture
def dynamo(imitated: "DynamoDBClient") -> Iterator[DynamoTable]:
    with mock_aws():
        yield new(imitated)


def refused(code: str, *reasons: str, message: str = SECRET) -> ClientError:
    cancelled = [{"Code": reason, "Message": message} for reason in reasons]
    answer: Any = {"Error": {"Code": code, "Message": message}, "CancellationReasons": cancelled}
    return ClientError(answer, "Any")


def calls(table: DynamoTable) -> dict[str, Callable[[], object]]:
    """Every call of a table, by the call of the client that it makes."""
    return {
        "get_item": lambda: table.get(PK, SK),
        "batch_get_item": lambda: list(table.get_many([(PK, SK)])),
        "query": lambda: list(table.query(PK, "0", "~")),
        "put_item": lambda: table.write(Put({"PK": PK, "SK": SK})),
        "update_item": lambda: table.write(Update(PK, SK, {"n": 1}, ALWAYS)),
        "delete_item": lambda: table.write(Delete(PK, SK, ALWAYS)),
        "transact_write_items": lambda: table.transact([ConditionCheck(PK, SK, NEW)]),
    }


ERRORS: list[tuple[Exception, type[Exception]]] = [
    (refused("ConditionalCheckFailedException"), ConditionFailedError),
    (
        refused("TransactionCanceledException", "None", "ConditionalCheckFailed"),
        ConditionFailedError,
    ),
    (
        refused("TransactionCanceledException", "TransactionConflict", "ConditionalCheckFailed"),
        ConditionFailedError,
    ),
    (refused("TransactionCanceledException", "None", "TransactionConflict"), OvertakenError),
    (refused("TransactionConflictException"), OvertakenError),
    (refused("TransactionInProgressException"), OvertakenError),
    (refused("ThrottlingException"), TryAgainError),
    (refused("ProvisionedThroughputExceededException"), TryAgainError),
    (refused("RequestLimitExceeded"), TryAgainError),
    (refused("InternalServerError"), TryAgainError),
    (refused("ServiceUnavailable"), TryAgainError),
    (refused("TransactionCanceledException", "ThrottlingError"), TryAgainError),
    (refused("ValidationException", message="Item size has exceeded"), RefusedError),
    (
        refused("TransactionCanceledException", "ValidationError", message="Item size to update"),
        RefusedError,
    ),
    (refused("AccessDeniedException"), DealclockError),
    (refused("ResourceNotFoundException"), DealclockError),
    (EndpointConnectionError(endpoint_url=NOWHERE), TryAgainError),
    (ConnectTimeoutError(endpoint_url=NOWHERE), TryAgainError),
    (ReadTimeoutError(endpoint_url=NOWHERE), TryAgainError),
    (NoCredentialsError(), DealclockError),
    (BotoCoreError(), DealclockError),
]


@pytest.mark.parametrize(("error", "ours"), ERRORS, ids=lambda e: repr(e)[:60])
def test_a_client_error_becomes_one_of_the_port_and_quotes_nothing(
    dynamo: DynamoTable,
    error: Exception,
    ours: type[Exception],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise error

    for name, call in calls(dynamo).items():
        monkeypatch.setattr(dynamo._client, name, fails)
        with pytest.raises(ours) as raised:
            call()
        assert raised.type is ours, name
        assert SECRET not in str(raised.value)
        assert raised.value.__suppress_context__


def test_many_keys_are_read_by_the_hundred(
    dynamo: DynamoTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    whole = dynamo._client.batch_get_item

    def counted(**arguments: Any) -> Any:
        sizes.extend(len(each["Keys"]) for each in arguments["RequestItems"].values())
        assert all(each["ConsistentRead"] for each in arguments["RequestItems"].values())
        return whole(**arguments)

    monkeypatch.setattr(dynamo._client, "batch_get_item", counted)
    assert list(dynamo.get_many([(PK, f"N#{n}") for n in range(300)])) == []
    assert sizes == [100, 100, 100]


def test_keys_a_batch_leaves_unread_are_read_again(
    dynamo: DynamoTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    dynamo.write(Put({"PK": PK, "SK": SK}))
    whole = dynamo._client.batch_get_item
    left: list[bool] = [True]

    def half(**arguments: Any) -> Any:
        if left.pop() if left else False:
            return {"Responses": {}, "UnprocessedKeys": arguments["RequestItems"]}
        return whole(**arguments)

    monkeypatch.setattr(dynamo._client, "batch_get_item", half)
    assert [row.text("SK") for row in dynamo.get_many([(PK, SK)])] == [SK]
    monkeypatch.setattr(
        dynamo._client,
        "batch_get_item",
        lambda **arguments: {"Responses": {}, "UnprocessedKeys": arguments["RequestItems"]},
    )
    with pytest.raises(TryAgainError, match="kept asking to slow down"):
        list(dynamo.get_many([(PK, SK)]))


@pytest.mark.parametrize("backwards", [False, True])
def test_a_query_reads_no_more_items_than_its_limit(
    dynamo: DynamoTable, monkeypatch: pytest.MonkeyPatch, backwards: bool
) -> None:
    """Also where the limit lies beyond the first page: four items of 300 KB are more than one."""
    for n in range(9):
        dynamo.write(Put({"PK": PK, "SK": f"N#{n}", "text": "x" * (300 * 1024)}))
    read: list[int] = []
    whole = dynamo._client.query

    def counted(**arguments: Any) -> Any:
        answer = whole(**arguments)
        read.append(answer["ScannedCount"])
        return answer

    monkeypatch.setattr(dynamo._client, "query", counted)
    assert len(list(dynamo.query(PK, "N#0", "N#8", limit=2, backwards=backwards))) == 2
    assert read == [2]
    read.clear()
    assert len(list(dynamo.query(PK, "N#0", "N#8", limit=5, backwards=backwards))) == 5
    assert len(read) > 1
    assert sum(read) == 5
