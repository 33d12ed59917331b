"""What is counted in a library, on small ones written here."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tests.house.circles import circles
from tests.house.functions import one_caller
from tests.house.library import Library, Place
from tests.house.records import exceptions, mirrors, one_use, shapes
from tests.house.sentences import sentences

Written = Callable[[dict[str, str]], Library]

_ROW = """
from dataclasses import dataclass

@dataclass(frozen=True)
class Row:
    first: int
    last: int
    name: str
"""


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """A library `shop` of the files given, by path."""

    def write(files: dict[str, str]) -> Library:
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text, encoding="utf-8")
        return Library(tmp_path, "shop")

    return write


def names(found: Iterable[Place]) -> list[str]:
    return sorted(each.what for each in found)


@pytest.mark.parametrize(
    ("makers", "found"),
    [
        ({"a/make.py": "from shop.a.row import Row\nx = Row(1, 2, '')\n"}, ["Row"]),
        ({"a/make.py": "from shop.a import row\nx = row.Row(1, 2, '')\n"}, ["Row"]),
        ({"a/make.py": "from shop.a.row import Row\nx = map(Row, y)\n"}, ["Row"]),
        ({}, []),  # made nowhere: an input, or made by what reads it
        ({"a/make.py": "from shop.a.row import Row\nx = Row(1, 2, ''), Row(3, 4, '')\n"}, []),
        (
            {  # made once, but known to three files
                "a/make.py": "from shop.a.row import Row\nx = Row(1, 2, '')\n",
                "b/use.py": "from shop.a.row import Row\ndef f(row: Row) -> int: ...\n",
            },
            [],
        ),
        (
            {  # named through another module, which is no other record
                "a/__init__.py": "from shop.a.row import Row\n",
                "b/make.py": "from shop.a import Row\nx = Row(1, 2, '')\n",
            },
            ["Row"],
        ),
        (
            {  # another record of the same name
                "a/make.py": "from shop.a.row import Row\nx = Row(1, 2, '')\n",
                "b/row.py": _ROW + "x = [Row(1, 2, ''), Row(3, 4, '')]\n",
            },
            ["Row"],
        ),
        ({"a/make.py": "from shop.a.row import Row\nx = isinstance(y, Row)\n"}, []),
    ],
)
def test_a_record_of_one_use_is_made_once_and_known_to_two_files(
    written: Written, makers: dict[str, str], found: list[str]
) -> None:
    assert names(one_use(written({"a/row.py": _ROW, **makers}))) == found


def test_a_record_that_makes_itself_in_one_place_is_of_one_use(written: Written) -> None:
    own = "    @classmethod\n    def empty(cls) -> 'Row':\n        return cls(0, 0, '')\n"
    assert names(one_use(written({"a/row.py": _ROW + own}))) == ["Row"]
    twice = "x = Row(1, 2, '')\n"
    assert names(one_use(written({"a/row.py": _ROW + own + twice}))) == []


def test_a_class_that_is_no_record_is_not_counted_among_them(written: Written) -> None:
    assert names(one_use(written({"a/b.py": "class A: ...\nx = A()\n"}))) == []
    tuples = "from typing import NamedTuple\nclass A(NamedTuple):\n    x: int\ny = A(1)\n"
    assert names(one_use(written({"a/b.py": tuples}))) == ["A"]


@pytest.mark.parametrize(
    ("body", "is_mirror"),
    [
        ("def of(cls, row: Row) -> 'Copy':\n        return cls(row.first, row.last)", True),
        (
            "def of(cls, row: Row) -> 'Copy':\n        return cls(a=str(row.first), b=row.last)",
            True,
        ),
        (
            "def of(cls, row: Row, n: int) -> 'Copy':\n        return cls(n, row.first, row.a.b)",
            True,
        ),
        (
            "def of(cls, row: Row | None):\n        return cls(row.a, row.b) if row else None",
            True,
        ),
        ("def of(cls, row: Row) -> 'Copy':\n        return cls(row.first, 2)", False),  # half of it
        ("def of(cls, row: Row) -> 'Copy':\n        return cls(row.first)", False),  # one value
        ("def of(cls, row: Row, b: Row) -> 'Copy':\n        return cls(row.first, b.last)", False),
        ("def of(cls, row: str) -> 'Copy':\n        return cls(row.first, row.last)", False),
        ("def of(cls, row: Row) -> 'Copy':\n        return print(row.first, row.last)", False),
    ],
)
def test_a_mirror_copies_the_fields_of_one_object(
    written: Written, body: str, is_mirror: bool
) -> None:
    copy = f"from shop.a.row import Row\n@dataclass\nclass Copy:\n    @classmethod\n    {body}\n"
    found = list(mirrors(written({"a/row.py": _ROW, "a/copy.py": copy})))
    assert [str(each) for each in found] == (
        ["a/copy.py:5: of makes cls of row"] if is_mirror else []
    )


def test_a_shape_has_a_day_and_what_was_known_or_the_terms(written: Written) -> None:
    found = written(
        {
            "a/b.py": "class A:\n    as_of: int\n    known_at: int\n"
            "class B:\n    as_of: int\n    @property\n    def terms(self) -> int: ...\n"
            "class C:\n    as_of: int\n"
            "class D:\n    known_at: int\n    terms: int\n"
        }
    )
    assert names(shapes(found)) == ["A", "B"]


def test_exceptions_are_found_through_their_bases(written: Written) -> None:
    found = written(
        {
            "errors.py": "class ShopError(Exception): ...\n",
            "a/b.py": "from shop import errors\nfrom shop.errors import ShopError\n"
            "class Closed(ShopError): ...\nclass Late(errors.ShopError): ...\n"
            "class Later(Late): ...\nclass Stray(json.JSONDecodeError): ...\n"
            "class Error: ...\nclass NoError(Error): ...\n",
        }
    )
    assert names(exceptions(found)) == ["Closed", "Late", "Later", "ShopError", "Stray"]


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("x = 'one two three four five'", 0),
        ("x = 'one two three four five six'", 1),
        ("x = 'one two - three : four / five'", 0),  # signs are no words
        ("x = f'one two three {four} five {six}'", 1),
        ("x = ('one two three '\n     'four five six')", 1),
        ("def f():\n    'A docstring of more than five words.'", 0),
        ("raise ValueError('one two three four five six')", 0),
        ("def faults(self):\n    yield 'one two three four five six'", 0),
        ("def list_faults(self):\n    yield 'one two three four five six'", 1),
        ("x = Closed('one two three four five six')", 0),
        ("x = Step(f'one two three {four} five six', 1)", 0),
        ("x = other.Step('one two three four five six')", 0),
        ("x = Row('one two three four five six')", 1),
        ("log('one two three four five six', 'six five four three two one')", 2),
    ],
)
def test_a_sentence_is_a_text_of_more_than_five_words(
    written: Written, code: str, count: int
) -> None:
    errors = "class Closed(Exception): ...\n"
    found = list(sentences(written({"errors.py": errors, "a/b.py": f"{code}\n"}), ("Step",)))
    assert len(found) == count
    assert all(each.room == "a" for each in found)


def test_import_circles_are_found_however_long_and_wherever_the_import_is(
    written: Written,
) -> None:
    found = written(
        {
            "a/one.py": "from shop.a import two\n",
            "a/two.py": "def f():\n    from shop.b.three import x\n",
            "b/three.py": "if TYPE_CHECKING:\n    import shop.a.one\n",
            "b/four.py": "from shop.a.one import two\n",
            "b/five.py": "from shop.b.four import x\n",
        }
    )
    assert names(circles(found)) == ["a/one.py <-> a/two.py <-> b/three.py"]


def test_functions_with_one_caller_are_listed_with_their_lines(written: Written) -> None:
    found = written(
        {
            "a/b.py": "def once():\n    return 1\n\n"
            "def twice(): ...\n"
            "def never(): ...\n"
            "@registered\ndef handler(): ...\n"
            "x = once() + twice() + twice() + handler()\n"
        }
    )
    assert names(one_caller(found)) == ["once (2 lines)"]
