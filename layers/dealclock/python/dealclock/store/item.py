"""Items: encoding for DynamoDB, and typed access to attributes."""

import hashlib
import json
from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar, cast

from pydantic import BaseModel, ValidationError

from dealclock.errors import LostError, RefusedError, TooNewError
from dealclock.store import formats, keys

# Days and instants become text that sorts chronologically.
Value: TypeAlias = str | int | bool | date | frozenset[str] | tuple[str, ...]
# None values are not written.
Item: TypeAlias = Mapping[str, Value | None]
# An item in DynamoDB's own form: each value under its type.
Encoded: TypeAlias = dict[str, dict[str, Any]]
V = TypeVar("V", str, int, bool)
M = TypeVar("M", bound=BaseModel)
T = TypeVar("T")

_EMPTY: Mapping[str, Any] = {}
MOST_BYTES = 400 * 1024  # DynamoDB's limit per item, including names
_CACHE_SIZE = 2048  # cached terms, teams and events


def encoded(item: Item) -> Encoded:
    """The item in DynamoDB's form; raises RefusedError if it is too large."""
    values = {name: encoded_value(value) for name, value in item.items() if value is not None}
    check_size(values)
    return values


def encoded_value(value: Value) -> dict[str, Any]:
    """One value in DynamoDB's form."""
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
            return {"L": [{"S": text} for text in value]}


def check_size(item: Encoded) -> None:
    """Raise RefusedError if the item exceeds the limit."""
    size = size_of(item)
    if size > MOST_BYTES:
        kind = str(item.get("SK", _EMPTY).get("S", "")).partition("#")[0]
        raise RefusedError(
            f"a {kind} item has {size:,} bytes, more than the {MOST_BYTES:,} allowed; shorten "
            "its texts or split it."
        )


def size_of(item: Encoded) -> int:
    """The size of an item in bytes, including names: at least what DynamoDB counts."""
    return sum(_bytes(name) + _size(value) for name, value in item.items())


def _size(value: Mapping[str, Any]) -> int:
    ((tag, raw),) = value.items()
    match tag:
        case "S":
            return _bytes(raw)
        case "N":
            return 21  # the largest size of a number
        case "SS":
            return 3 + sum(1 + _bytes(text) for text in raw)
        case "L":
            return 3 + sum(1 + _bytes(part["S"]) for part in raw)
        case _:
            return 1


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())


class StoredItem:
    """An item as read. Every getter raises LostError for a missing attribute or a wrong type.

    If a newer release wrote the item in an unknown format, only its keys can be read; anything
    else raises TooNewError. Messages name the sort key but no value, since they may be logged.
    """

    def __init__(self, item: Mapping[str, Mapping[str, Any]]) -> None:
        self._item = item
        self._is_too_new = self._mark("needs") > formats.FORMAT

    def __contains__(self, name: str) -> bool:
        self._check_readable(name)
        return name in self._item

    @property
    def needs(self) -> int:
        """The format that its readers must know."""
        return self._mark("needs")

    @property
    def is_too_new(self) -> bool:
        """Whether this release must not read it."""
        return self._is_too_new

    @property
    def is_of_later_release(self) -> bool:
        """Whether a newer release wrote it, or it needs one."""
        return self._is_too_new or self.format > formats.FORMAT

    @property
    def format(self) -> int:
        """The format of the release that wrote it; 0 for one before there were marks."""
        return self._mark("format")

    @property
    def sha256(self) -> str:
        """The SHA-256 of the whole item, keys and marks included, whatever it holds."""
        return hashlib.sha256(json.dumps(self._item, sort_keys=True).encode()).hexdigest()

    def text(self, name: str) -> str:
        """The text of an attribute."""
        return self._get(name, "S", str)

    def parsed(self, name: str, read: Callable[[str], T], text: str) -> T:
        """The value that a text of the attribute stands for, by a function that raises ValueError
        or KeyError for any other.
        """
        try:
            return read(text)
        except (ValueError, KeyError):
            raise self.unreadable(name) from None

    def number(self, name: str) -> int:
        """The integer of an attribute."""
        return self.parsed(name, int, self._get(name, "N", str))

    def flag(self, name: str) -> bool:
        """The boolean of an attribute."""
        return self._get(name, "BOOL", bool)

    def day(self, name: str) -> date:
        """The date of an attribute."""
        return self.parsed(name, date.fromisoformat, self.text(name))

    def instant(self, name: str) -> datetime:
        """The instant of an attribute."""
        return self.parsed(name, datetime.fromisoformat, self.text(name))

    def texts(self, name: str) -> tuple[str, ...]:
        """The list of texts of an attribute."""
        self._check_readable(name)
        try:
            return tuple(str(part["S"]) for part in self._item[name]["L"])
        except (KeyError, TypeError):
            raise self.unreadable(name) from None

    def words(self, name: str) -> frozenset[str]:
        """The set of texts of an attribute; empty if it is missing."""
        self._check_readable(name)
        if name not in self._item:
            return frozenset()
        try:
            return frozenset(self._item[name]["SS"])
        except (KeyError, TypeError):
            raise self.unreadable(name) from None

    def model(self, name: str, model: type[M]) -> M:
        """The model of an attribute with JSON text; equal texts return the same object."""
        try:
            return cast("M", _model(model, self.text(name)))
        except ValidationError:
            raise self.unreadable(name) from None

    def unreadable(self, name: str) -> LostError:
        """The error for an unreadable attribute: TooNewError if a newer release wrote the item."""
        if self.is_of_later_release:
            return self._too_new()
        where = self._item.get("SK", {}).get("S", "an item without a sort key")
        return LostError(
            f"{where}: {name!r} is missing or unreadable; restore this item from a backup "
            "(docs/operations.md, The restore drill)."
        )

    def _mark(self, mark: str) -> int:
        """A compatibility mark of the item; 0 if it has none."""
        return int(self._item.get(mark, _EMPTY).get("N", 0))

    def _check_readable(self, name: str) -> None:
        if self._is_too_new and name not in formats.KEYS:
            raise self._too_new()

    def _too_new(self) -> TooNewError:
        pk, sk = (self._item.get(key, _EMPTY).get("S", "") for key in ("PK", "SK"))
        needs = max(self._mark("needs"), formats.FORMAT + 1)
        kind = formats.kind_of(pk, sk)
        return TooNewError(f"A {kind} item", needs, formats.FORMAT, kind, (pk, sk))

    def _get(self, name: str, tag: str, kind: type[V]) -> V:
        self._check_readable(name)
        value = self._item.get(name, _EMPTY).get(tag)
        if not isinstance(value, kind):
            raise self.unreadable(name)
        return value


@lru_cache(_CACHE_SIZE)
def _model(model: type[BaseModel], text: str) -> BaseModel:
    """The model in a text, cached: stored texts never change and models are frozen, so terms need
    not be parsed again."""
    return formats.load_model(model, text)
