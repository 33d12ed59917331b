"""The names that records of an answer may have, so that a mistyped null does not pass."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import field

from dealclock.files.source import nearest
from dealclock.jobs.operate.cases.case import Case
from dealclock.records import record
from dealclock.terms.terms import Terms

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_INSIDE = ("objection", "step", "timeline")
"""Words in the names of instances that are no record's id."""


@record
class Names:
    """Known names: `words` in the terms and facts, and by list how its records' names begin.

    A name is made of parts with slashes between: `cure-window/F5`. Without any words every name
    is known.
    """

    words: frozenset[str] = frozenset()
    begins: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def unknown(self, of: str, name: str) -> str | None:
        """Why no record of the list `of` can have that name, with the nearest; None if one can."""
        if not self.words or _DAY.fullmatch(name):
            return None
        first, *rest = name.split("/")
        begins = self.begins.get(of, self.words)
        for part, known in ((first, begins), *((rest_part, self.words) for rest_part in rest)):
            if not _is_known(part, known, exactly=of == "defaults" and part is first):
                return f"{part!r} is not a possible name.{nearest(part, known)}"
        return None


def _is_known(part: str, known: Iterable[str], *, exactly: bool) -> bool:
    """Whether a part is a known name, a day, or a known name with more after a hyphen."""
    if part in known or _DAY.fullmatch(part):
        return True
    return not exactly and any(part.startswith(f"{name}-") for name in known)


def names_in_terms(terms: Terms) -> Names:
    """The names in terms, original and as amended."""
    rules = {p.id for p in terms.provisions}
    defaults = {d.id for d in terms.defaults()}
    for amendment in terms.amendments:
        changed = amendment.changes.provisions
        rules |= set(changed)
        lapses = (p.get("on_lapse") or p.get("on_overrun") for p in changed.values() if p)
        defaults |= {lapse["id"] for lapse in lapses if lapse and "id" in lapse}
    words = frozenset((*_INSIDE, *_words(terms.model_dump(mode="json"))))
    begins = dict.fromkeys(("obligations", "windows", "duties"), frozenset(rules))
    return Names(words, {**begins, "defaults": frozenset(defaults)})


def names_of(terms: Iterable[Names], case: Case) -> Names:
    """The names in several versions of terms, and in a case's facts."""
    facts = (*case.facts, *(f for a in case.also for f in _facts(a.facts)))
    words = frozenset(str(f[key]) for f in facts for key in f if key in _NAMED_IN_FACTS)
    begins: dict[str, frozenset[str]] = {}
    for names in terms:
        words |= names.words
        for of, known in names.begins.items():
            begins[of] = begins.get(of, frozenset()) | known
    return Names(words, begins)


_NAMED_IN_FACTS = ("id", "holder", "to", "lot")


def _facts(facts: object) -> list[Mapping[object, object]]:
    """The facts of an `also`, which may be a mapping of ids."""
    if isinstance(facts, Mapping):
        return [{"id": name, **(fact or {})} for name, fact in facts.items()]
    return list(facts) if isinstance(facts, tuple) else []


def _words(data: object) -> Iterable[str]:
    """Every key and every short text in data."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield str(key)
            yield from _words(value)
    elif isinstance(data, list):
        for value in data:
            yield from _words(value)
    elif isinstance(data, str) and " " not in data:
        yield data
