"""Codecs between records and items, from the type hints of the record's fields.

    str  int  bool  date  datetime  tuple[str, ...]  frozenset[str]    as in item.py
    Literal, StrEnum, and types in `texts`                             as one text
    tuple of one of these                                              as a list of texts
    pydantic model                                                     as JSON text
    X | None                                                           as X; None is not written

A field equal to its default is not written, and a missing attribute reads as the default. A field
in `required` is always written and must be present. Unknown attributes are ignored.

Stored names are permanent: to rename a field, give its attribute in `names`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, fields
from datetime import date, datetime
from enum import StrEnum
from types import NoneType, UnionType
from typing import (
    Any,
    Generic,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import BaseModel

from dealclock.records import record
from dealclock.store.content import Content, content
from dealclock.store.item import Item, StoredItem, Value

R = TypeVar("R")


@record
class Text:
    """How values of a type are stored as one text; `read` raises ValueError if invalid."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


Texts = Mapping[object, Text]


@record
class _Form:
    """How values of a type are stored in an attribute; `read` raises LostError."""

    write: Callable[[Any], Value | Content]
    read: Callable[[StoredItem, str], Any]


_Stored: TypeAlias = tuple[str, _Form, object]
"""How a field is stored: in which attribute, how, and the value it has if omitted."""


class Codec(Generic[R]):
    """Writes one kind of record as attributes of an item, and reads it back.

    `names` maps fields to attributes with other names. The fields in `apart` are stored elsewhere,
    such as in the keys, and passed to `read`. Those in `parts` are records too, stored in the same
    item.
    """

    def __init__(
        self,
        record: type[R],
        *,
        names: Mapping[str, str] | None = None,
        apart: Collection[str] = (),
        required: Collection[str] = (),
        texts: Texts | None = None,
        parts: "Mapping[str, Codec[Any]] | None" = None,
    ) -> None:
        """Raises TypeError for a field that the record lacks or that cannot be stored."""
        self.record, self.apart = record, frozenset(apart)
        self._parts = dict(parts or {})
        names, hints = names or {}, get_type_hints(record)
        all_fields: tuple[Field[Any], ...] = fields(record)  # type: ignore[arg-type]
        unknown = {*names, *apart, *required, *self._parts} - {f.name for f in all_fields}
        if unknown:
            raise TypeError(f"{record.__name__} has no {', '.join(sorted(unknown))}")
        self._stored: dict[str, _Stored] = {
            f.name: (
                names.get(f.name, f.name),
                _form(hints[f.name], texts or {}),
                MISSING if f.name in required else _absent(f, hints[f.name]),
            )
            for f in all_fields
            if f.name not in self.apart and f.name not in self._parts
        }
        own = (attribute for attribute, _, _ in self._stored.values())
        parts_own = (each for part in self._parts.values() for each in part.attributes)
        self.attributes: tuple[str, ...] = (*own, *parts_own)
        if len(set(self.attributes)) < len(self.attributes):
            raise TypeError(f"two fields of {record.__name__} are stored in one attribute")

    def read(self, row: StoredItem, **apart: object) -> R:
        """The record in an item; raises LostError, which names the attribute."""
        values = dict(apart)
        for name, part in self._parts.items():
            values[name] = part.read(row)
        for name, (attribute, form, absent) in self._stored.items():
            is_stored = absent is MISSING or attribute in row
            values[name] = form.read(row, attribute) if is_stored else absent
        return self.record(**values)

    def item(self, record: R) -> Item:
        """The attributes of a record, with `needs` if it holds models, without keys.

        A value that is not stored is None, so that an update removes it.
        """
        return _to_item(self.values(record))

    def changes(self, **fields: object) -> Item:
        """The attributes of some fields of the record, as in `item`.

        Raises TypeError for a field that is not stored.
        """
        unknown = fields.keys() - self._stored.keys()
        if unknown:
            raise TypeError(f"{self.record.__name__} does not store {', '.join(sorted(unknown))}")
        return _to_item((self._stored[name], value) for name, value in fields.items())

    def values(self, record: R) -> Iterator[tuple[_Stored, object]]:
        """How each field of the record is stored, and its value."""
        yield from ((stored, getattr(record, name)) for name, stored in self._stored.items())
        for name, part in self._parts.items():
            yield from part.values(getattr(record, name))


def _to_item(values: Iterable[tuple[_Stored, object]]) -> Item:
    item: dict[str, Value | None] = {}
    needs: list[int] = []
    for (attribute, form, absent), value in values:
        omitted = value is None or value == absent
        encoded = None if omitted else form.write(value)
        if isinstance(encoded, Content):
            needs.append(encoded.needs)
            encoded = encoded.text
        item[attribute] = encoded
    return {**item, "needs": max(needs)} if needs else item


def _absent(field: Field[Any], hint: object) -> object:
    """The value of a field that is not written; MISSING if it is always written."""
    if field.default is not MISSING:
        return field.default
    if field.default_factory is not MISSING:
        return field.default_factory()
    return None if NoneType in get_args(hint) else MISSING


def _form(hint: Any, texts: Texts) -> _Form:
    """How a field of that type is stored; raises TypeError if it cannot be."""
    if get_origin(hint) in (Union, UnionType):
        (hint,) = (arg for arg in get_args(hint) if arg is not NoneType)
    if hint in _FORMS:
        return _FORMS[hint]
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return _Form(content, lambda row, name: row.model(name, hint))
    if get_origin(hint) is tuple:
        part = _text(get_args(hint)[0], texts)
        return _Form(
            lambda values: tuple(map(part.write, values)),
            lambda row, name: tuple(row.parsed(name, part.read, each) for each in row.texts(name)),
        )
    single = _text(hint, texts)
    return _Form(single.write, lambda row, name: row.parsed(name, single.read, row.text(name)))


def _text(hint: Any, texts: Texts) -> Text:
    if hint in texts:
        return texts[hint]
    if get_origin(hint) is Literal:
        return Text(str, {word: word for word in get_args(hint)}.__getitem__)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return Text(str, hint)
    raise TypeError(f"{hint} cannot be stored in an attribute; give it in `texts`")


def _unchanged(value: Any) -> Any:
    return value


_FORMS: Mapping[object, _Form] = {
    str: _Form(_unchanged, StoredItem.text),
    int: _Form(_unchanged, StoredItem.number),
    bool: _Form(_unchanged, StoredItem.flag),
    date: _Form(_unchanged, StoredItem.day),
    datetime: _Form(_unchanged, StoredItem.instant),
    tuple[str, ...]: _Form(_unchanged, StoredItem.texts),
    frozenset[str]: _Form(_unchanged, StoredItem.words),
}
