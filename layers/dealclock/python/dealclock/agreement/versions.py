"""The versions of an agreement's terms: the original, and each as amended.

    original            first-amendment                 second-amendment
    ---------------------|-------------------------------|----------------> days
                         effective                       effective

A version is in force from the day its amendment takes effect; it is known from a day of its own,
so that what was known on a day can be asked again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from weakref import ReferenceType, ref

from dealclock.agreement.amendments import Amendment, amended, in_order
from dealclock.agreement.terms import Terms
from dealclock.files.patch import by_id

ORIGINAL = "original"


@dataclass(frozen=True, slots=True)
class Version:
    """The terms in force from `effective` on; of the original, from the agreement's own day."""

    id: str
    title: str
    effective: date
    known: date
    terms: Terms


def versions(terms: Terms, as_of: date, known_on: date) -> tuple[Version, ...]:
    """The versions that took effect by `as_of` and were known by `known_on`, both included.

    In the order in which they took effect, each with all before it; the last is in force.
    """
    dated = terms.agreement.dated
    found = [Version(ORIGINAL, terms.agreement.title, dated, dated, terms)]
    known = [a for a in terms.amendments if a.effective <= as_of and a.known <= known_on]
    for amendment in sorted(known, key=lambda a: a.effective):
        key = (*(version.id for version in found[1:]), amendment.id)
        made = _made(terms)
        if key not in made:
            made[key] = _version(found, amendment)
        found.append(made[key])
    return tuple(found)


_Made = dict[tuple[str, ...], Version]
_MADE: dict[int, tuple[ReferenceType[Terms], _Made]] = {}
"""The versions made of terms, by the amendments they hold, while those terms live."""


def _made(terms: Terms) -> _Made:
    key = id(terms)
    kept = _MADE.get(key)
    if kept is None or kept[0]() is not terms:
        kept = (ref(terms, lambda _: _MADE.pop(key, None)), {})
        _MADE[key] = kept
    return kept[1]


def _version(before: Sequence[Version], amendment: Amendment) -> Version:
    made = amendment.model_dump(mode="json", exclude_unset=True)
    data = amended(before[-1].terms.model_dump(mode="json"), made)
    return Version(
        amendment.id,
        amendment.title,
        amendment.effective,
        amendment.known,
        _read(data),
    )


def _read(data: Any) -> Terms:
    """Terms as amended. A kept amendment of a later release may hold names that say nothing here;
    in a file they were refused before."""
    return Terms.model_validate(data, extra="ignore")


def written_out(terms: Terms) -> Terms:
    """The terms with what each amendment adds written in full, so that no default is left to the
    release that reads them later. They read the same under every version."""
    data, made = terms.model_dump(mode="json"), dict[str, Amendment]()
    for place, _ in in_order(data):
        amendment = terms.amendments[place]
        typed = amendment.model_dump(mode="json")
        before, data = data, _read(amended(data, typed)).model_dump(mode="json")
        changes = {
            part: _filled(change, before[part], data[part])
            for part, change in typed["changes"].items()
        }
        full = {**typed, "changes": changes}
        reads_the_same = _read(amended(before, full)).model_dump(mode="json") == data
        made[amendment.id] = Amendment.model_validate(full if reads_the_same else typed)
    return terms.model_copy(update={"amendments": tuple(made[a.id] for a in terms.amendments)})


def as_amended(terms: Terms) -> list[Terms]:
    """The terms as first made, and after each amendment in the order they take effect."""
    found = [terms]
    data = terms.model_dump(mode="json")
    for _, amendment in in_order(data):
        found.append(_read(amended(data, amendment)))
        data = found[-1].model_dump(mode="json")
    return found


def _filled(change: Any, before: Any, after: Any) -> Any:
    """A change with what it adds as it was read, defaults written out; what it merges, key by key.

    A null that takes a key away becomes the value the key then has.
    """
    if isinstance(change, Mapping) and isinstance(before, Mapping):
        return {
            key: _filled(value, before.get(key), after.get(key)) for key, value in change.items()
        }
    records = by_id(before)
    if records is None or after is None:
        return after
    became = by_id(after) or {}
    if isinstance(change, Mapping):
        return {
            key: _filled(value, records.get(key), became.get(key)) for key, value in change.items()
        }
    changed = by_id(change)
    if not changed:
        return after
    return [_filled(value, records.get(key), became.get(key)) for key, value in changed.items()]
