"""The kinds of fact an agreement's terms name: a word that is no kind would never be met."""

from collections.abc import Iterator

from dealclock.agreement.source import Problem, Source, Where, nearest
from dealclock.agreement.terms import Terms
from dealclock.facts.kinds import KINDS

_FIELDS = ("met_by", "opened_by", "cured_by", "begins_with", "ends_with")


def unknown_kinds(terms: Terms) -> Iterator[tuple[Where, str]]:
    """Where the terms name a kind of fact that there is not, and the word given."""
    for i, lot in enumerate(terms.securities):
        if isinstance(lot.issued, str) and lot.issued not in KINDS:
            yield ("securities", i, "issued"), lot.issued
    for i, provision in enumerate(terms.provisions):
        here: Where = ("provisions", i)
        lapse = getattr(provision, "on_lapse", None)
        for rule, where in ((provision, here), (lapse, (*here, "on_lapse"))):
            for field in _FIELDS:
                word = getattr(rule, field, None)
                if word is not None and word not in KINDS:
                    yield (*where, field), word


def problems_with_kinds(terms: Terms, source: Source) -> Iterator[Problem]:
    """The same as problems with the file the terms were read from."""
    for where, word in unknown_kinds(terms):
        yield source.problem(where, word, what_is_allowed(word))


def what_is_allowed(word: str) -> str:
    """The kinds of fact, with the nearest to a mistyped one."""
    return f"kinds of fact: {', '.join(KINDS)}.{nearest(word, KINDS)}"
