"""The table in memory, for tests, simulations and drills; it has DynamoDB's limits.

Items are stored in DynamoDB's form, so a caller cannot change them through values passed in or
returned. `DynamoTable` and this class pass the same contract tests (tests/contract/store).
"""

import threading
from bisect import bisect_left, bisect_right, insort
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeAlias, assert_never

from dealclock.errors import DealclockError
from dealclock.store import keys
from dealclock.store.item import Encoded, StoredItem, check_size, encoded, encoded_value, size_of
from dealclock.store.table import MAX_BATCH, ConditionFailedError
from dealclock.store.write import (
    Absent,
    All,
    AnyOf,
    AtMost,
    Condition,
    ConditionCheck,
    Equals,
    Exists,
    Less,
    More,
    OneOf,
    Put,
    Update,
    Write,
)

Key: TypeAlias = tuple[str, str]
Entry: TypeAlias = tuple[str, str, Key]
"""Partition, sort key, and the key of the item."""
Lag: TypeAlias = Callable[[], tuple[datetime, timedelta]]
"""The current instant, and the lag of the indexes."""

PAGE = 1024 * 1024  # bytes read per page
MAX_TRANSACTION_BYTES = 4 * 1024 * 1024  # of one transaction
_MAX_KEY_BYTES = 2048, 1024  # bytes of a partition key and of a sort key
_READ, _WRITTEN = 4096, 1024  # bytes of a read unit and of a write unit
_MARKS = frozenset(["PK", "SK", "format", "needs"])
_NO_ITEM: Encoded = {}


@dataclass
class Units:
    """What DynamoDB would count: requests, read units and write units.

    A strong read of 4 kB is a unit, of an index half of one; a query's items are counted together,
    page by page. A write of 1 kB is a unit, in a transaction two, and each entry that it puts
    into an index or takes out is one more.
    """

    requests: int = 0
    read: float = 0
    written: int = 0

    def __sub__(self, before: "Units") -> "Units":
        return Units(
            self.requests - before.requests, self.read - before.read, self.written - before.written
        )


class MemoryTable:
    """A `Table` in memory, with one lock for all threads; `used` counts what DynamoDB would.

    Its indexes show writes at once, or after a `lag`.
    """

    def __init__(self, lag: Lag | None = None) -> None:
        self._items = _Items(lag)
        self.used = Units()
        self._lag = lag
        self._lock = threading.Lock()

    def get(self, pk: str, sk: str, *, may_lag: bool = False) -> StoredItem | None:
        """As `Table.get`."""
        key = _valid_key(pk, sk)
        with self._lock:
            item = self._items.rows.get(key)
            self.used.requests += 1
            self.used.read += _units(self._items.size(key), _READ) / (1 + may_lag)
        return None if item is None else StoredItem(item)

    def get_many(self, wanted: Sequence[Key]) -> Iterator[StoredItem]:
        """As `Table.get_many`."""
        for start in range(0, len(wanted), MAX_BATCH):
            batch = [_valid_key(pk, sk) for pk, sk in wanted[start : start + MAX_BATCH]]
            if len(set(batch)) < len(batch):
                raise DealclockError("a key appears twice in one batch; give it once")
            with self._lock:
                items = [self._items.rows[key] for key in batch if key in self._items.rows]
                self.used.requests += 1
                self.used.read += sum(_units(self._items.size(key), _READ) for key in batch)
            yield from map(StoredItem, items)

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
        if index not in ("", *keys.INDEXES) or (index and only):
            raise DealclockError("the table has no such index, or the index lacks those attributes")
        if last < first or not pk:
            raise DealclockError(
                "a range needs a partition, and its end must not be before its start"
            )
        wanted = frozenset(only) | _MARKS if only else frozenset[str]()
        left, after = limit, None
        while True:
            with self._lock:
                page, after, read = self._items.page(
                    index, (pk, first, last), after, wanted, backwards, left
                )
                self.used.requests += 1
                self.used.read += _units(read, _READ) / (2 if index else 1)
            yield from map(StoredItem, page)
            left = None if left is None else left - len(page)
            if after is None or (left is not None and left <= 0):
                return

    def write(self, write: Write) -> None:
        """As `Table.write`."""
        checked = _CheckedWrite(write)
        with self._lock:
            self._count([checked], 1)
            if not checked.holds(self._items.rows.get(checked.key, _NO_ITEM)):
                raise ConditionFailedError
            self._carry_out([(checked, checked.result(self._items.rows.get(checked.key)))])

    def transact(self, writes: Sequence[Write | ConditionCheck]) -> None:
        """As `Table.transact`."""
        checked = [_CheckedWrite(write) for write in writes]
        if not 1 <= len(checked) <= MAX_BATCH:
            raise DealclockError(f"a transaction writes 1 to {MAX_BATCH} items, not {len(checked)}")
        if len({w.key for w in checked}) < len(checked):
            raise DealclockError("a transaction writes one item twice; write it once")
        if sum(size_of(w.values) for w in checked) > MAX_TRANSACTION_BYTES:
            raise DealclockError(f"a transaction writes more than {MAX_TRANSACTION_BYTES:,} bytes")
        with self._lock:
            self._count(checked, 2)
            rows = self._items.rows
            held = [w.holds(rows.get(w.key, _NO_ITEM)) for w in checked]
            if not all(held):
                raise ConditionFailedError([at for at, each in enumerate(held) if not each])
            self._carry_out([(w, w.result(rows.get(w.key))) for w in checked])

    def items(self) -> list[Encoded]:
        """A copy of every item in key order: a backup."""
        with self._lock:
            return [deepcopy(item) for _, item in sorted(self._items.rows.items())]

    def restore(self, items: Iterable[Mapping[str, Mapping[str, Any]]]) -> None:
        """Replace all items with these, unchanged: no mark is added."""
        restored = _Items(self._lag)
        for item in items:
            copied = {name: deepcopy(dict(value)) for name, value in item.items()}
            restored.put((copied["PK"]["S"], copied["SK"]["S"]), copied)
        with self._lock:
            self._items = restored

    def _count(self, writes: "Sequence[_CheckedWrite]", times: int) -> None:
        """Count a request that writes, `times` for each item, whether or not it succeeds."""
        self.used.requests += 1
        for write in writes:
            size = max(self._items.size(write.key), _stored_size(write.values))
            each = _READ if isinstance(write.write, ConditionCheck) else _WRITTEN
            self.used.written += times * _units(size, each)

    def _carry_out(self, results: "Sequence[tuple[_CheckedWrite, Encoded | None]]") -> None:
        for checked, item in results:
            if isinstance(checked.write, ConditionCheck):
                continue
            self.used.written += self._items.entries_changed(checked.key, item or _NO_ITEM)
            if item is None:
                self._items.remove(checked.key)
            else:
                self._items.put(checked.key, item)


