"""A table in memory that answers as DynamoDB does, for the calls the store makes.

Thousands of histories need a table that costs microseconds. It is held to the storage contract,
as moto and the real DynamoDB Local are (tests/contract/store), so it may be trusted here.
"""

import re
import threading
from bisect import bisect_left, bisect_right, insort
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from botocore.exceptions import ClientError

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

Given: TypeAlias = Mapping[str, Any]
Key: TypeAlias = tuple[str, str]
Attributes: TypeAlias = dict[str, Any]
Holds: TypeAlias = Callable[[Given, Given, Given], bool]
Entry: TypeAlias = tuple[str, str, Key]
"""Partition, sort key, and the key of the item that stands there."""
Lag: TypeAlias = Callable[[], tuple[datetime, timedelta]]
"""The instant, and how long the indexes take to show what is written now."""

INDEXES = ("GSI1", "GSI2", "GSI3")
PAGE = 1024 * 1024  # bytes that DynamoDB reads for one page
MOST_IN_ONE = 100  # writes of one transaction


class MemoryTable:
    """The tables behind one client. What it holds is never changed, only replaced: so it may be
    answered with as it is."""

    def __init__(self, lag: Lag | None = None) -> None:
        self._tables: dict[str, _Items] = {}
        self._lock = threading.RLock()
        self._lag = lag

    def create_table(self, *, TableName: str, **_: Any) -> dict[str, Any]:
        """Make an empty table; its keys and indexes are those of the template."""
        self._tables[TableName] = _Items(self._lag)
        return {}

    def delete_table(self, *, TableName: str) -> dict[str, Any]:
        """Remove a table and everything in it."""
        del self._tables[TableName]
        return {}

    def get_item(self, *, TableName: str, Key: Given, **_: Any) -> dict[str, Any]:
        """One item, or none."""
        with self._lock:
            found = self._tables[TableName].get(_key(Key))
            return {} if found is None else {"Item": found}

    def batch_get_item(self, *, RequestItems: Given) -> dict[str, Any]:
        """Those of many items that are there."""
        with self._lock:
            found = {
                name: [
                    item
                    for key in asked["Keys"]
                    if (item := self._tables[name].get(_key(key))) is not None
                ]
                for name, asked in RequestItems.items()
            }
            return {"Responses": found, "UnprocessedKeys": {}}

    def put_item(self, **given: Any) -> dict[str, Any]:
        """Write a whole item if its condition holds."""
        return self._alone("Put", given)

    def update_item(self, **given: Any) -> dict[str, Any]:
        """Change an item if its condition holds."""
        return self._alone("Update", given)

    def delete_item(self, **given: Any) -> dict[str, Any]:
        """Remove an item if its condition holds."""
        return self._alone("Delete", given)

    def transact_write_items(self, *, TransactItems: Sequence[Given]) -> dict[str, Any]:
        """All writes, if every condition holds; else none."""
        with self._lock:
            asked = [(kind, given) for each in TransactItems for kind, given in each.items()]
            held = [self._holds(given, _place(given)) for _, given in asked]
            if len(asked) > MOST_IN_ONE or len({_place(g) for _, g in asked}) < len(asked):
                raise _refusal("ValidationException", "TransactWriteItems")
            if not all(held):
                reasons = [{"Code": "None" if h else "ConditionalCheckFailed"} for h in held]
                raise _refusal("TransactionCanceledException", "TransactWriteItems", reasons)
            for kind, given in asked:
                self._carry_out(kind, given)
        return {}

    def get_paginator(self, operation: str) -> "_Pages":
        """Pages of a query, or of everything there is."""
        return _Pages(self, operation)

    def query(self, **asked: Any) -> dict[str, Any]:
        """One page: the items between two sort keys, from where the page before ended, in their
        order or from the last on."""
        with self._lock:
            items = self._tables[asked["TableName"]]
            index = asked.get("IndexName", "")
            values = asked["ExpressionAttributeValues"]
            pk, first, last = (values[f":{name}"]["S"] for name in ("pk", "first", "last"))
            after = asked.get("ExclusiveStartKey")
            wanted = _wanted(asked, index)
            page: list[Attributes] = []
            read = 0
            end = None
            forward = asked.get("ScanIndexForward", True)
            for entry in items.between(index, pk, first, last, after, forward=forward):
                # An index holds keys alone, and may name an item that has changed or gone since.
                row = _keys(index, entry) if index else items.read(entry[2], wanted)
                page.append({n: v for n, v in row.items() if n in wanted} if index else row)
                read += _size(row) if index else items.sizes[entry[2]]
                if read >= PAGE or len(page) == asked.get("Limit"):
                    end = entry
                    break
        answer: dict[str, Any] = {"Items": page, "Count": len(page)}
        return answer | ({"LastEvaluatedKey": {"at": end}} if end else {})

    def scan(self, *, TableName: str) -> dict[str, Any]:
        """Everything in a table, in one page."""
        with self._lock:
            return {"Items": list(self._tables[TableName].rows.values())}

    def close(self) -> None:
        """Nothing to close."""

    def _alone(self, kind: str, given: Given) -> dict[str, Any]:
        with self._lock:
            if not self._holds(given, _place(given)):
                raise _refusal("ConditionalCheckFailedException", f"{kind}Item")
            self._carry_out(kind, given)
        return {}

    def _holds(self, given: Given, place: Key) -> bool:
        expression = given.get("ConditionExpression")
        if not expression:
            return True
        item = self._tables[given["TableName"]].get(place) or {}
        names = given.get("ExpressionAttributeNames", {})
        return _condition(expression)(item, names, given.get("ExpressionAttributeValues", {}))

    def _carry_out(self, kind: str, given: Given) -> None:
        items, place = self._tables[given["TableName"]], _place(given)
        match kind:
            case "Put":
                items.put(place, dict(given["Item"]))
            case "Update":
                items.put(place, _updated(items.get(place), place, given))
            case "Delete":
                items.remove(place)


