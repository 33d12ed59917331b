"""The table in memory, for tests, simulations and drills: it refuses what DynamoDB refuses.

It holds items as DynamoDB does, each value under its type, so what a caller gave or got cannot be
changed through it. It is held to the same contract as `DynamoTable` (tests/contract/store).
"""

import threading
from bisect import bisect_left, bisect_right, insort
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from datetime import datetime, timedelta
from typing import Any, TypeAlias, assert_never

from dealclock.store import keys
from dealclock.store.errors import StoreError
from dealclock.store.item import Encoded, StoredItem, allow_size, encoded, encoded_value, size_of
from dealclock.store.table import MOST_IN_ONE, ConditionFailed
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
"""Partition, sort key, and the key of the item that stands there."""
Lag: TypeAlias = Callable[[], tuple[datetime, timedelta]]
"""The instant, and how long the indexes take to show what is written now."""

PAGE = 1024 * 1024  # bytes that are read for one page
MOST_BYTES_IN_ONE = 4 * 1024 * 1024  # of one transaction
_MOST_KEY = 2048, 1024  # bytes of a partition key and of a sort key
_MARKS = frozenset(["PK", "SK", "format", "needs"])
_NO_ITEM: Encoded = {}


class MemoryTable:
    """A `Table` in memory. One lock: of any number of threads one reads or writes at a time.

    Its indexes show at once what is written, or after a `lag`.
    """

    def __init__(self, lag: Lag | None = None) -> None:
        self._items = _Items(lag)
        self._lag = lag
        self._lock = threading.Lock()

    def get(self, pk: str, sk: str) -> StoredItem | None:
        """As `Table.get`."""
        place = _place(pk, sk)
        with self._lock:
            item = self._items.rows.get(place)
        return None if item is None else StoredItem(item)

    def get_many(self, wanted: Sequence[Key]) -> Iterator[StoredItem]:
        """As `Table.get_many`."""
        for start in range(0, len(wanted), MOST_IN_ONE):
            batch = [_place(pk, sk) for pk, sk in wanted[start : start + MOST_IN_ONE]]
            if len(set(batch)) < len(batch):
                raise StoreError("a key appears twice in one batch; give it once")
            with self._lock:
                found = [self._items.rows[each] for each in batch if each in self._items.rows]
            yield from map(StoredItem, found)

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
            raise StoreError("the table has no such index, or the index lacks those attributes")
        if last < first or not pk:
            raise StoreError("a range needs a partition, and its end must not be before its start")
        wanted = frozenset(only) | _MARKS if only else frozenset[str]()
        left, after = limit, None
        while True:
            with self._lock:
                page, after = self._items.page(index, (pk, first, last), after, wanted, backwards)
            yield from map(StoredItem, page if left is None else page[:left])
            left = None if left is None else left - len(page)
            if after is None or (left is not None and left <= 0):
                return

    def write(self, write: Write) -> None:
        """As `Table.write`."""
        asked = _CheckedWrite(write)
        with self._lock:
            if not asked.holds(self._items.rows.get(asked.place, _NO_ITEM)):
                raise ConditionFailed
            self._carry_out([(asked, asked.result(self._items.rows.get(asked.place)))])

    def transact(self, writes: Sequence[Write | ConditionCheck]) -> None:
        """As `Table.transact`."""
        asked = [_CheckedWrite(write) for write in writes]
        if not 1 <= len(asked) <= MOST_IN_ONE:
            raise StoreError(f"a transaction writes 1 to {MOST_IN_ONE} items, not {len(asked)}")
        if len({each.place for each in asked}) < len(asked):
            raise StoreError("a transaction writes one item twice; write it once")
        if sum(size_of(each.given) for each in asked) > MOST_BYTES_IN_ONE:
            raise StoreError(f"a transaction writes more than {MOST_BYTES_IN_ONE:,} bytes")
        with self._lock:
            rows = self._items.rows
            if not all(each.holds(rows.get(each.place, _NO_ITEM)) for each in asked):
                raise ConditionFailed
            self._carry_out([(each, each.result(rows.get(each.place))) for each in asked])

    def items(self) -> list[Encoded]:
        """A copy of every item as it is kept, in the order of the keys: a backup."""
        with self._lock:
            return [deepcopy(item) for _, item in sorted(self._items.rows.items())]

    def restore(self, items: Iterable[Mapping[str, Mapping[str, Any]]]) -> None:
        """Hold these items and no other, as they are: no mark is added."""
        found = _Items(self._lag)
        for item in items:
            held = {name: deepcopy(dict(value)) for name, value in item.items()}
            found.put((held["PK"]["S"], held["SK"]["S"]), held)
        with self._lock:
            self._items = found

    def _carry_out(self, results: "Sequence[tuple[_CheckedWrite, Encoded | None]]") -> None:
        for asked, item in results:
            if isinstance(asked.write, ConditionCheck):
                continue
            if item is None:
                self._items.remove(asked.place)
            else:
                self._items.put(asked.place, item)