class _CheckedWrite:
    """A valid write; raises RefusedError or DealclockError if it is invalid."""

    def __init__(self, write: Write | ConditionCheck) -> None:
        self.write = write
        self.key = _valid_key(write.pk, write.sk)
        self.values: Encoded = {}  # the attributes to write
        self._change = None
        match write:
            case Put():
                self.values = encoded(write.marked())
            case Update():
                self._change = change = write.marked()
                if not {"PK", "SK"}.isdisjoint(write.changes):
                    raise DealclockError("the key of an item cannot be changed")
                self.values = {
                    name: encoded_value(value)
                    for name, value in change.sets.items()
                    if value is not None
                }
        _check_values(self.values)

    def holds(self, item: Encoded) -> bool:
        """Whether the item meets the write's condition."""
        return holds(self.write.when, item)

    def result(self, item: Encoded | None) -> Encoded | None:
        """The item after the write, None if it is removed; raises RefusedError."""
        if self._change is None:
            return self.values if isinstance(self.write, Put) else None
        pk, sk = self.key
        changed = {"PK": {"S": pk}, "SK": {"S": sk}} if item is None else dict(item)
        changed.update(self.values)
        for name, value in self._change.where_missing.items():
            if value is not None:
                changed.setdefault(name, encoded_value(value))
        for name in self._change.removes:
            changed.pop(name, None)
        check_size(changed)
        return changed


