"""Changing a part of some data: keys are merged, and records of a list by their ids."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dealclock.errors import FilesError


class CannotMerge(FilesError):
    """A change that does not fit what it changes; says what to give."""


def merged(base: Any, change: Any) -> Any:
    """`base` with `change` made to it.

    A mapping is merged by key, and null takes a key away. A list of records is merged by `id`, by
    a mapping of ids or by a list of records; a new id is added at the end. Anything else is
    replaced. Raises CannotMerge for a mapping where `base` has a list whose items have no ids.
    """
    if isinstance(change, Mapping):
        if isinstance(base, Mapping):
            return _keys(base, change)
        if isinstance(base, Sequence) and not isinstance(base, str):
            return _records(base, change)
        return _keys({}, change)
    if _are_records(change) and change and _are_records(base):
        return _records(base, {_id(c): c for c in change})
    return change


def list_unmatched_nulls(
    base: Any, change: Any, where: tuple[Any, ...] = ()
) -> Iterator[tuple[tuple[Any, ...], list[Any]]]:
    """Each null of a change whose key does not exist: its place, and the existing names.

    Merging ignores such a null; the caller decides whether it is a mistake.
    """
    if not isinstance(change, Mapping):
        return
    found = by_id(base) or base
    there = found if isinstance(found, Mapping) else {}
    for key, value in change.items():
        if value is None and key not in there:
            yield (*where, key), list(there)
        yield from list_unmatched_nulls(there.get(key), value, (*where, key))


def by_id(items: Any) -> dict[Any, Any] | None:
    """The records of a list by their ids; None for what is no list of records."""
    return {_id(each): each for each in items} if _are_records(items) else None


def _are_records(items: Any) -> bool:
    return isinstance(items, list | tuple) and all(_id(each) is not None for each in items)


def _keys(base: Mapping[Any, Any], change: Mapping[Any, Any]) -> dict[Any, Any]:
    found = dict(base)
    for key, value in change.items():
        if value is None:
            found.pop(key, None)
        else:
            found[key] = merged(base.get(key), value)
    return found


def _records(base: Sequence[Any], change: Mapping[Any, Any]) -> list[Any]:
    found = {_id(record): record for record in base}
    if None in found:
        raise CannotMerge("its items have no ids, so they cannot be merged; give the whole list")
    for key, value in change.items():
        if value is None:
            found.pop(key, None)
        elif not isinstance(value, Mapping):
            raise CannotMerge(f"give {key} as keys with their values")
        else:
            found[key] = {"id": key, **merged(found.get(key, {}), value)}
    return list(found.values())


def _id(record: Any) -> Any:
    return record.get("id") if isinstance(record, Mapping) else None
