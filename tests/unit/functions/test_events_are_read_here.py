"""AWS events are parsed only in functions/: the library takes its own records."""

import ast
from collections.abc import Iterator

import pytest

from tests.unit.functions.conftest import CHECKOUT

LIBRARY = CHECKOUT / "layers" / "dealclock" / "python" / "dealclock"
_WORDS = """
Records Sns batchItemFailures isBase64Encoded rawPath rawQueryString requestContext statusCode
"""
WORDS = frozenset(_WORDS.split())
"""Keys of Lambda events and responses."""


def lines_with_event_keys(source: str) -> Iterator[int]:
    """The lines with such a key, or with a lookup in an `event`."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Constant(value=str(word)) if word in WORDS:
                yield node.lineno
            case ast.Subscript(value=ast.Name(id="event"), slice=ast.Constant(value=str())):
                yield node.lineno


@pytest.mark.full
def test_the_library_reads_no_event_of_lambda() -> None:
    lines = [
        f"{path.relative_to(LIBRARY)}:{line}"
        for path in sorted(LIBRARY.rglob("*.py"))
        for line in lines_with_event_keys(path.read_text())
    ]
    assert lines == []


@pytest.mark.parametrize(
    "line",
    [
        'path = event["rawPath"]',
        'context = of.get("requestContext")',
        'said = event["user"]',
        'return {"statusCode": 200}',
    ],
)
def test_a_line_that_reads_an_event_is_detected(line: str) -> None:
    source = f"def handler(event):\n    {line}\n"
    assert list(lines_with_event_keys(source))[:1] == [2]


def test_each_module_next_to_a_handler_has_a_unique_name() -> None:
    """On Lambda it would hide a package of that name; in tests, one would hide the other."""
    stems = [path.stem for path in CHECKOUT.glob("functions/*/*.py") if path.stem != "app"]
    assert len(set(stems)) == len(stems)
