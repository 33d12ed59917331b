"""Every kind of event by its id and by its heading, and those that can matter to one agreement."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from operator import itemgetter
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from pydantic import ValidationError

from dealclock.facts.kind import DETAILS, About, FactKind
from dealclock.facts.vocabulary import RELEASED
from dealclock.files import raw
from dealclock.files.library_data import library_data
from dealclock.files.source import Where, suggest_name
from dealclock.terms.amendments import declared_events
from dealclock.terms.declarations import DeclaredEvent
from dealclock.terms.neutral_ids import KINDS_SHOWN, shown_kind
from dealclock.terms.references import names_in
from dealclock.terms.terms import Terms


def _kind(name: str, entry: Mapping[str, Any]) -> FactKind:
    """A kind as kinds.yaml has it."""
    given: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in entry.items()}
    return FactKind(name, **given)


def index_by_id(kinds: Iterable[FactKind]) -> dict[str, FactKind]:
    """The kinds by id, in order; raises ValueError if two share an id."""
    by_id: dict[str, FactKind] = {}
    for kind in kinds:
        if by_id.setdefault(kind.id, kind) is not kind:
            raise ValueError(f"two event kinds have the id {kind.id!r}; give each its own id.")
    return by_id


GROUPS: Mapping[str, tuple[FactKind, ...]] = MappingProxyType(
    {
        heading: tuple(_kind(name, entry) for name, entry in kinds.items())
        for heading, kinds in library_data(Path(__file__).with_suffix(".yaml")).items()
    }
)
"""All kinds by what they are about, under the headings a person chooses from."""
_FIRST = index_by_id(kind for kinds in GROUPS.values() for kind in kinds)
KINDS: Mapping[str, FactKind] = MappingProxyType(
    {**_FIRST, **{word: replace(_FIRST[of], id=word) for of, word in KINDS_SHOWN.items()}}
)
"""Each kind by its id, those with a neutral id by that too."""


_ABOUT: Mapping[str, About] = MappingProxyType(
    {"obligation": "instance", "item": "instance", "event": "fact"}
)


def _declared(name: str, event: DeclaredEvent) -> FactKind:
    """The kind that a deal declares."""
    kinds = event.about if isinstance(event.about, tuple) else ()
    about = "event" if kinds else cast(str, event.about or "default")
    names_it = event.about not in (None, "nothing")
    return FactKind(
        name,
        event.title,
        needs=(*event.fields, *(("about",) if names_it else ())),
        may=event.optional,
        once=event.once,
        about_a=_ABOUT.get(about, cast(About, about)),
        about_kinds=kinds,
    )


def kinds_of(terms: Terms) -> Mapping[str, FactKind]:
    """Every kind by its id: those of every deal, then those of the terms and their amendments."""
    events = {**terms.events}
    for amendment in terms.amendments:
        events |= amendment.changes.events
    return _with(frozenset(events.items())) if events else KINDS


@lru_cache
def _with(events: frozenset[tuple[str, DeclaredEvent]]) -> Mapping[str, FactKind]:
    declared = {name: _declared(name, event) for name, event in sorted(events, key=itemgetter(0))}
    return MappingProxyType({**declared, **KINDS})


def kinds_in(data: object) -> Mapping[str, FactKind]:
    """The same of raw terms; a declared kind that is refused may be about anything."""
    events = declared_events(data)
    if not events:
        return KINDS
    declared: dict[str, FactKind] = {}
    for name in map(raw.slug, events):
        if name is not None:
            try:
                declared[name] = _declared(name, DeclaredEvent.model_validate(events[name]))
            except ValidationError:
                declared[name] = FactKind(name, name, may=DETAILS, about_a="instance")  # refused
    return MappingProxyType({**declared, **KINDS})


def unknown_kinds(data: object) -> Iterator[tuple[Where, str]]:
    """The places where raw terms name a kind of event that there is not, with the name; "default"
    stands for every default.
    """
    known = kinds_in(data)
    for where, names, word in names_in(data, Terms):
        if "kind" in names.of and word not in known and word != "default":
            yield where, word


def what_happened(kind: str, terms: Terms | None = None) -> str:
    """What an event of a kind says, without its full stop; without the terms, the id of a kind that
    they declare, as words.
    """
    known = KINDS if terms is None else kinds_of(terms)
    if kind in known:
        return known[kind].description.rstrip(".")
    return kind.replace("-", " ").capitalize()


def no_such_kind(word: str, known: Mapping[str, FactKind] = KINDS) -> str:
    """What to give instead of an unknown kind: those similar to it, and where all are listed."""
    names = [each for each in known if each not in KINDS_SHOWN]
    return f"no such kind of event; {suggest_name(word, names, 'docs/terms.md')}"


# Recorded by people about any item of an agreement, not only those its provisions name.
_ANY = ("Waivers, extensions and consents", "Conclusions")
_OF_ANY = frozenset(k.id for heading in _ANY for k in GROUPS[heading])
_BY_PRINCIPAL = frozenset(
    ("consent-given", "consent-withdrawn", "record-date-set", "affiliate-holdings")
)
_OF_NOTES = frozenset(
    k.id for k in GROUPS["Notes and Additional Interest"] if k.id.startswith("notes-")
)
_OF_SHARES = frozenset(
    name for k in GROUPS["Warrants and shares"] for name in (k.id, shown_kind(k.id))
)


def menu(terms: Terms) -> Iterator[tuple[str, tuple[FactKind, ...]]]:
    """The groups that are not empty, each with its kinds: first those that the terms declare.

    A kind can matter if a provision names it, if it records a conclusion or a waiver, or if it is
    about Notes, or a consent by principal, and there are Notes. Retractions are left out, since
    they are a correction, and releases, which are an action of their own.
    """
    known = kinds_of(terms)
    named = {word for _, _, word in names_in(terms.model_dump(), Terms) if word in known}
    about_shares = bool(named & _OF_SHARES)
    own = dict.fromkeys((*terms.events, *sorted(known.keys() - KINDS.keys())))
    if own:
        yield "Of this agreement", tuple(known[name] for name in own)
    for heading, kinds in GROUPS.items():
        used = tuple(
            k
            for k in (known[shown_kind(k.id)] if shown_kind(k.id) in named else k for k in kinds)
            if not k.retracts
            and k.id != RELEASED
            and (
                k.id in named
                or (k.id in _OF_ANY and (terms.securities or k.id not in _BY_PRINCIPAL))
                or (k.id in _OF_NOTES and terms.securities)
                or (about_shares and k.id in _OF_SHARES)
            )
        )
        if used:
            yield heading, used
