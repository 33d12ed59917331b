"""Records to items and back: the type hints of a record say how each of its fields is kept.

    str  int  bool  date  datetime  tuple[str, ...]  frozenset[str]    as item.py keeps each
    Literal, StrEnum, and what `texts` names                           as one text, its word
    tuple of one of these                                              as a list of texts
    pydantic model                                                     as JSON text
    X | None                                                           as X; None is not written

A field with a default is not written while it has it, and without the attribute reads as it; a
field in `required` is always written and must be there. Attributes that no field has are ignored.

What is stored stays: to rename a field, give its attribute in `names`.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from datetime import date, datetime
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from dealclock.store.content import Content, content
from dealclock.store.item import Item, StoredItem, Value

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Text:
    """How values of a type are kept as one text; `read` raises ValueError for what is none."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


Texts = Mapping[object, Text]


@dataclass(frozen=True, slots=True)
class _Form:
    """How values of a type are kept in an attribute; `read` raises Unreadable."""

    write: Callable[[Any], Value | Content]
    read: Callable[[StoredItem, str], Any]


@dataclass(frozen=True, slots=True)
class _StoredField:
    """A field as it is kept: under an attribute, or not at all while it is `absent`."""

    name: str
    attribute: str
    form: _Form
    absent: object


class Codec(Generic[R]):
    """Writes one kind of record as attributes of an item, and reads it back.

    `names` gives the attributes that are not called like their fields. The fields `apart` are kept
    elsewhere, as in the keys: `read` is given them. Those in `parts` are records too, whose
    attributes stand among the others.
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
        """Raises TypeError for a field that the record lacks or that cannot be kept."""
        self.record, self.apart = record, frozenset(apart)
        self._parts = dict(parts or {})
        names, hints = names or {}, get_type_hints(record)
        every: tuple[Field[Any], ...] = fields(record)  # type: ignore[arg-type]
        unknown = {*names, *apart, *required, *self._parts} - {each.name for each in every}
        if unknown:
            raise TypeError(f"{record.__name__} has no {', '.join(sorted(unknown))}")
        self._kept = {
            each.name: _StoredField(
                each.name,
                names.get(each.name, each.name),
                _form(hints[each.name], texts or {}),
                MISSING if each.name in required else _absent(each, hints[each.name]),
            )
            for each in every
            if each.name not in self.apart and each.name not in self._parts
        }
        found = list(self._attributes())
        if len(set(found)) < len(found):
            raise TypeError(f"two fields of {record.__name__} are stored in one attribute")
        self.attributes = tuple(found)

    def read(self, row: StoredItem, **apart: object) -> R:
        """The record in an item; raises Unreadable, which names the attribute."""
        found = dict(apart)
        for name, part in self._parts.items():
            found[name] = part.read(row)
        for each in self._kept.values():
            if each.absent is MISSING or each.attribute in row:
                found[each.name] = each.form.read(row, each.attribute)
            else:
                found[each.name] = each.absent
        return self.record(**found)

    def item(self, record: R) -> Item:
        """The attributes of a record, with `needs` where it holds models. Keys are not among them.

        What is not to be written is None, so that in an update it is removed.
        """
        return _written(self.values(record))

    def changes(self, **fields: object) -> Item:
        """The attributes of some of the record's own fields, as `item` has them.

        Raises TypeError for a field that is not kept.
        """
        unknown = fields.keys() - self._kept.keys()
        if unknown:
            raise TypeError(f"{self.record.__name__} does not store {', '.join(sorted(unknown))}")
        return _written((self._kept[name], value) for name, value in fields.items())

    def values(self, record: R) -> "Iterator[tuple[_StoredField, object]]":
        yield from ((each, getattr(record, name)) for name, each in self._kept.items())
        for name, part in self._parts.items():
            yield from part.values(getattr(record, name))

    def _attributes(self) -> Iterator[str]:
        yield from (each.attribute for each in self._kept.values())
        for part in self._parts.values():
            yield from part.attributes


def _written(values: Iterable[tuple[_StoredField, object]]) -> Item:
    found: dict[str, Value | None] = {}
    needs: list[int] = []
    for each, value in values:
        left_out = value is None or value == each.absent
        kept = None if left_out else each.form.write(value)
        if isinstance(kept, Content):
            needs.append(kept.needs)
            kept = kept.text
        found[each.attribute] = kept
    return {**found, "needs": max(needs)} if needs else found


def _absent(field: Field[Any], hint: object) -> object:
    """What a field is that is not written; MISSING for one that always is."""
    if field.default is not MISSING:
        return field.default
    if field.default_factory is not MISSING:
        return field.default_factory()
    return None if NoneType in get_args(hint) else MISSING


def _form(hint: Any, texts: Texts) -> _Form:
    """How a field of that type is kept; raises TypeError for one that cannot be."""
    if get_origin(hint) in (Union, UnionType):
        (hint,) = (each for each in get_args(hint) if each is not NoneType)
    if hint in _PLAIN:
        return _PLAIN[hint]
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return _Form(content, lambda row, name: row.model(name, hint))
    if get_origin(hint) is tuple:
        each = _text(get_args(hint)[0], texts)
        return _Form(
            lambda values: tuple(map(each.write, values)),
            lambda row, name: tuple(_parsed(each, row, name, text) for text in row.texts(name)),
        )
    one = _text(hint, texts)
    return _Form(one.write, lambda row, name: _parsed(one, row, name, row.text(name)))


def _text(hint: Any, texts: Texts) -> Text:
    if hint in texts:
        return texts[hint]
    if get_origin(hint) is Literal:
        return Text(str, {word: word for word in get_args(hint)}.__getitem__)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return Text(str, hint)
    raise TypeError(f"{hint} cannot be stored in an attribute; give it in `texts`")


def _parsed(form: Text, row: StoredItem, name: str, text: str) -> Any:
    try:
        return form.read(text)
    except (ValueError, KeyError):
        raise row.unreadable(name) from None


def _as_it_is(value: Any) -> Any:
    return value


_PLAIN: Mapping[object, _Form] = {
    str: _Form(_as_it_is, StoredItem.text),
    int: _Form(_as_it_is, StoredItem.number),
    bool: _Form(_as_it_is, StoredItem.flag),
    date: _Form(_as_it_is, StoredItem.day),
    datetime: _Form(_as_it_is, StoredItem.instant),
    tuple[str, ...]: _Form(_as_it_is, StoredItem.texts),
    frozenset[str]: _Form(_as_it_is, StoredItem.words),
}
