"""What differs between two versions of raw terms, and the amendment that makes one the other."""

from collections.abc import Iterator, Mapping
from typing import Any

from dealclock.files.patch import by_id
from dealclock.records import record
from dealclock.terms.amendments import TermsChanges

AMENDABLE = tuple(TermsChanges.model_fields)
"""The parts of the terms that an amendment can change."""


@record
class TermsDifference:
    """One key that differs: its `path`, list records by id; None is a key that is not there."""

    path: tuple[str, ...]
    was: Any
    now: Any

    @property
    def is_amendable(self) -> bool:
        """Whether an amendment can make the change."""
        return self.path[0] in AMENDABLE


def differences(was: Any, now: Any, path: tuple[str, ...] = ()) -> Iterator[TermsDifference]:
    """Every key of the terms that differs, as deep as both have keys, in the order of the new one,
    then what only the old one has.
    """
    old, new = _keyed(was), _keyed(now)
    if old is None or new is None:
        if was != now:
            yield TermsDifference(path, was, now)
        return
    for key in (*new, *(key for key in old if key not in new)):
        yield from differences(old.get(key), new.get(key), (*path, str(key)))


def _keyed(value: Any) -> Mapping[Any, Any] | None:
    """A mapping, or a list of records by id; None for anything else, which is compared whole."""
    return value if isinstance(value, Mapping) else by_id(value) or None


def changes_of(found: list[TermsDifference]) -> dict[str, Any]:
    """The `changes` of an amendment that makes these differences, in the parts it can change."""
    changes: dict[str, Any] = {}
    for each in found:
        if each.is_amendable:
            *parents, last = each.path
            place = changes
            for key in parents:
                place = place.setdefault(key, {})
            place[last] = each.now
    return changes