class _CheckedWrite:
    """A write that may be carried out; raises TooLarge or StoreError where it never may."""

    def __init__(self, write: Write | ConditionCheck) -> None:
        self.write = write
        self.place = _place(write.pk, write.sk)
        self.given: Encoded = {}  # the attributes that are written
        self._change = None
        match write:
            case Put():
                self.given = encoded(write.marked())
            case Update():
                self._change = change = write.marked()
                if not {"PK", "SK"}.isdisjoint(write.changes):
                    raise StoreError("the key of an item cannot be changed")
                self.given = {
                    name: encoded_value(value)
                    for name, value in change.sets.items()
                    if value is not None
                }
        _refuse(self.given)

    def holds(self, item: Encoded) -> bool:
        """Whether the item is as the write asks."""
        return holds(self.write.when, item)

    def result(self, item: Encoded | None) -> Encoded | None:
        """The item after the write, None where there is none; raises TooLarge."""
        if self._change is None:
            return self.given if isinstance(self.write, Put) else None
        pk, sk = self.place
        changed = {"PK": {"S": pk}, "SK": {"S": sk}} if item is None else dict(item)
        changed.update(self.given)
        for name, value in self._change.where_missing.items():
            if value is not None:
                changed.setdefault(name, encoded_value(value))
        for name in self._change.removes:
            changed.pop(name, None)
        allow_size(changed)
        return changed


class _Items:
    """The items, and the table and each index as a sorted list of entries.

    An index shows what is written once it has caught up, in the order in which it was written. An
    item that is held is never changed, only replaced: so it may be answered with as it is.
    """

    def __init__(self, lag: Lag | None) -> None:
        self.rows: dict[Key, Encoded] = {}
        self._sizes: dict[Key, int] = {}
        self._parts: dict[Key, dict[frozenset[str], Encoded]] = {}
        self._sorted: dict[str, list[Entry]] = {index: [] for index in ("", *keys.INDEXES)}
        self._lag = lag
        self._behind: deque[tuple[datetime, str, Entry | None, Entry | None]] = deque()

    def page(
        self,
        index: str,
        where: tuple[str, str, str],
        after: Entry | None,
        wanted: frozenset[str],
        backwards: bool,
    ) -> tuple[list[Encoded], Entry | None]:
        """The items of a page, and the last entry of it where there may be more."""
        found: list[Encoded] = []
        read = 0
        for entry in self._between(index, where, after, backwards):
            # An index holds keys alone, and may name an item that has changed or gone since.
            found.append(_keys(index, entry) if index else self._read(entry[2], wanted))
            read += size_of(found[-1]) if index else self._sizes[entry[2]]
            if read >= PAGE:
                return found, entry
        return found, None

    def put(self, place: Key, item: Encoded) -> None:
        self._index(place, item)
        self._parts.pop(place, None)
        self.rows[place] = item
        self._sizes[place] = size_of(item)

    def remove(self, place: Key) -> None:
        self._index(place, _NO_ITEM)
        for held in (self.rows, self._parts, self._sizes):
            held.pop(place, None)

    def _read(self, place: Key, wanted: frozenset[str]) -> Encoded:
        """An item, or those of its attributes that are wanted; none wanted means all."""
        whole = self.rows[place]
        if not wanted:
            return whole
        parts = self._parts.setdefault(place, {})
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
        found = entries[start:end]
        return reversed(found) if backwards else iter(found)

    def _index(self, place: Key, item: Encoded) -> None:
        """Let every index show the item as it now is: at once, or when it has caught up."""
        before = self.rows.get(place, _NO_ITEM)
        for index in self._sorted:
            old, new = _entry(index, place, before), _entry(index, place, item)
            if old == new:
                continue
            if not index or self._lag is None:
                self._show(index, old, new)
                continue
            now, lag = self._lag()
            self._behind.append((now + lag, index, old, new))

    def _catch_up(self, now: datetime) -> None:
        while self._behind and self._behind[0][0] <= now:
            self._show(*self._behind.popleft()[1:])

    def _show(self, index: str, old: Entry | None, new: Entry | None) -> None:
        entries = self._sorted[index]
        if old:
            del entries[bisect_left(entries, old)]
        if new:
            insort(entries, new)


def holds(when: Condition, item: Encoded) -> bool:
    """Whether a condition holds of an item as it is kept; of a missing one, give it empty."""
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
            return (found := _compared(item.get(name), value)) is not None and found < 0
        case AtMost(name, value):
            return (found := _compared(item.get(name), value)) is not None and found <= 0
        case More(name, value):
            return (found := _compared(item.get(name), value)) is not None and found > 0
        case All(of):
            return all(holds(each, item) for each in of)
        case AnyOf(of):
            return any(holds(each, item) for each in of)
        case _:
            assert_never(when)


def _compared(kept: Mapping[str, Any] | None, value: Any) -> int | None:
    """Below, at or above 0 as the attribute is before, at or after the value; None of two types."""
    asked = encoded_value(value)
    if kept is None or kept.keys() != asked.keys():
        return None
    ((tag, left),), ((_, right),) = kept.items(), asked.items()
    if tag == "N":
        left, right = int(left), int(right)
    return int(left > right) - int(left < right)


def _place(pk: str, sk: str) -> Key:
    for key, most in zip((pk, sk), _MOST_KEY, strict=True):
        if not key or len(key.encode()) > most:
            raise StoreError(f"a key of an item is empty, or longer than {most:,} bytes")
    return pk, sk


def _refuse(given: Encoded) -> None:
    for name, value in given.items():
        if value == {"SS": []}:
            raise StoreError(f"{name}: a set cannot be empty; leave it out")
        if name in keys.OF_INDEXES and not value.get("S"):
            raise StoreError(f"{name}: an index key must be non-empty text")


def _entry(index: str, place: Key, item: Encoded) -> Entry | None:
    partition, sort = item.get(f"{index}PK"), item.get(f"{index}SK")
    return (partition["S"], sort["S"], place) if partition and sort else None


def _keys(index: str, entry: Entry) -> Encoded:
    """What an index holds of an item."""
    partition, sort, (pk, sk) = entry
    names = ("PK", "SK", f"{index}PK", f"{index}SK")
    return {n: {"S": v} for n, v in zip(names, (pk, sk, partition, sort), strict=True)}
