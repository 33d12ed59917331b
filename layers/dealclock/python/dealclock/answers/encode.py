"""Any result as JSON: one encoder over the typed results, with a format version.

Keys are the names of the fields, or the `key` in their metadata, in their order. Dates are ISO
civil days in the deal's zone; instants ISO, those in UTC with a Z, others with their offset. Rates
and rounded amounts are decimal strings. A field that holds exact dollars gives two keys: the amount
rounded once, half up, and the exact fraction ("46250/3") under the name with `_exact`, for `amount`
under `exact`. While a day count is unset, both are null and `_between` gives the least and the
most. The basis of a conclusion is not nested: its keys are among those of the
record that holds them; the steps of a field named `why` follow the notes. `Keys` are for records of
the engine whose JSON is not simply their fields.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import Field, fields, is_dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cache
from operator import attrgetter
from types import MappingProxyType, UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from dealclock.days.counting import Count
from dealclock.engine.money import Between, Money
from dealclock.engine.why import Why
from dealclock.messages import words
from dealclock.messages.view import LEGAL
from dealclock.records import record

Json = dict[str, object]

Entry = str | tuple[str, Callable[[Any], object]] | tuple[str, Callable[[Any], object], None, bool]
Entries = tuple[Entry, ...]
"""Keys of a record, in order: words, each a key named as its field or property, `key=path` if the
names differ, `key|exact=path` if the exact dollars have their own key, `key?` for one that is left
out if there is no value; and pairs of a key and the function that gives its value, with `None,
True` after them if the key is left out where there is no value.
"""

Keys = Mapping[type, Entries]
"""The entries of records that are not simply written as their fields in order, by class."""

NO_KEYS: Keys = MappingProxyType({})
_BASIS: Keys = {Why: ("facts hypothetical readings",)}


def document(form: str, result: object, keys: Keys = NO_KEYS) -> Json:
    """A whole result, ready for `json.dumps`, with its format and version first.

    A body by its keys may name another format. Raises TypeError for any other field of one of the
    two names that every document has.
    """
    if isinstance(result, Mapping):
        form, body = result.get("format", form), _entries(result, keys)
        body.pop("format", None)
    else:
        body = record_json(result, keys)
    if taken := body.keys() & {"format", "notice"}:
        raise TypeError(f"no result may have a field named {', '.join(sorted(taken))}")
    return {"format": form, **body, "notice": LEGAL}


def dollars(key: str, amount: Money | None) -> Json:
    """Exact dollars as the keys of a body: rounded and exact; see the module's first lines."""
    return dict(_money(key, "exact" if key == "amount" else f"{key}_exact", amount))


def _entries(body: Mapping[str, object], keys: Keys) -> Json:
    """The values of a body by their keys; a basis is not nested."""
    encoded: Json = {}
    for key, value in body.items():
        if isinstance(value, Why):
            encoded |= record_json(value, _BASIS)
        else:
            encoded[str(key)] = encode(value, keys)
    return encoded


def encode(value: object, keys: Keys = NO_KEYS) -> object:
    """A value of a result. Raises TypeError for one of a type that no result may hold."""
    match value:
        case None | bool() | int() | str() if not isinstance(value, Enum):
            return value
        case Enum():
            return str(value.value)
        case Decimal() | Fraction():
            return str(value)
        case datetime():
            return _instant(value)
        case date():
            return value.isoformat()
        case Mapping():
            return _entries(value, keys)
        case tuple() | list():
            return [encode(each, keys) for each in value]
        case frozenset() | set():
            return sorted(str(encode(each)) for each in value)
        case Count():
            return _count(value)
        case _ if is_dataclass(value) or type(value) in keys:
            return record_json(value, keys)
    raise TypeError(f"no result may hold {type(value).__name__}")


def record_json(value: object, keys: Keys = NO_KEYS) -> Json:
    """One record, without the format and notice of a document; raises TypeError as `encode`."""
    encoded: Json = {}
    for each in _fields(cast(Hashable, type(value)), keys.get(type(value))):
        held = each.read(value)
        if held is None and each.is_optional:
            continue
        if isinstance(held, Why):
            encoded |= record_json(held, _BASIS)
        elif each.exact is not None:
            encoded.update(_money(each.key, each.exact, cast(Money | None, held)))
        else:
            encoded[each.key] = encode(held, keys)
    return encoded


@record
class _Field:
    """A key of a record, the function that reads its value, and the key of its exact dollars."""

    key: str
    read: Callable[[Any], object]
    exact: str | None = None
    is_optional: bool = False


@cache
def _fields(cls: Any, entries: Entries | None) -> tuple[_Field, ...]:
    """The keys of a class, from its entries or else from its fields."""
    if entries is None:
        names = [each.name for each in fields(cls)]
        entries = tuple(_entry(each, "why" in names) for each in fields(cls))
    return tuple(
        each
        for entry in entries
        for each in (
            (_field(cls, word) for word in entry.split())
            if isinstance(entry, str)
            else (_Field(*entry),)
        )
    )


def _entry(field: Field[Any], shows_steps: bool) -> str:
    """The entry of a field; after the notes of a record that says why, its steps."""
    key = field.metadata.get("key", field.name.removesuffix("_"))
    then = " trace=why.steps" if shows_steps and key == "notes" else ""
    return f"{key}={field.name}{then}"


def _field(cls: Any, word: str) -> _Field:
    names, _, path = word.partition("=")
    key, _, exact = names.removesuffix("?").partition("|")
    path = path or key
    if not _is_money(_hint(cls, path)):
        exact = ""
    elif not exact:
        exact = "exact" if key == "amount" else f"{key}_exact"
    return _Field(key, attrgetter(path), exact or None, names.endswith("?"))


def _hint(cls: Any, path: str) -> Any:
    """The type of a field or a property at a path such as `accrual.rate`."""
    for name in path.split("."):
        member = getattr(cls, name, None)
        if isinstance(member, property):
            cls = get_type_hints(member.fget)["return"]
        else:
            cls = get_type_hints(cls)[name]
    return cls


def _is_money(hint: Any) -> bool:
    several = get_origin(hint) in (Union, UnionType)
    return Fraction in (get_args(hint) if several else (hint,))


def _money(key: str, exact: str, amount: Money | None) -> Iterator[tuple[str, object]]:
    yield key, words.decimal(amount) if isinstance(amount, Fraction) else None
    yield exact, str(amount) if isinstance(amount, Fraction) else None
    if isinstance(amount, Between):
        yield (
            f"{key}_between",
            {
                "least": words.decimal(amount.least),
                "least_exact": str(amount.least),
                "least_by": amount.least_by,
                "most": words.decimal(amount.most),
                "most_exact": str(amount.most),
                "most_by": amount.most_by,
            },
        )


def _instant(value: datetime) -> str:
    if value.utcoffset() == UTC.utcoffset(None):
        return value.isoformat().replace("+00:00", "Z")
    return value.isoformat(timespec="minutes")


def _count(value: Count) -> Json:
    days = [{"day": d.day.isoformat(), "number": d.number, "closed": d.closed} for d in value.days]
    rolled = {}
    if value.fell_on is not None:
        on = value.fell_on.isoformat()
        rolled = {"fell_on": on, "closed": value.closed, "roll": value.roll}
    return {
        "start": value.start.isoformat(),
        "result": value.result.isoformat(),
        "calendar": value.calendar,
        "days": days,
        **rolled,
    }
