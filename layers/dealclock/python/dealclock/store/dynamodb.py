"""The table in DynamoDB: all calls, expressions and error codes are here."""

import heapq
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, assert_never

from botocore.exceptions import BotoCoreError, ClientError, HTTPClientError
from botocore.exceptions import ConnectionError as NoConnection

from dealclock.errors import DealclockError, RefusedError, TryAgainError
from dealclock.store import keys
from dealclock.store.item import StoredItem, Value, encoded, encoded_value
from dealclock.store.table import MAX_BATCH, TRIES, ConditionFailedError, OvertakenError
from dealclock.store.write import (
    Absent,
    All,
    AnyOf,
    AtMost,
    Condition,
    ConditionCheck,
    Delete,
    Equals,
    Exists,
    Less,
    More,
    OneOf,
    Put,
    Update,
    Write,
    always,
)

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

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
_CONFLICTS = frozenset(
    ["TransactionConflict", "TransactionConflictException", "TransactionInProgressException"]
)


class DynamoTable:
    """A `Table` in DynamoDB, by table name, through a boto3 client.

    What is archived goes to a table of its own, `archive`, if one is given. Reads find it there,
    and in the first one what earlier releases archived.
    """

    def __init__(self, client: "DynamoDBClient", name: str, archive: str = "") -> None:
        self._client = client
        self._name = name
        self._archive = archive or name

    def get(self, pk: str, sk: str, *, may_lag: bool = False) -> StoredItem | None:
        """As `Table.get`."""
        for name in dict.fromkeys((self._of(sk), self._name)):
            with _translated():
                response = self._client.get_item(
                    TableName=name, Key=_key(pk, sk), ConsistentRead=not may_lag
                )
            if "Item" in response:
                return StoredItem(response["Item"])
        return None

    def get_many(self, wanted: Sequence[tuple[str, str]]) -> Iterator[StoredItem]:
        """As `Table.get_many`."""
        for start in range(0, len(wanted), MAX_BATCH):
            request: Any = {
                self._name: {
                    "Keys": [_key(pk, sk) for pk, sk in wanted[start : start + MAX_BATCH]],
                    "ConsistentRead": True,
                }
            }
            for _ in range(TRIES):
                with _translated():
                    response = self._client.batch_get_item(RequestItems=request)
                yield from map(StoredItem, response["Responses"].get(self._name, ()))
                request = response.get("UnprocessedKeys")
                if not request:
                    break
            else:
                raise TryAgainError("the table kept asking to slow down; try again")

    def query(
        self,
        pk: str,
        first: str,
        last: str,
        *,
        index: str = "",
        limit: int | None = None,
        only: Sequence[str] = (),
        backwards: bool = False,
    ) -> Iterator[StoredItem]:
        """As `Table.query`."""
        places = [self._name, self._archive]
        if index or self._archive == self._name or not keys.may_be_archived(first, last):
            places = [self._name]
        elif (first, last) == keys.CHAIN:
            places = [self._archive]
        pages = [
            self._query(place, pk, first, last, index, limit, only, backwards) for place in places
        ]
        rows = heapq.merge(*pages, key=lambda row: row.text("SK"), reverse=backwards)
        return islice(rows if len(pages) > 1 else pages[0], limit)

    def _query(
        self,
        name: str,
        pk: str,
        first: str,
        last: str,
        index: str,
        limit: int | None,
        only: Sequence[str],
        backwards: bool,
    ) -> Iterator[StoredItem]:
        """The items of one table."""
        request: dict[str, Any] = {
            "TableName": name,
            "KeyConditionExpression": f"{index}PK = :pk AND {index}SK BETWEEN :first AND :last",
            "ExpressionAttributeValues": {
                ":pk": encoded_value(pk),
                ":first": encoded_value(first),
                ":last": encoded_value(last),
            },
        }
        request |= {"ScanIndexForward": False} if backwards else {}
        request |= {"IndexName": index} if index else {"ConsistentRead": True}
        if only:
            names = dict.fromkeys((*only, "PK", "SK", "format", "needs"))
            request["ProjectionExpression"] = ", ".join(f"#{name}" for name in names)
            request["ExpressionAttributeNames"] = {f"#{name}": name for name in names}
        left = limit
        while True:
            request |= {} if left is None else {"Limit": left}
            with _translated():
                page = self._client.query(**request)
            yield from map(StoredItem, page["Items"])
            left = None if left is None else left - len(page["Items"])
            if left == 0 or "LastEvaluatedKey" not in page:
                return
            request["ExclusiveStartKey"] = page["LastEvaluatedKey"]

    def write(self, write: Write) -> None:
        """As `Table.write`."""
        with _translated():
            match write:
                case Put():
                    self._client.put_item(**self._arguments(write))
                case Update():
                    self._client.update_item(**self._arguments(write))
                case Delete():
                    self._client.delete_item(**self._arguments(write))
                case _:
                    assert_never(write)

    def transact(self, writes: Sequence[Write | ConditionCheck]) -> None:
        """As `Table.transact`."""
        items: Any = [{type(write).__name__: self._arguments(write)} for write in writes]
        with _translated():
            self._client.transact_write_items(TransactItems=items)

    def _of(self, sk: str) -> str:
        return self._archive if keys.is_archived(sk) else self._name

    def _arguments(self, write: Write | ConditionCheck) -> dict[str, Any]:
        expression = _Expression()
        arguments: dict[str, Any] = {"TableName": self._of(write.sk)}
        if isinstance(write, Put):
            arguments["Item"] = encoded(write.marked())
        else:
            arguments["Key"] = _key(write.pk, write.sk)
        if isinstance(write, Update):
            arguments["UpdateExpression"] = expression.update(write)
        if condition := expression.condition(write.when):
            arguments["ConditionExpression"] = condition
        return arguments | expression.attributes()


