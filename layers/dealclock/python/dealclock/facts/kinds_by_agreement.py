"""The kinds of fact that can matter to one agreement, in groups, for whoever records by hand."""

from collections.abc import Iterator, Mapping
from typing import Any

from dealclock.agreement.terms import Terms
from dealclock.facts.kind import FactKind
from dealclock.facts.kinds import GROUPS, KINDS
from dealclock.facts.vocabulary import conclusions, consents, interest, shares

# Said of whatever an agreement knows, by people and not by its provisions.
_OF_ANY = frozenset(k.id for k in (*consents.KINDS, *conclusions.KINDS))
_OF_NOTES = frozenset(k.id for k in interest.KINDS)


def menu(terms: Terms) -> Iterator[tuple[str, tuple[FactKind, ...]]]:
    """The groups that hold something, each with its kinds.

    A kind can matter when a provision names it, when it says of a conclusion or of a consent, or
    when it is about Notes and there are Notes. What takes a fact back is none: that is to correct;
    nor is a release, which is an act of its own.
    """
    named = set(_named(terms.model_dump()))
    about_shares = bool(named & {k.id for k in shares.KINDS})
    for heading, kinds in GROUPS.items():
        known = tuple(
            k
            for k in kinds
            if not k.retracts
            and k.id != conclusions.RELEASED
            and (
                k.id in named
                or k.id in _OF_ANY
                or (k.id in _OF_NOTES and terms.securities)
                or (about_shares and k in shares.KINDS)
            )
        )
        if known:
            yield heading, known


def _named(part: Any) -> Iterator[str]:
    """Every kind of fact named anywhere in bare terms."""
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
