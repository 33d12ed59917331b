"""What AWS words in its own way is read in functions/: the library takes records of its own."""

import ast
from collections.abc import Iterator

import pytest

from tests.unit.functions.conftest import CHECKOUT

LIBRARY = CHECKOUT / "layers" / "dealclock" / "python" / "dealclock"
_WORDS = """
Records Sns batchItemFailures isBase64Encoded rawPath rawQueryString requestContext statusCode
"""
WORDS = frozenset(_WORDS.split())
"""Keys of the events that functions are called with, and of what they answer."""


def lambda_words(source: str) -> Iterator[int]:
    """The lines that name a key of Lambda's, or look one up in an `event`."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Constant(value=str(word)) if word in WORDS:
                yield node.lineno
            case ast.Subscript(value=ast.Name(id="event"), slice=ast.Constant(value=str())):
                yield node.lineno


def test_the_library_reads_no_event_of_lambda() -> None:
    found = [
        f"{path.relative_to(LIBRARY)}:{line}"
        for path in sorted(LIBRARY.rglob("*.py"))
        for line in lambda_words(path.read_text())
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        'path = event["rawPath"]',
        'context = of.get("requestContext")',
        'said = event["user"]',
        'return {"statusCode": 200}',
    ],
)
def test_a_line_that_does_is_noticed(line: str) -> None:
    source = f"def handler(event):\n    {line}\n"
    assert list(lambda_words(source))[:1] == [2]


def test_each_module_next_to_a_handler_has_a_unique_name() -> None:
    """On Lambda it hides a package of that name; in the tests one would hide the other."""
    beside = [path.stem for path in CHECKOUT.glob("functions/*/*.py") if path.stem != "app"]
    assert len(set(beside)) == len(beside)
