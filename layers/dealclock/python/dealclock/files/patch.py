"""Merging a change into data: mappings by key, lists of records by id."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dealclock.errors import ConflictError


def merge(base: Any, change: Any) -> Any:
    """A copy of `base` with `change` applied.

    A mapping is merged by key, and null removes a key. A list of records is merged by `id`, with a
    mapping of ids or a list of records; a new id is appended. Anything else is replaced. Raises
    ConflictError for a mapping if `base` has a list whose items have no ids.
    """
    if isinstance(change, Mapping):
        if isinstance(base, Mapping):
            return _merge_keys(base, change)
        if isinstance(base, Sequence) and not isinstance(base, str):
            return _merge_records(base, change)
        return _merge_keys({}, change)
    if _are_records(change) and change and _are_records(base):
        return _merge_records(base, {_id(c): c for c in change})
    return change


def list_unmatched_nulls(
    base: Any, change: Any, where: tuple[Any, ...] = ()
) -> Iterator[tuple[tuple[Any, ...], list[Any]]]:
    """Each null of a change whose key does not exist: its place, and the existing names.

    Merging ignores such a null; the caller decides whether it is a mistake.
    """
    if not isinstance(change, Mapping):
        return
    by_key = by_id(base) or base
    existing = by_key if isinstance(by_key, Mapping) else {}
    for key, value in change.items():
        if value is None and key not in existing:
            yield (*where, key), list(existing)
        yield from list_unmatched_nulls(existing.get(key), value, (*where, key))


def by_id(items: Any) -> dict[Any, Any] | None:
    """The records of a list by id; None if it is not a list of records."""
    return {_id(item): item for item in items} if _are_records(items) else None


def _are_records(items: Any) -> bool:
    return isinstance(items, list | tuple) and all(_id(item) is not None for item in items)


def _merge_keys(base: Mapping[Any, Any], change: Mapping[Any, Any]) -> dict[Any, Any]:
    result = dict(base)
    for key, value in change.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merge(base.get(key), value)
    return result


def _merge_records(base: Sequence[Any], change: Mapping[Any, Any]) -> list[Any]:
    result = {_id(record): record for record in base}
    if None in result:
        raise ConflictError("its items have no ids, so they cannot be merged; give the whole list")
    for key, value in change.items():
        if value is None:
            result.pop(key, None)
        elif not isinstance(value, Mapping):
            raise ConflictError(f"give {key} as keys with their values")
        else:
            result[key] = {"id": key, **merge(result.get(key, {}), value)}
    return list(result.values())


def _id(record: Any) -> Any:
    return record.get("id") if isinstance(record, Mapping) else None
