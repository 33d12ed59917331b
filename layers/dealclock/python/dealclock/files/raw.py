"""Access to a file's raw data, for checks that run even if the file has other problems.

A part that is missing or has the wrong shape is returned as empty: the model's own validation
reports it.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from pydantic import TypeAdapter, ValidationError

from dealclock.files.source import Day, Slug

Record = Mapping[object, object]

_SLUG: TypeAdapter[str] = TypeAdapter(Slug)
_DAY: TypeAdapter[date] = TypeAdapter(Day)


def slug(value: object) -> str | None:
    """The value if it is a valid slug, otherwise None."""
    try:
        return _SLUG.validate_python(value)
    except ValidationError:
        return None


def day(value: object) -> date | None:
    """The value as a date if it is one, also if written as text; otherwise None."""
    try:
        return _DAY.validate_python(value)
    except ValidationError:
        return None


def record(data: object, field: str) -> Record:
    """The mapping under `field`; empty if there is none."""
    value = data.get(field) if isinstance(data, Mapping) else None
    return value if isinstance(value, Mapping) else {}


def items(data: object, field: str) -> Sequence[object]:
    """The list under `field`; empty if there is none."""
    value = data.get(field) if isinstance(data, Mapping) else None
    return value if isinstance(value, list | tuple) else []


def records(data: object, field: str) -> Sequence[Record]:
    """The list under `field`; an item that is not a mapping is returned as an empty one."""
    return [item if isinstance(item, Mapping) else {} for item in items(data, field)]


def unique_slugs(words: Iterable[object]) -> Sequence[str] | None:
    """The words if all are valid slugs and unique, otherwise None.

    None means that references to them cannot be checked: one may mean the invalid word.
    """
    names = list(words)
    valid = [name for name in map(slug, names) if name is not None]
    return valid if len(set(valid)) == len(names) else None


def keys(data: object, field: str) -> Sequence[str] | None:
    """The keys under `field`; None if there is no mapping, or a key is not a valid slug."""
    value = data.get(field) if isinstance(data, Mapping) else None
    return unique_slugs(value) if isinstance(value, Mapping) else None
