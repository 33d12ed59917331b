"""readings.yaml: strict YAML, and every reading that the library names is in it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealclock.files import raw
from dealclock.files.source import parse_file
from dealclock.terms import readings
from dealclock.terms.readings import ALL, CONFLICTS

LIBRARY = Path(readings.__file__).parents[1]
FILE = Path(readings.__file__).with_suffix(".yaml")
KEYS = {"question", "applies_to", "needs", "choices", "settled_against", "why"}


def test_the_file_reads_alike_by_the_strict_parser() -> None:
    """The library reads it fast, without lines; a repeated key or a boolean would pass there."""
    data = parse_file(FILE).data
    assert set(data) == {"readings", "contradictory"}
    assert list(data["readings"]) == list(ALL)
    for name, entry in data["readings"].items():
        assert raw.slug(name) == name
        assert set(entry) <= KEYS
        assert entry["question"] == ALL[name].question
        assert entry["question"].endswith("?")
        assert list(entry["choices"].items()) == list(ALL[name].choices.items())
        assert len(entry["choices"]) > 1
        assert all(isinstance(part, str) for pair in entry["choices"].items() for part in pair)
        assert tuple(entry["applies_to"]) == ALL[name].applies_to
    assert [entry["why"] for entry in data["contradictory"]] == [c.why for c in CONFLICTS]


def _named(module: ast.Module) -> Iterator[str]:
    """The readings that a module names: `choices["ID"]`, `choices.of["ID"]`, `ALL["ID"]` or
    `{"reading": "ID"}`.
    """
    for node in ast.walk(module):
        if isinstance(node, ast.Dict):
            keys = [k.value for k in node.keys if isinstance(k, ast.Constant)]
            first = node.values[0] if keys[:1] == ["reading"] and len(keys) > 2 else None
            if isinstance(first, ast.Constant):
                yield str(first.value)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            of = node.value
            last = of.attr if isinstance(of, ast.Attribute) else getattr(of, "id", "")
            inner = of.value if isinstance(of, ast.Attribute) and last == "of" else None
            by_name = last in ("choices", "ALL") or getattr(inner, "attr", "") == "choices"
            if by_name and isinstance(node.slice.value, str):
                yield node.slice.value


_MODULES = sorted(LIBRARY.rglob("*.py"))


@pytest.mark.full
def test_every_reading_that_the_library_names_exists() -> None:
    named = {
        (path.relative_to(LIBRARY).as_posix(), name)
        for path in _MODULES
        for name in _named(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert named, "the readings are named in another way: adapt this test"
    assert {(path, name) for path, name in named if name not in ALL} == set()


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ('context.choices["stop-from"]', ["stop-from"]),
        ('own.choices.of["stop-from"] == "X"', ["stop-from"]),
        ('choices["stop-from"]', ["stop-from"]),
        ('ALL["stop-from"].open', ["stop-from"]),
        ('{"reading": "stop-from", "RECEIPT": received, "EARLIER": 0}', ["stop-from"]),
        ('given["stop-from"]', []),
    ],
)
def test_a_reading_named_in_code_is_recognized(code: str, names: list[str]) -> None:
    assert list(_named(ast.parse(code))) == names
