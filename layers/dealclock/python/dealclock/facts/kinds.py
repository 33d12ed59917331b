"""Every kind of event by its id and by its heading, and those that can matter to one agreement."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from dealclock.agreement.readings import index_by_id
from dealclock.agreement.terms import Terms
from dealclock.facts import vocabulary
from dealclock.facts.kind import FactKind
from dealclock.files.source import suggest_name

GROUPS: Mapping[str, tuple[FactKind, ...]] = MappingProxyType(
    {
        "Registration statement and Prospectus": vocabulary.REGISTRATION,
        "Notices": vocabulary.NOTICES,
        "Suspension Periods and down-time": vocabulary.SUSPENSIONS,
        "Notes and Additional Interest": vocabulary.INTEREST,
        "Questionnaires and named Holders": vocabulary.QUESTIONNAIRES,
        "Sales, transfers and the end of the shelf": vocabulary.HOLDINGS,
        "Advice to Holders and Holder requests": vocabulary.ADVICE,
        "Warrants and shares": vocabulary.SHARES,
        "Waivers, extensions and consents": vocabulary.CONSENTS,
        "Conclusions": vocabulary.CONCLUSIONS,
    }
)
"""All kinds by what they are about, under the headings a person chooses from."""
KINDS: Mapping[str, FactKind] = MappingProxyType(
    index_by_id((kind for kinds in GROUPS.values() for kind in kinds), "event kinds")
)
"""Each kind by its id."""


def no_such_kind(word: str) -> str:
    """What to give instead of an unknown kind: those similar to it, and where all are listed."""
    return f"no such kind of event; {suggest_name(word, KINDS, 'docs/terms.md')}"


# Recorded by people about any item of an agreement, not only those its provisions name.
_OF_ANY = frozenset(k.id for k in (*vocabulary.CONSENTS, *vocabulary.CONCLUSIONS))
_OF_NOTES = frozenset(k.id for k in vocabulary.INTEREST)


def menu(terms: Terms) -> Iterator[tuple[str, tuple[FactKind, ...]]]:
    """The groups that are not empty, each with its kinds.

    A kind can matter if a provision names it, if it records a conclusion or a consent, or if it is
    about Notes and there are Notes. Retractions are left out, since they are a correction, and
    releases, which are an action of their own.
    """
    named = set(_named(terms.model_dump()))
    about_shares = bool(named & {k.id for k in vocabulary.SHARES})
    for heading, kinds in GROUPS.items():
        known = tuple(
            k
            for k in kinds
            if not k.retracts
            and k.id != vocabulary.RELEASED
            and (
                k.id in named
                or k.id in _OF_ANY
                or (k.id in _OF_NOTES and terms.securities)
                or (about_shares and k in vocabulary.SHARES)
            )
        )
        if known:
            yield heading, known


def _named(part: Any) -> Iterator[str]:
    """Every kind of fact named anywhere in unparsed terms."""
    if isinstance(part, str):
        if part in KINDS:
            yield part
    elif isinstance(part, Mapping):
        for name, value in part.items():
            yield from _named(name)
            yield from _named(value)
    elif isinstance(part, list | tuple):
        for each in part:
            yield from _named(each)
