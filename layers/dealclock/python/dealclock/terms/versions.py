"""The versions of an agreement's terms: the original, and after each amendment.

    original            first-amendment                 second-amendment
    ---------------------|-------------------------------|----------------> days
                         effective                       effective

A version is in force from the effective day of its amendment, and known from a separate day, so
that past answers can be reproduced.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any
from weakref import ReferenceType, ref

from dealclock.files.patch import by_id
from dealclock.records import record
from dealclock.terms.amendments import Amendment, apply_amendment, by_effective_day
from dealclock.terms.terms import Terms

ORIGINAL = "original"


@record
class Version:
    """The terms in force from `effective`; for the original, the date of the agreement."""

    id: str
    title: str
    effective: date
    known: date
    terms: Terms


def versions(terms: Terms, as_of: date, known_on: date) -> tuple[Version, ...]:
    """The versions in effect by `as_of` and known by `known_on`, both days included.

    In order of effective day, each including those before it; the last is in force.
    """
    dated = terms.agreement.dated
    result = [Version(ORIGINAL, terms.agreement.title, dated, dated, terms)]
    known = [a for a in terms.amendments if a.effective <= as_of and a.known <= known_on]
    for amendment in sorted(known, key=lambda a: a.effective):
        key = (*(version.id for version in result[1:]), amendment.id)
        cached = _cached_versions(terms)
        if key not in cached:
            cached[key] = _version(result, amendment)
        result.append(cached[key])
    return tuple(result)


_Versions = dict[tuple[str, ...], Version]
_CACHE: dict[int, tuple[ReferenceType[Terms], _Versions]] = {}
"""The versions of terms, by the amendments they include, as long as those terms are in memory."""


def _cached_versions(terms: Terms) -> _Versions:
    key = id(terms)
    entry = _CACHE.get(key)
    if entry is None or entry[0]() is not terms:
        entry = (ref(terms, lambda _: _CACHE.pop(key, None)), {})
        _CACHE[key] = entry
    return entry[1]


def _version(before: Sequence[Version], amendment: Amendment) -> Version:
    change = amendment.model_dump(mode="json", exclude_unset=True)
    data = apply_amendment(before[-1].terms.model_dump(mode="json"), change)
    return Version(
        amendment.id,
        amendment.title,
        amendment.effective,
        amendment.known,
        _read(data),
    )


def _read(data: Any) -> Terms:
    """Amended terms. An amendment stored by a later release may hold names unknown here; those in
    a file were refused on loading."""
    return Terms.model_validate(data, extra="ignore")


def write_out_defaults(terms: Terms) -> Terms:
    """The terms with every default that an amendment implies written out, so that a later release
    reads them the same. They are equal under every version."""
    data, complete = terms.model_dump(mode="json"), dict[str, Amendment]()
    for place, _ in by_effective_day(data):
        amendment = terms.amendments[place]
        typed = amendment.model_dump(mode="json")
        before, data = data, _read(apply_amendment(data, typed)).model_dump(mode="json")
        changes = {
            part: _with_defaults(change, before.get(part, {}), data[part])
            for part, change in typed["changes"].items()
        }
        full = {**typed, "changes": changes}
        reads_the_same = _read(apply_amendment(before, full)).model_dump(mode="json") == data
        complete[amendment.id] = Amendment.model_validate(full if reads_the_same else typed)
    return terms.model_copy(update={"amendments": tuple(complete[a.id] for a in terms.amendments)})


def as_amended(terms: Terms) -> list[Terms]:
    """The original terms, and the terms after each amendment in order of effective day."""
    result = [terms]
    data = terms.model_dump(mode="json")
    for _, amendment in by_effective_day(data):
        result.append(_read(apply_amendment(data, amendment)))
        data = result[-1].model_dump(mode="json")
    return result


def _with_defaults(change: Any, before: Any, after: Any) -> Any:
    """A change with every value it adds, including defaults; merged values are handled by key.

    A null that removes a key becomes the value the key then has.
    """
    keyed = isinstance(change, Mapping) and isinstance(before, Mapping)
    records, became = (before, after) if keyed else (by_id(before), by_id(after) or {})
    if records is None or after is None:
        return after
    changed = change if isinstance(change, Mapping) else by_id(change)
    if not changed and changed is not change:
        return after
    full = {
        key: _with_defaults(value, records.get(key), became.get(key))
        for key, value in changed.items()
    }
    return full if changed is change else [*full.values()]
