"""Who drafted each provision of the terms, and who checked it against the Agreement.

A check is of the provision as it then was: it carries its `version`, a hash of the provision and of
everything it rests on, and is void once that changes.
"""

import json
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from dealclock.files.source import Day, Slug, SpacedModel, Text
from dealclock.terms.terms import Terms

_NAMED = ("dates", "days", "events", "readings", "calendars", "channels")
_SHARED = (
    *("agreement", "calendar", "clauses", "deemed_notice", "securities", "coupon", "indenture"),
    *("fiscal_year_ends", "roll"),
)


class ProvisionCheck(SpacedModel):
    """Who drafted a provision; who checked it, on which day, and its version then."""

    drafted_by: Text | None = None
    checked_by: Text | None = None
    on: Day | None = None
    version: Text | None = None

    def faults(self) -> Iterator[str]:
        """What is wrong with its values together, as what to give instead."""
        if len({each is None for each in (self.checked_by, self.on, self.version)}) > 1:
            yield "give checked by, on and version together, as dealclock proofread writes them"
        if self.checked_by is not None and self.checked_by == self.drafted_by:
            yield "give a person other than the one who drafted it: no one checks their own draft"


Checks = Mapping[Slug, ProvisionCheck]


def versions_of(terms: Terms) -> Mapping[str, str]:
    """The version of each provision of the terms in force, by id.

    It covers the definitions that all provisions share, and those dates, Days, events, readings,
    calendars, channels and other provisions whose names are in it, or in one of those; a default's
    name is of the provision that becomes it. What is of every default or accrual names them all.
    """
    data = terms.model_dump(mode="json", exclude_defaults=True)
    rules = {rule["id"]: rule for rule in data["provisions"]}
    parts = {name: each for part in _NAMED for name, each in data.get(part, {}).items()}
    texts = {name: _text([parts.get(name), rules.get(name)]) for name in {**parts, **rules}}
    lapsing = terms.lapsing
    named = texts.keys() | lapsing.keys()
    words = {name: {*_WORD.findall(text)} & named for name, text in texts.items()}
    for name in texts:
        defaults = words[name] & lapsing.keys()
        words[name] = (words[name] - defaults) | {lapsing[each] for each in defaults}
    for name in _of_every_default(terms):
        words[name] |= {*lapsing.values()}
    for each in terms.payments:
        words[each.id] |= set[str]() if each.of else {stream.id for stream in terms.streams}
    shared = _text({name: data[name] for name in _SHARED if name in data})
    return {rule: _version(rule, texts, words, shared) for rule in rules}


def _of_every_default(terms: Terms) -> Iterator[str]:
    """The accruals that accrue for all defaults, and what each default opens."""
    yield from (rule.id for rule in terms.streams if not rule.bears and rule.from_ is None)
    yield from (rule.id for rule in terms.obligations.values() if "default" in rule.each)


_WORD = re.compile(r"[a-z][a-z0-9-]*")


def _version(
    rule: str, texts: Mapping[str, str], words: Mapping[str, set[str]], shared: str
) -> str:
    covered, ahead = {rule}, [rule]
    while ahead:
        more = words[ahead.pop()] - covered
        covered |= more
        ahead += more
    whole = "\n".join([shared, rule, *(texts[name] for name in sorted(covered))])
    return sha256(whole.encode()).hexdigest()[:16]


def _text(data: Any) -> str:
    return json.dumps(data, sort_keys=True)


def checked(terms: Terms, checks: Checks) -> Mapping[str, ProvisionCheck]:
    """The checks that hold: of provisions of the terms in force that have not changed since."""
    if not checks:
        return {}
    versions = versions_of(terms)
    return {
        rule: each
        for rule, each in checks.items()
        if each.checked_by is not None and versions.get(rule) == each.version
    }
