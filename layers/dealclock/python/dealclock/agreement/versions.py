"""The versions of an agreement's terms: the original, and each as amended.

    original            first-amendment                 second-amendment
    ---------------------|-------------------------------|----------------> days
                         effective                       effective

A version is in force from the day its amendment takes effect; it is known from a day of its own,
so that what was known on a day can be asked again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from weakref import ReferenceType, ref

from dealclock.agreement.amendments import Amendment, amended
from dealclock.agreement.terms import Terms

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
        Terms.model_validate(data),
    )