class _Items:
    """The items of one table, and each index as a sorted list of entries.

    An index shows what is written once it has caught up, in the order in which it was written.
    """

    def __init__(self, lag: Lag | None) -> None:
        self.rows: dict[Key, Attributes] = {}
        self.sizes: dict[Key, int] = {}
        self._parts: dict[Key, dict[frozenset[str], Attributes]] = {}
        self._sorted: dict[str, list[Entry]] = {i: [] for i in ("", *INDEXES)}
        self._lag = lag
        self._behind: deque[tuple[datetime, str, Entry | None, Entry | None]] = deque()

    def get(self, place: Key) -> Attributes | None:
        return self.rows.get(place)

    def read(self, place: Key, wanted: frozenset[str]) -> Attributes:
        """An item, or those of its attributes that are wanted; none wanted means all."""
        whole = self.rows[place]
        if not wanted:
            return whole
        parts = self._parts.setdefault(place, {})
        if wanted not in parts:
            parts[wanted] = {name: value for name, value in whole.items() if name in wanted}
        return parts[wanted]

    def put(self, place: Key, item: Attributes) -> None:
        self._index(place, item)
        self._parts.pop(place, None)
        self.rows[place] = item
        self.sizes[place] = _size(item)

    def remove(self, place: Key) -> None:
        self._index(place, {})
        self.rows.pop(place, None)
        self._parts.pop(place, None)

    def between(
        self, index: str, pk: str, first: str, last: str, after: Given | None, *, forward: bool
    ) -> Iterator[Entry]:
        if index and self._lag:
            self._catch_up(self._lag()[0])
        entries = self._sorted[index]
        start = bisect_left(entries, (pk, first, ("", "")))
        end = bisect_right(entries, (pk, last), key=lambda entry: entry[:2])
        if after is not None and forward:
            start = bisect_right(entries, after["at"])
        elif after is not None:
            end = bisect_left(entries, after["at"])
        found = entries[start:end]
        yield from found if forward else reversed(found)

    def _index(self, place: Key, item: Given) -> None:
        """Let every index show the item as it now is: at once, or when it has caught up."""
        before = self.rows.get(place, {})
        for index in self._sorted:
            old, new = _entry(index, place, before), _entry(index, place, item)
            if old == new:
                continue
            if not index or self._lag is None:
                self._show(index, old, new)
                continue
            now, lag = self._lag()
            last = self._behind[-1][0] if self._behind else now
            self._behind.append((max(last, now + lag), index, old, new))

    def _catch_up(self, now: datetime) -> None:
        while self._behind and self._behind[0][0] <= now:
            self._show(*self._behind.popleft()[1:])

    def _show(self, index: str, old: Entry | None, new: Entry | None) -> None:
        entries = self._sorted[index]
        if old:
            del entries[bisect_left(entries, old)]
        if new:
            insort(entries, new)


class _Pages:
    def __init__(self, table: MemoryTable, operation: str) -> None:
        self._asked = {"query": table.query, "scan": table.scan}[operation]

    def paginate(
        self, *, PaginationConfig: Mapping[str, int] | None = None, **asked: Any
    ) -> Iterator[dict[str, Any]]:
        left = (PaginationConfig or {}).get("MaxItems")
        while True:
            page = self._asked(**asked)
            if left is not None:
                page["Items"] = page["Items"][:left]
                left -= len(page["Items"])
            yield page
            if "LastEvaluatedKey" not in page or left == 0:
                return
            asked["ExclusiveStartKey"] = page["LastEvaluatedKey"]


def memory_client(lag: Lag | None = None) -> "DynamoDBClient":
    """A client of tables in memory, whose indexes show at once what is written, or after a lag."""
    return cast("DynamoDBClient", MemoryTable(lag))


