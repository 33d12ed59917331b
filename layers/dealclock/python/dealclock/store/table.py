"""The one place that speaks to DynamoDB: reads, conditional writes, transactions, its errors.

Every item it writes carries `format` and `needs` (see formats.py), which every Row read minds.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from botocore.exceptions import BotoCoreError, ClientError, HTTPClientError
from botocore.exceptions import ConnectionError as NoConnection

from dealclock.store import formats
from dealclock.store.errors import Overtaken, StoreError, TooLarge, Unavailable
from dealclock.store.item import Item, Row, Value, encoded, encoded_value
from dealclock.store.write import ConditionCheck, Delete, Put, Update, Write

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

MOST_IN_ONE = 100  # writes of one transaction, or items of one batch: DynamoDB's own limit
TRIES = 8  # how often a read and the write that rests on it are tried before giving up
_BUSY = frozenset(
    {
        "InternalServerError",
        "LimitExceededException",
        "ProvisionedThroughputExceeded",
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
        "ServiceUnavailable",
        "ThrottlingError",
        "ThrottlingException",
    }
)
_RACED = frozenset(
    ["TransactionConflict", "TransactionConflictException", "TransactionInProgressException"]
)


class ConditionFailed(Exception):
    """The table is not as a write, or one of a transaction, asked for; nothing was written."""


class Table:
    """One table behind one client. Every read is consistent, save those of an index."""

    def __init__(self, client: "DynamoDBClient", name: str) -> None:
        self._client = client
        self._name = name

    def get(self, pk: str, sk: str) -> Row | None:
        """One item, or None."""
        with _translated():
            answer = self._client.get_item(
                TableName=self._name, Key=_key(pk, sk), ConsistentRead=True
            )
        return Row(answer["Item"]) if "Item" in answer else None

    def get_all(self, wanted: Sequence[tuple[str, str]]) -> Iterator[Row]:
        """The items of those keys that are there, in no order; each key once."""
        for start in range(0, len(wanted), MOST_IN_ONE):
            asked: Any = {
                self._name: {
                    "Keys": [_key(pk, sk) for pk, sk in wanted[start : start + MOST_IN_ONE]],
                    "ConsistentRead": True,
                }
            }
            for _ in range(TRIES):
                with _translated():
                    answer = self._client.batch_get_item(RequestItems=asked)
                yield from map(Row, answer["Responses"].get(self._name, ()))
                asked = answer.get("UnprocessedKeys")
                if not asked:
                    break
            else:
                raise Unavailable("the table asked to slow down again and again; try again")

    def between(
        self,
        pk: str,
        first: str,
        last: str,
        *,
        index: str = "",
        limit: int | None = None,
        only: Sequence[str] = (),
        backwards: bool = False,
    ) -> Iterator[Row]:
        """The items of a partition whose sort keys lie between two, both included, in order.

        Page after page, at most `limit`; with `only`, just those attributes; `backwards`, the last
        first.
        """
        asked: dict[str, Any] = {
            "TableName": self._name,
            "KeyConditionExpression": f"{index}PK = :pk AND {index}SK BETWEEN :first AND :last",
            "ExpressionAttributeValues": {
                ":pk": encoded_value(pk),
                ":first": encoded_value(first),
                ":last": encoded_value(last),
            },
        }
        asked |= {"ScanIndexForward": False} if backwards else {}
        asked |= {"IndexName": index} if index else {"ConsistentRead": True}
        if only:
            names = dict.fromkeys((*only, "PK", "SK", "format", "needs"))
            asked["ProjectionExpression"] = ", ".join(f"#{name}" for name in names)
            asked["ExpressionAttributeNames"] = {f"#{name}": name for name in names}
        if limit:
            asked["PaginationConfig"] = {"MaxItems": limit}
        with _translated():
            for page in self._client.get_paginator("query").paginate(**asked):
                yield from map(Row, page["Items"])

    def write(self, write: Write) -> None:
        """One write; raises ConditionFailed."""
        with _translated():
            match write:
                case Put():
                    self._client.put_item(**self._given(write))
                case Update():
                    self._client.update_item(**self._given(write))
                case Delete():
                    self._client.delete_item(**self._given(write))

    def transact(self, writes: Sequence[Write | ConditionCheck]) -> None:
        """All of up to MOST_IN_ONE writes or none; raises ConditionFailed."""
        items: Any = [{type(write).__name__: self._given(write)} for write in writes]
        with _translated():
            self._client.transact_write_items(TransactItems=items)

    def _given(self, write: Write | ConditionCheck) -> dict[str, Any]:
        if isinstance(write, Put):
            given: dict[str, Any] = {"Item": encoded(_marked(write)), **write.when.kwargs()}
        elif isinstance(write, Update):
            new = {name: value for name, value in write.changes.items() if value is not None}
            content = new.pop("needs", None)  # what content among the changes needs
            gone = [f"#{name}" for name, value in write.changes.items() if value is None]
            sets = [*(f"#{name} = :new_{name}" for name in new), *_MARKS_KEPT]
            values: dict[str, Value] = {f"new_{name}": value for name, value in new.items()}
            values |= {"format": formats.FORMAT, "needs": formats.FIRST}
            if _needs(write.pk, write.sk, new, content) > formats.FIRST:
                # An item may need more already; a reader that knows FORMAT knows all of it.
                sets[-1], values["needs"] = "#needs = :needs", formats.FORMAT
            expression = "SET " + ", ".join(sets)
            expression += f" REMOVE {', '.join(gone)}" if gone else ""
            given = {"Key": _key(write.pk, write.sk), "UpdateExpression": expression}
            given |= write.when.kwargs(values, beside=expression)
        else:
            given = {"Key": _key(write.pk, write.sk), **write.when.kwargs()}
        return {"TableName": self._name, **given}


class OnTable:
    """What reads and writes one table."""

    def __init__(self, client: "DynamoDBClient", table: str) -> None:
        self._table = Table(client, table)


_MARKS_KEPT = ("#format = :format", "#needs = if_not_exists(#needs,:needs)")
"""The marks of an item that is changed: it needs at least what it did."""


def _marked(put: Put) -> Item:
    """The item with its marks; one whose content needs more says so in `needs`."""
    item = put.item
    needs = _needs(str(item["PK"]), str(item["SK"]), item, item.get("needs"))
    return {**item, "format": formats.FORMAT, "needs": needs}


def _needs(pk: str, sk: str, attributes: Item, content: Value | None) -> int:
    own = formats.needs_of_item(pk, sk, attributes)
    return max(own, content) if isinstance(content, int) else own


def _key(pk: str, sk: str) -> Any:
    return {"PK": {"S": pk}, "SK": {"S": sk}}


@contextmanager
def _translated() -> Iterator[None]:
    """botocore's errors as ours. Their messages are left out: they may quote an item."""
    try:
        yield
    except ClientError as error:
        raise _of_answer(error) from None
    except (HTTPClientError, NoConnection) as error:
        raise Unavailable(f"the table did not answer ({type(error).__name__}); try again") from None
    except BotoCoreError as error:
        raise StoreError(
            f"the table could not be asked ({type(error).__name__}); check region and credentials."
        ) from None


def _of_answer(error: ClientError) -> Exception:
    code = error.response["Error"]["Code"]
    if code == "ConditionalCheckFailedException":
        return ConditionFailed()
    codes = [reason.get("Code", "") for reason in error.response.get("CancellationReasons", ())]
    if "ConditionalCheckFailed" in codes:
        return ConditionFailed()
    if _RACED & {code, *codes}:
        return Overtaken("another writer was at the same items; try again")
    if _BUSY & {code, *codes}:
        return Unavailable(f"the table asked to slow down ({code}); try again")
    if "tem size" in error.response["Error"].get("Message", ""):
        return TooLarge("an item is more than the table holds in one; shorten its texts.")
    return StoreError(
        f"the table refused {error.operation_name} ({code}); check the function's permissions and "
        "the table's name."
    )
