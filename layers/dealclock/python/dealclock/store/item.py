"""Items as they are written and read: few types, each read under the name it must have."""

from collections.abc import Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar, cast

from pydantic import BaseModel, ValidationError

from dealclock.store import formats, keys
from dealclock.store.errors import TooLarge, TooNew, Unreadable

# Days and instants become text that sorts in time.
Value: TypeAlias = str | int | bool | date | frozenset[str] | tuple[str, ...]
# What is None is not written at all.
Item: TypeAlias = Mapping[str, Value | None]
# An item as it is kept: each value under its type, in DynamoDB's own form.
Encoded: TypeAlias = dict[str, dict[str, Any]]
V = TypeVar("V", str, int, bool)
M = TypeVar("M", bound=BaseModel)

_NOTHING: Mapping[str, Any] = {}
MOST_BYTES = 400 * 1024  # of one item, names included: DynamoDB's own limit
REMEMBERED = 2048  # contents: some deals' terms, teams and facts


def encoded(item: Item) -> Encoded:
    """The item as it is kept; raises TooLarge beyond what a table holds in one."""
    found = {name: encoded_value(value) for name, value in item.items() if value is not None}
    allow_size(found)
    return found


def encoded_value(value: Value) -> dict[str, Any]:
    """One value as it is kept."""
    match value:
        case bool():
            return {"BOOL": value}
        case int():
            return {"N": str(value)}
        case str():
            return {"S": value if type(value) is str else str.__str__(value)}
        case datetime():
            return {"S": keys.instant(value)}
        case date():
            return {"S": value.isoformat()}
        case frozenset():
            return {"SS": sorted(value)}
        case tuple():
            return {"L": [{"S": each} for each in value]}


def allow_size(item: Encoded) -> None:
    """Raise TooLarge for an item beyond what a table holds in one."""
    size = size_of(item)
    if size > MOST_BYTES:
        kind = str(item.get("SK", _NOTHING).get("S", "")).partition("#")[0]
        raise TooLarge(
            f"a {kind} item has {size:,} bytes, more than the {MOST_BYTES:,} allowed; shorten "
            "its texts or split it."
        )


def size_of(item: Encoded) -> int:
    """The bytes of an item, names included: never less than DynamoDB counts."""
    return sum(_bytes(name) + _size(value) for name, value in item.items())


def _size(value: Mapping[str, Any]) -> int:
    ((tag, raw),) = value.items()
    match tag:
        case "S":
            return _bytes(raw)
        case "N":
            return 21  # the most a number takes
        case "SS":
            return 3 + sum(1 + _bytes(each) for each in raw)
        case "L":
            return 3 + sum(1 + _bytes(each["S"]) for each in raw)
        case _:
            return 1


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())


class StoredItem:
    """An item as read. Every getter raises Unreadable for what is missing or of another type.

    Of an item that this release must not read, the keys can be read, and anything else raises
    TooNew. Messages name the sort key and never a value, since they may end in a log.
    """

    def __init__(self, item: Mapping[str, Mapping[str, Any]]) -> None:
        self._item = item
        self._is_too_new = self._marked("needs") > formats.FORMAT

    def __contains__(self, name: str) -> bool:
        self._allow(name)
        return name in self._item

    @property
    def is_of_later_release(self) -> bool:
        """Whether a release wrote it that knows more than this one."""
        return self._marked("format") > formats.FORMAT

    def text(self, name: str) -> str:
        """A text."""
        return self._get(name, "S", str)

    def number(self, name: str) -> int:
        """A whole number."""
        try:
            return int(self._get(name, "N", str))
        except ValueError:
            raise self.unreadable(name) from None

    def flag(self, name: str) -> bool:
        """True or false."""
        return self._get(name, "BOOL", bool)

    def day(self, name: str) -> date:
        """A civil day."""
        try:
            return date.fromisoformat(self.text(name))
        except ValueError:
            raise self.unreadable(name) from None

    def instant(self, name: str) -> datetime:
        """An instant."""
        try:
            return datetime.fromisoformat(self.text(name))
        except ValueError:
            raise self.unreadable(name) from None

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        self._allow(name)
        try:
            return tuple(str(each["S"]) for each in self._item[name]["L"])
        except (KeyError, TypeError):
            raise self.unreadable(name) from None

    def words(self, name: str) -> frozenset[str]:
        """A set of texts; without the attribute, the empty one."""
        self._allow(name)
        if name not in self._item:
            return frozenset()
        try:
            return frozenset(self._item[name]["SS"])
        except (KeyError, TypeError):
            raise self.unreadable(name) from None

    def model(self, name: str, model: type[M]) -> M:
        """A model kept as JSON text; the same text again gives the same model, not a like one."""
        try:
            return cast("M", _model(model, self.text(name)))
        except ValidationError:
            raise self.unreadable(name) from None

    def unreadable(self, name: str) -> Unreadable:
        """The error for an attribute that cannot be read: TooNew where a later release wrote it."""
        if self.is_of_later_release:
            return self._too_new()
        where = self._item.get("SK", {}).get("S", "an item without a sort key")
        return Unreadable(
            f"{where}: {name!r} is missing or unreadable; restore the item from a backup, or "
            "load it again."
        )

    def _marked(self, mark: str) -> int:
        """A mark of the item; 0 for one written before there were any."""
        return int(self._item.get(mark, _NOTHING).get("N", 0))

    def _allow(self, name: str) -> None:
        if self._is_too_new and name not in formats.KEYS:
            raise self._too_new()

    def _too_new(self) -> TooNew:
        pk, sk = (self._item.get(key, _NOTHING).get("S", "") for key in ("PK", "SK"))
        needs = max(self._marked("needs"), formats.FORMAT + 1)
        return TooNew(f"A {formats.kind_of(pk, sk)} item", needs, formats.FORMAT)

    def _get(self, name: str, tag: str, kind: type[V]) -> V:
        self._allow(name)
        value = self._item.get(name, _NOTHING).get(tag)
        if not isinstance(value, kind):
            raise self.unreadable(name)
        return value


@lru_cache(REMEMBERED)
def _model(model: type[BaseModel], text: str) -> BaseModel:
    """The model in a text. A version's text never changes and models are frozen, so
    reading a deal again need not parse, check and measure its terms."""
    return formats.kept(model, text)