def _entry(index: str, place: Key, item: Given) -> Entry | None:
    partition, sort = item.get(f"{index}PK"), item.get(f"{index}SK")
    return (partition["S"], sort["S"], place) if partition and sort else None


def _keys(index: str, entry: Entry) -> Attributes:
    """What an index holds of an item."""
    partition, sort, (pk, sk) = entry
    names = ("PK", "SK", f"{index}PK", f"{index}SK")
    return {n: {"S": v} for n, v in zip(names, (pk, sk, partition, sort), strict=True)}


def _key(key: Given) -> Key:
    return key["PK"]["S"], key["SK"]["S"]


def _place(given: Given) -> Key:
    return _key(given["Key"] if "Key" in given else given["Item"])


def _wanted(asked: Given, index: str) -> frozenset[str]:
    """The names of the attributes asked for; empty for all there are."""
    if "ProjectionExpression" in asked:
        return _projected(
            asked["ProjectionExpression"], tuple(asked["ExpressionAttributeNames"].items())
        )
    if index:  # keys only, as the template has them
        return frozenset(("PK", "SK", f"{index}PK", f"{index}SK"))
    return frozenset()


@cache
def _projected(expression: str, names: tuple[tuple[str, str], ...]) -> frozenset[str]:
    named = dict(names)
    return frozenset(named[name.strip()] for name in expression.split(","))


def _updated(item: Attributes | None, place: Key, given: Given) -> Attributes:
    changed = dict(item or {"PK": {"S": place[0]}, "SK": {"S": place[1]}})
    names, values = given["ExpressionAttributeNames"], given["ExpressionAttributeValues"]
    sets, _, removes = given["UpdateExpression"].removeprefix("SET ").partition(" REMOVE ")
    for each in sets.split(", "):
        name, value = each.split(" = ")
        if kept := _KEPT.fullmatch(value):
            changed.setdefault(names[kept[1]], values[kept[2]])
        else:
            changed[names[name]] = values[value]
    for name in filter(None, removes.split(", ")):
        changed.pop(names[name], None)
    return changed


def _size(item: Given) -> int:
    """The bytes of an item, near enough for pages: its texts and its names."""
    return sum(len(name) + len(str(next(iter(v.values())))) for name, v in item.items())


_KEPT = re.compile(r"if_not_exists\((#\w+),(:\w+)\)")
_TOKEN = re.compile(r"\s*(\(|\)|<=|>=|<>|=|<|>|,|[#:]?\w+)")
_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: bool(a == b),
    "<>": lambda a, b: bool(a != b),
    "<": lambda a, b: bool(a < b),
    "<=": lambda a, b: bool(a <= b),
    ">": lambda a, b: bool(a > b),
    ">=": lambda a, b: bool(a >= b),
}


@cache
def _condition(expression: str) -> Holds:
    tokens = _TOKEN.findall(expression)
    tokens.reverse()
    found = _either(tokens)
    if tokens:
        raise NotImplementedError(f"a condition this table does not know: {expression}")
    return found


def _either(tokens: list[str]) -> Holds:
    found = _both(tokens)
    while tokens and tokens[-1] == "OR":
        tokens.pop()
        found = _or(found, _both(tokens))
    return found


def _both(tokens: list[str]) -> Holds:
    found = _one(tokens)
    while tokens and tokens[-1] == "AND":
        tokens.pop()
        found = _and(found, _one(tokens))
    return found


def _or(a: Holds, b: Holds) -> Holds:
    return lambda *of: a(*of) or b(*of)


def _and(a: Holds, b: Holds) -> Holds:
    return lambda *of: a(*of) and b(*of)


def _one(tokens: list[str]) -> Holds:
    token = tokens.pop()
    if token == "(":
        found = _either(tokens)
        tokens.pop()
        return found
    if token in ("attribute_not_exists", "attribute_exists"):
        tokens.pop()
        name = tokens.pop()
        tokens.pop()
        there = token == "attribute_exists"
        return lambda item, names, values: (names.get(name, name) in item) is there
    compare, value = _COMPARED[tokens.pop()], tokens.pop()

    def holds(item: Given, names: Given, values: Given) -> bool:
        left, right = item.get(names.get(token, token)), values[value]
        if left is None or left.keys() != right.keys():
            return compare is _COMPARED["<>"]
        return compare(_plain(left), _plain(right))

    return holds


def _plain(value: Given) -> Any:
    ((tag, raw),) = value.items()
    return int(raw) if tag == "N" else raw


def _refusal(code: str, operation: str, reasons: Sequence[Given] = ()) -> ClientError:
    answer: Any = {"Error": {"Code": code, "Message": code}, "CancellationReasons": list(reasons)}
    return ClientError(answer, operation)