class _Expression:
    """The expressions of one write, with the names and values they use."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._values: dict[str, Any] = {}

    def attributes(self) -> dict[str, Any]:
        """The names and values as arguments of a call."""
        arguments: dict[str, Any] = {}
        if self._names:
            arguments["ExpressionAttributeNames"] = self._names
        if self._values:
            arguments["ExpressionAttributeValues"] = self._values
        return arguments

    def condition(self, when: Condition) -> str:
        """The condition expression; "" if it always holds."""
        if always(when):
            return ""
        match when:
            case Exists(name):
                return f"attribute_exists({self._name(name)})"
            case Absent(name):
                return f"attribute_not_exists({self._name(name)})"
            case Equals(name, value):
                return f"{self._name(name)} = {self._value(value)}"
            case OneOf(name, values):
                return f"{self._name(name)} IN ({', '.join(map(self._value, values))})"
            case Less(name, value):
                return f"{self._name(name)} < {self._value(value)}"
            case AtMost(name, value):
                return f"{self._name(name)} <= {self._value(value)}"
            case More(name, value):
                return f"{self._name(name)} > {self._value(value)}"
            case All(of):
                return _join("AND", [self.condition(part) for part in of if not always(part)])
            case AnyOf(of):
                return _join("OR", [self.condition(part) for part in of])
            case _:
                assert_never(when)

    def update(self, update: Update) -> str:
        """The update expression."""
        change = update.marked()
        sets = [
            f"{self._name(name)} = {self._value(value)}"
            for name, value in change.sets.items()
            if value is not None
        ]
        for name, value in change.where_missing.items():
            if value is not None:
                name_ref = self._name(name)
                sets.append(f"{name_ref} = if_not_exists({name_ref}, {self._value(value)})")
        removes = ", ".join(map(self._name, change.removes))
        return f"SET {', '.join(sets)}" + (f" REMOVE {removes}" if removes else "")

    def _name(self, name: str) -> str:
        self._names[f"#{name}"] = name
        return f"#{name}"

    def _value(self, value: Value) -> str:
        placeholder = f":v{len(self._values)}"
        self._values[placeholder] = encoded_value(value)
        return placeholder


def _join(word: str, parts: Sequence[str]) -> str:
    """The parts as one expression; DynamoDB refuses redundant parentheses."""
    if len(parts) == 1:
        return parts[0]
    compound = (" AND ", " OR ")
    return f" {word} ".join(f"({p})" if any(w in p for w in compound) else p for p in parts)


def _key(pk: str, sk: str) -> Any:
    return {"PK": {"S": pk}, "SK": {"S": sk}}


@contextmanager
def _translated() -> Iterator[None]:
    """Translate botocore's errors into ours, without their messages, which may quote an item."""
    try:
        yield
    except ClientError as error:
        raise _store_error(error) from None
    except (HTTPClientError, NoConnection) as error:
        raise TryAgainError(
            f"the table did not answer ({type(error).__name__}); try again"
        ) from None
    except BotoCoreError as error:
        raise DealclockError(
            f"the table could not be reached ({type(error).__name__}); check the region and "
            "credentials."
        ) from None


def _store_error(error: ClientError) -> Exception:
    code = error.response["Error"]["Code"]
    if code == "ConditionalCheckFailedException":
        return ConditionFailedError()
    reasons = error.response.get("CancellationReasons", ())
    codes = [reason.get("Code", "") for reason in reasons]
    if failed := [at for at, each in enumerate(codes) if each == "ConditionalCheckFailed"]:
        return ConditionFailedError(failed)
    if _CONFLICTS & {code, *codes}:
        return OvertakenError("another process was writing the same items; try again")
    if _BUSY & {code, *codes}:
        return TryAgainError(f"the table asked to slow down ({code}); try again")
    if any("tem size" in r.get("Message", "") for r in (error.response["Error"], *reasons)):
        return RefusedError("an item is larger than the table allows; shorten its texts.")
    return DealclockError(
        f"the table refused {error.operation_name} ({code}); check the function's permissions and "
        "the table's name."
    )
