"""The bare data of a file, for checks that must run along with any other fault of it.

A part that is missing, or has the wrong shape, is given as nothing: the model that refused it
has already reported that.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from pydantic import TypeAdapter, ValidationError

from dealclock.files.source import Day, Slug

Record = Mapping[object, object]

_SLUG: TypeAdapter[str] = TypeAdapter(Slug)
_DAY: TypeAdapter[date] = TypeAdapter(Day)


def slug(value: object) -> str | None:
    """The value when it is a sound slug."""
    try:
        return _SLUG.validate_python(value)
    except ValidationError:
        return None


def day(value: object) -> date | None:
    """The value when it is a day that exists, also where it is written as text."""
    try:
        return _DAY.validate_python(value)
    except ValidationError:
        return None


def record(data: object, field: str) -> Record:
    """The keys and values under `field`; none when there are not any."""
    found = data.get(field) if isinstance(data, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def items(data: object, field: str) -> Sequence[object]:
    """The items of the list under `field`; none when there is no list."""
    found = data.get(field) if isinstance(data, Mapping) else None
    return found if isinstance(found, list | tuple) else []


def records(data: object, field: str) -> Sequence[Record]:
    """The items of the list under `field`, each in its place; one that has no keys is empty."""
    return [item if isinstance(item, Mapping) else {} for item in items(data, field)]


def all_sound(words: Iterable[object]) -> Sequence[str] | None:
    """The words when each is a sound slug and stands there once; None as soon as one is not.

    A person who names one of a list that is not whole may mean the word that was refused.
    """
    given = list(words)
    sound = [word for word in map(slug, given) if word is not None]
    return sound if len(set(sound)) == len(given) else None


def keys(data: object, field: str) -> Sequence[str] | None:
    """The keys under `field`; None when there is nothing with keys, or one of them is no slug."""
    found = data.get(field) if isinstance(data, Mapping) else None
    return all_sound(found) if isinstance(found, Mapping) else None