class _Items:
    """The items, and sorted lists of entries for the table and each index.

    An index shows writes in order, after its lag. Stored items are replaced, never changed, so they
    can be returned without copying.
    """

    def __init__(self, lag: Lag | None) -> None:
        self.rows: dict[Key, Encoded] = {}
        self._sizes: dict[Key, int] = {}
        self._parts: dict[Key, dict[frozenset[str], Encoded]] = {}
        self._sorted: dict[str, list[Entry]] = {index: [] for index in ("", *keys.INDEXES)}
        self._lag = lag
        self._pending: deque[tuple[datetime, str, Entry | None, Entry | None]] = deque()

    def page(
        self,
        index: str,
        where: tuple[str, str, str],
        after: Entry | None,
        wanted: frozenset[str],
        backwards: bool,
        limit: int | None,
    ) -> tuple[list[Encoded], Entry | None, int]:
        """The items of a page, at most `limit`; its last entry if there may be more; the bytes."""
        items: list[Encoded] = []
        read = 0
        for entry in self._between(index, where, after, backwards):
            # An index holds only keys, possibly of an item changed or removed since.
            items.append(_keys(index, entry) if index else self._read(entry[2], wanted))
            read += size_of(items[-1]) if index else self._sizes[entry[2]]
            if read >= PAGE or len(items) == limit:
                return items, entry, read
        return items, None, read

    def size(self, key: Key) -> int:
        """The bytes of an item, 0 if it is missing."""
        return self._sizes.get(key, 0)

    def entries_changed(self, key: Key, item: Encoded) -> int:
        """How many entries of indexes a write puts or takes out."""
        before = self.rows.get(key, _NO_ITEM)
        changed = 0
        for index in keys.INDEXES:
            old, new = _entry(index, key, before), _entry(index, key, item)
            changed += 0 if old == new else (old is not None) + (new is not None)
        return changed

    def put(self, key: Key, item: Encoded) -> None:
        self._index(key, item)
        self._parts.pop(key, None)
        self.rows[key] = item
        self._sizes[key] = _stored_size(item)

    def remove(self, key: Key) -> None:
        self._index(key, _NO_ITEM)
        for mapping in (self.rows, self._parts, self._sizes):
            mapping.pop(key, None)

    def _read(self, key: Key, wanted: frozenset[str]) -> Encoded:
        """An item, or only its `wanted` attributes if any are given."""
        whole = self.rows[key]
        if not wanted:
            return whole
        parts = self._parts.setdefault(key, {})
        if wanted not in parts:
            parts[wanted] = {name: value for name, value in whole.items() if name in wanted}
        return parts[wanted]

    def _between(
        self, index: str, where: tuple[str, str, str], after: Entry | None, backwards: bool
    ) -> Iterator[Entry]:
        if index and self._lag:
            self._catch_up(self._lag()[0])
        pk, first, last = where
        entries = self._sorted[index]
        start = bisect_left(entries, (pk, first, ("", "")))
        end = bisect_right(entries, (pk, last), key=lambda entry: entry[:2])
        if after is not None and backwards:
            end = bisect_left(entries, after)
        elif after is not None:
            start = bisect_right(entries, after)
        selected = entries[start:end]
        return reversed(selected) if backwards else iter(selected)

    def _index(self, key: Key, item: Encoded) -> None:
        """Update every index, at once or after its lag."""
        before = self.rows.get(key, _NO_ITEM)
        for index in self._sorted:
            old, new = _entry(index, key, before), _entry(index, key, item)
            if old == new:
                continue
            if not index or self._lag is None:
                self._show(index, old, new)
                continue
            now, lag = self._lag()
            self._pending.append((now + lag, index, old, new))

    def _catch_up(self, now: datetime) -> None:
        while self._pending and self._pending[0][0] <= now:
            self._show(*self._pending.popleft()[1:])

    def _show(self, index: str, old: Entry | None, new: Entry | None) -> None:
        entries = self._sorted[index]
        if old:
            del entries[bisect_left(entries, old)]
        if new:
            insort(entries, new)


def _stored_size(item: Encoded) -> int:
    """The bytes that DynamoDB counts; `size_of` counts the most that a number may have."""
    numbers = [value["N"] for value in item.values() if "N" in value]
    return size_of(item) - sum(21 - (len(number) + 1) // 2 - 1 for number in numbers)


def _units(size: int, each: int) -> int:
    return max(1, -(-size // each))


def holds(when: Condition, item: Encoded) -> bool:
    """Whether a condition holds for an item; pass an empty one if it is missing."""
    match when:
        case Exists(name):
            return name in item
        case Absent(name):
            return name not in item
        case Equals(name, value):
            return item.get(name) == encoded_value(value)
        case OneOf(name, values):
            return any(item.get(name) == encoded_value(value) for value in values)
        case Less(name, value):
            return (order := _compare(item.get(name), value)) is not None and order < 0
        case AtMost(name, value):
            return (order := _compare(item.get(name), value)) is not None and order <= 0
        case More(name, value):
            return (order := _compare(item.get(name), value)) is not None and order > 0
        case All(of):
            return all(holds(part, item) for part in of)
        case AnyOf(of):
            return any(holds(part, item) for part in of)
        case _:
            assert_never(when)


def _compare(attribute: Mapping[str, Any] | None, value: Any) -> int | None:
    """Negative, 0 or positive as the attribute is below, at or above the value; None if the types
    differ."""
    encoded = encoded_value(value)
    if attribute is None or attribute.keys() != encoded.keys():
        return None
    ((tag, left),), ((_, right),) = attribute.items(), encoded.items()
    if tag == "N":
        left, right = int(left), int(right)
    return int(left > right) - int(left < right)


def _valid_key(pk: str, sk: str) -> Key:
    for part, most in zip((pk, sk), _MAX_KEY_BYTES, strict=True):
        if not part or len(part.encode()) > most:
            raise DealclockError(f"a key of an item is empty, or longer than {most:,} bytes")
    return pk, sk


def _check_values(values: Encoded) -> None:
    for name, value in values.items():
        if value == {"SS": []}:
            raise DealclockError(f"{name}: a set cannot be empty; leave it out")
        if name in keys.OF_INDEXES and not value.get("S"):
            raise DealclockError(f"{name}: an index key must be non-empty text")


def _entry(index: str, key: Key, item: Encoded) -> Entry | None:
    partition, sort = item.get(f"{index}PK"), item.get(f"{index}SK")
    return (partition["S"], sort["S"], key) if partition and sort else None


def _keys(index: str, entry: Entry) -> Encoded:
    """The keys of an item, as an index holds them."""
    partition, sort, (pk, sk) = entry
    names = ("PK", "SK", f"{index}PK", f"{index}SK")
    return {n: {"S": v} for n, v in zip(names, (pk, sk, partition, sort), strict=True)}
