"""What differs between two versions of raw terms, and the amendment that makes one the other."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from dealclock.errors import Problem
from dealclock.files import raw
from dealclock.files.patch import by_id
from dealclock.files.source import Source
from dealclock.records import record
from dealclock.terms.amendments import TermsChanges, apply_amendment, by_effective_day
from dealclock.terms.key_names import counsel_keys, record_keys
from dealclock.terms.terms import Terms

AMENDABLE = tuple(TermsChanges.model_fields)
"""The parts of the terms that an amendment can change."""
_PART = re.compile(rf"\b({'|'.join(AMENDABLE)})\.([a-z][a-z0-9-]*)")


@record
class TermsDifference:
    """One key that differs: its `path`, list records by id; None is a key that is not there."""

    path: tuple[str, ...]
    was: Any
    now: Any

    @property
    def part(self) -> tuple[str, ...]:
        """What it is in: a provision, a date, a party; else a part of the terms."""
        return self.path[:2] if self.path[0] in AMENDABLE else self.path[:1]


def amended_data(data: Any, ids: frozenset[str] | None = None) -> Any:
    """Raw terms as all amendments change them, or those with these ids; with counsel's keys."""
    written = amended = record_keys(data, Terms)
    for _, amendment in by_effective_day(written):
        if ids is None or amendment.get("id") in ids:
            amended = apply_amendment(amended, amendment)
    return counsel_keys({**amended, "amendments": []}, Terms)


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


@record
class DraftAmendment:
    """An amendment that makes one version another: its raw data, None if nothing can be amended;
    and what cannot, each part with the reason.
    """

    amendment: Mapping[str, Any] | None
    fixed: Mapping[tuple[str, ...], str]


def draft_amendment(
    old: Source,
    found: Sequence[TermsDifference],
    day: date,
    problems: Callable[[Source], Sequence[Problem]],
) -> DraftAmendment:
    """The amendment of the old terms, from a day, that makes what differs; `problems` are those of
    terms in a file. What it may not change is left out.
    """
    fixed = {each.part: _NO_PART for each in found if each.part[0] not in AMENDABLE}
    data, amendments = old.data, raw.records(old.data, "amendments")
    taken = {each.get("id") for each in amendments}
    numbers = (f"amendment-{n}" for n in range(1, len(taken) + 2))
    days = [day, *(on for a in amendments if (on := raw.day(a.get("effective"))))]
    draft = {
        "id": next(name for name in numbers if name not in taken),
        "title": "Amendment",
        "effective": max(days),
        "known": day,
    }
    while changes := _changes([each for each in found if each.part not in fixed]):
        amendment = {**draft, "changes": changes}
        refused = problems(replace(old, data={**data, "amendments": [*amendments, amendment]}))
        if not refused:
            return DraftAmendment(amendment, fixed)
        parts = {each.part for each in found} - fixed.keys()
        wrong = {part: p.allowed for p in refused for part in _parts(p) if part in parts}
        # Where no part can be named, none of them is offered.
        fixed = {**fixed, **(wrong or dict.fromkeys(parts, refused[0].allowed))}
    return DraftAmendment(None, fixed)


_NO_PART = "no amendment changes it; correct the file and load the deal again"


def _parts(problem: Problem) -> Iterator[tuple[str, ...]]:
    """The parts of the terms that a problem is of, from the last one it names."""
    named = _PART.findall(f"{problem.where} {problem.named} {problem.allowed}")
    yield from reversed(named)


def _changes(found: Sequence[TermsDifference]) -> Mapping[str, Any]:
    """The `changes` of an amendment that makes these differences."""
    changes: dict[str, Any] = {}
    for each in found:
        *parents, last = each.path
        place = changes
        for key in parents:
            place = place.setdefault(key, {})
        place[last] = each.now
    return changes
