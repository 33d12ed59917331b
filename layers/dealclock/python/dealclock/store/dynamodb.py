"""The table in DynamoDB: the only place that calls it and knows its expressions and errors."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, assert_never

from botocore.exceptions import BotoCoreError, ClientError, HTTPClientError
from botocore.exceptions import ConnectionError as NoConnection

from dealclock.store.errors import OvertakenError, StoreError, TooLarge, Unavailable
from dealclock.store.item import StoredItem, Value, encoded, encoded_value
from dealclock.store.table import MOST_IN_ONE, TRIES, ConditionFailed
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
_RACED = frozenset(
    ["TransactionConflict", "TransactionConflictException", "TransactionInProgressException"]
)


class DynamoTable:
    """A `Table` in DynamoDB, by the name of the table and behind a boto3 client."""

    def __init__(self, client: "DynamoDBClient", name: str) -> None:
        self._client = client
        self._name = name

    def get(self, pk: str, sk: str) -> StoredItem | None:
        """As `Table.get`."""
        with _translated():
            answer = self._client.get_item(
                TableName=self._name, Key=_key(pk, sk), ConsistentRead=True
            )
        return StoredItem(answer["Item"]) if "Item" in answer else None

    def get_many(self, wanted: Sequence[tuple[str, str]]) -> Iterator[StoredItem]:
        """As `Table.get_many`."""
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
                yield from map(StoredItem, answer["Responses"].get(self._name, ()))
                asked = answer.get("UnprocessedKeys")
                if not asked:
                    break
            else:
                raise Unavailable("the table kept asking to slow down; try again")

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
        left = limit
        while True:
            asked |= {} if left is None else {"Limit": left}
            with _translated():
                page = self._client.query(**asked)
            yield from map(StoredItem, page["Items"])
            left = None if left is None else left - len(page["Items"])
            if left == 0 or "LastEvaluatedKey" not in page:
                return
            asked["ExclusiveStartKey"] = page["LastEvaluatedKey"]

    def write(self, write: Write) -> None:
        """As `Table.write`."""
        with _translated():
            match write:
                case Put():
                    self._client.put_item(**self._given(write))
                case Update():
                    self._client.update_item(**self._given(write))
                case Delete():
                    self._client.delete_item(**self._given(write))
                case _:
                    assert_never(write)

    def transact(self, writes: Sequence[Write | ConditionCheck]) -> None:
        """As `Table.transact`."""
        items: Any = [{type(write).__name__: self._given(write)} for write in writes]
        with _translated():
            self._client.transact_write_items(TransactItems=items)

    def _given(self, write: Write | ConditionCheck) -> dict[str, Any]:
        expression = _Expression()
        given: dict[str, Any] = {"TableName": self._name}
        if isinstance(write, Put):
            given["Item"] = encoded(write.marked())
        else:
            given["Key"] = _key(write.pk, write.sk)
        if isinstance(write, Update):
            given["UpdateExpression"] = expression.update(write)
        if condition := expression.condition(write.when):
            given["ConditionExpression"] = condition
        return given | expression.attributes()


class _Expression:
    """The names and values of one write's expressions, gathered while they are written."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._values: dict[str, Any] = {}

    def attributes(self) -> dict[str, Any]:
        """The names and values as arguments of a call."""
        found: dict[str, Any] = {}
        if self._names:
            found["ExpressionAttributeNames"] = self._names
        if self._values:
            found["ExpressionAttributeValues"] = self._values
        return found

    def condition(self, when: Condition) -> str:
        """The condition; "" where it always holds."""
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
                return _joined("AND", [self.condition(each) for each in of if not always(each)])
            case AnyOf(of):
                return _joined("OR", [self.condition(each) for each in of])
            case _:
                assert_never(when)

    def update(self, update: Update) -> str:
        """The update."""
        change = update.marked()
        sets = [
            f"{self._name(name)} = {self._value(value)}"
            for name, value in change.sets.items()
            if value is not None
        ]
        for name, value in change.where_missing.items():
            if value is not None:
                kept = self._name(name)
                sets.append(f"{kept} = if_not_exists({kept}, {self._value(value)})")
        removes = ", ".join(map(self._name, change.removes))
        return f"SET {', '.join(sets)}" + (f" REMOVE {removes}" if removes else "")

    def _name(self, name: str) -> str:
        self._names[f"#{name}"] = name
        return f"#{name}"

    def _value(self, value: Value) -> str:
        placed = f":v{len(self._values)}"
        self._values[placed] = encoded_value(value)
        return placed


def _joined(word: str, parts: Sequence[str]) -> str:
    """The parts as one expression; DynamoDB refuses parentheses that are not needed."""
    if len(parts) == 1:
        return parts[0]
    compound = (" AND ", " OR ")
    return f" {word} ".join(f"({p})" if any(w in p for w in compound) else p for p in parts)


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
            f"the table could not be reached ({type(error).__name__}); check the region and "
            "credentials."
        ) from None


def _of_answer(error: ClientError) -> Exception:
    code = error.response["Error"]["Code"]
    if code == "ConditionalCheckFailedException":
        return ConditionFailed()
    reasons = error.response.get("CancellationReasons", ())
    codes = [reason.get("Code", "") for reason in reasons]
    if "ConditionalCheckFailed" in codes:
        return ConditionFailed()
    if _RACED & {code, *codes}:
        return OvertakenError("another process was writing the same items; try again")
    if _BUSY & {code, *codes}:
        return Unavailable(f"the table asked to slow down ({code}); try again")
    if any("tem size" in each.get("Message", "") for each in (error.response["Error"], *reasons)):
        return TooLarge("an item is larger than the table allows; shorten its texts.")
    return StoreError(
        f"the table refused {error.operation_name} ({code}); check the function's permissions and "
        "the table's name."
    )
