"""Names in the library: nouns for what modules and classes hold, and one class of each name."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

LIBRARY = Path(__file__).resolve().parents[2] / "layers/dealclock/python/dealclock"

_IRREGULAR = """
become been begun born borne bought bound broken brought built caught chosen come cut dealt
done drawn driven eaten fallen fed felt fought found forgotten given gone grown had heard held
hidden hit hurt kept known laid lain lapsed lasting left lent let lost made meant met mistaken
overrun overtaken owed paid put read rebuilt redriven reset rung run said seen sent set settled
shown shut slept sold sought spent split spoken spread stood struck stuck sworn taken taught
thought thrown told torn understood undone unheard unknown unset upheld won worn wound written
"""
IRREGULAR = frozenset(_IRREGULAR.split())
"""Participles that do not end in -ed or -ing."""

_PARTICLES = """
about after again ahead all already anew apart at away back before behind by down for forth in
into just never no not now of off on once only out over so soon through to together up with
"""
PARTICLES = frozenset(_PARTICLES.split())
"""Words that go with a participle and name nothing either: `looked_at`, `not_given`."""

NOUNS = {
    "closing": "a closing: of a sale of Notes, of a deal",
    "counting": "the counting of days, for which each agreement has its rules",
    "drawing": "the drawing of a picture",
    "feed": "a calendar feed, to which people subscribe",
    "filing": "a filing with the SEC",
    "heading": "the heading of a result",
    "finding": "a finding of the watchdog",
    "morning": "a morning",
    "ping": "a test of every route, by the name of its command",
    "put": "a write of a whole item, as DynamoDB calls it",
    "reading": "a reading: one interpretation of an ambiguous Section",
    "run": "a run of a deal",
}
"""Words of those forms that are nouns in this field, each with what it means here."""

BY_NAME = {
    "answers/deemed": "the folder of the question `deemed`",
    "alerts/outcome:Lost": "an outcome of sending: one that will never be known",
    "alerts/outcome:Refused": "an outcome of sending: sent, refused, later, unknown",
    "alerts/outcome:Sent": "an outcome of sending: sent, refused, later, unknown",
    "alerts/outcome:Unknown": "an outcome of sending: sent, refused, later, unknown",
    "store/loading": "how files become a deal: a part of the repository Deals",
    "store/loading:Loading": "a part of the repository Deals",
}
"""Names that may stay, each with why."""

_ENGINE = """
engine/comparing
engine/states/occurrences:Gone
engine/notices/deemed
engine/payments/owed
engine/special/questionnaires/mailing
engine/states/budget:Drawn
"""
ENGINE = frozenset(_ENGINE.split())
"""Names of the engine, which go with its modules when the provisions get a folder each."""


@cache
def _names() -> tuple[str, ...]:
    """Every module and class: "store/table", "store/table:Table"."""
    return tuple(_read())


def _read() -> Iterator[str]:
    """All but the second engine's, which shares no names with the first either."""
    for file in sorted(LIBRARY.rglob("*.py")):
        module = file.relative_to(LIBRARY).with_suffix("").as_posix().removesuffix("/__init__")
        if module.partition("/")[0] == "second":
            continue
        yield module
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ClassDef):
                yield f"{module}:{node.name}"


def _words(name: str) -> list[str]:
    """The words of a module's or a class's own name, in lower case."""
    own = re.split("[:/]", name)[-1]
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", own)]


def _is_participle(word: str) -> bool:
    return word not in NOUNS and (word in IRREGULAR or bool(re.fullmatch(r"\w{2,}(ed|ing)", word)))


def _is_bare(name: str) -> bool:
    """Whether the name is a participle, alone or with particles: `told`, `LookedAt`, `NotGiven`."""
    words = _words(name)
    named = [word for word in words if word not in PARTICLES]
    return any(map(_is_participle, named)) and all(map(_is_participle, named))


@pytest.mark.full
def test_no_module_or_class_is_named_by_a_bare_participle() -> None:
    bare = {name for name in _names() if _is_bare(name)}

    assert bare - ENGINE - BY_NAME.keys() == set(), "name it by what it holds"


@pytest.mark.full
def test_every_exception_is_still_needed() -> None:
    bare = {name for name in _names() if _is_bare(name)}
    words = {word for name in _names() for word in _words(name)}

    assert (ENGINE | BY_NAME.keys()) - bare == set(), "take it off the list"
    assert NOUNS.keys() - words == set(), "take it off the list"


ALONE = "documents/verify"
"""The checker of certificates, which shares nothing with the library, names included."""


def test_every_class_has_a_name_of_its_own() -> None:
    modules = defaultdict(list)
    for name in _names():
        module, _, own = name.partition(":")
        if own and module != ALONE:
            modules[own].append(module)

    assert {own: where for own, where in modules.items() if len(where) > 1} == {}


def test_what_counts_as_a_bare_participle() -> None:
    bare = [
        "told",
        "render/looked_at",
        "a:NotGiven",
        "a:_Told",
        "taking_back",
        "a:Handled",
        "shown",
    ]
    nouns = ["message", "a:Finding", "readings", "a:SentAlert", "shares_owed", "why_moved", "ring"]

    assert [name for name in [*bare, *nouns] if _is_bare(name)] == bare
