"""The small changes that may be made to a module, against those written out by hand."""

from pathlib import Path

import pytest

from tests.mutants.changes import changes

LIBRARY = Path(__file__).parents[2] / "layers/dealclock/python/dealclock"


def lines(source: str) -> list[str]:
    """Every module that a change makes of a module of one line."""
    return sorted(each.made(source.encode()).decode() for each in changes(source.encode()))


@pytest.mark.parametrize(
    ("source", "made"),
    [
        ("x = a < b", ["x = (a <= b)"]),
        ("x = a >= b", ["x = (a > b)"]),
        ("x = a < b <= c", ["x = (a < b < c)", "x = (a <= b <= c)"]),
        ("x = a is None", ["x = (a is not None)"]),
        ("x = a not in b", ["x = (a in b)"]),
        ("x = a - b", ["x = (a + b)"]),
        ("x = a * b", ["x = (a / b)"]),
        ("x = -a", ["x = a"]),
        ("x = 45", ["x = 44", "x = 46"]),
        ("x = 0", ["x = (-1)", "x = 1"]),
        ("x = True", ["x = False"]),
        ("x = a and b", ["x = (a or b)"]),
        ("x = min(a)", ["x = max(a)"]),
        ("x = a if b else c", ["x = a if (not b) else c"]),
        ("x = a if not b else c", ["x = a if b else c"]),
        ("x = a if b == c else d", ["x = a if (b != c) else d"]),
        ("x = [a for a in b if c]", ["x = [a for a in b if (not c)]"]),
        ("while a: b", ["while (not a): b"]),
        ("def f(): return a", ["def f(): return None"]),
        ("f(a)", ["pass"]),
        ("raise a", ["pass"]),
        ("a += b", ["pass"]),
        ("a.b = c", ["pass"]),
        ("a = f(a)", ["pass"]),
    ],
)
def test_a_line_is_changed_in_these_ways(source: str, made: list[str]) -> None:
    assert lines(source) == made


@pytest.mark.parametrize(
    "source",
    [
        '"""Words of 45 days."""',
        'x = f"{a + 1} days"',
        "x = 'a < b'",
        "from a import b",
        "def f(a: A | None) -> B | None: return None",
        "a: Literal[1]",
        "@record(slots=True)\nclass A: ...",
        "x = zip(a, b, strict=True)",
        "if TYPE_CHECKING:\n    x = 1",
        "a = b",
    ],
)
def test_nothing_is_changed_in_what_people_or_type_checkers_read(source: str) -> None:
    assert lines(source) == []


def test_a_change_beyond_letters_of_more_than_one_byte_is_made_in_its_place() -> None:
    assert lines('x = "\N{SECTION SIGN} 4", a > b') == ['x = "\N{SECTION SIGN} 4", (a >= b)']


def test_a_condition_over_lines_is_noticed_by_what_runs_any_of_them_or_the_head() -> None:
    (found,) = (c for c in changes(b"if (\n  a\n  and b\n):\n  c = 1\n") if c.what == "and, or")
    assert found.line == 2
    assert found.lines == {1, 2, 3, 4}


def test_what_a_function_does_is_not_done_on_importing_and_its_defaults_are() -> None:
    found = changes(b"def f(a=b < c):\n    return -d\n")
    assert [(c.what, c.at_import) for c in found] == [
        ("comparison", True),
        ("None returned", False),
        ("sign", False),
    ]


@pytest.mark.parametrize(
    "room", ["people", *(pytest.param(name, marks=pytest.mark.full) for name in ("days", "facts"))]
)
def test_every_change_of_our_own_code_makes_another_module_that_python_can_read(room: str) -> None:
    for file in sorted((LIBRARY / room).rglob("*.py")):
        source = file.read_bytes()
        for each in changes(source):
            made = each.made(source)
            assert made != source
            compile(made, file, "exec")
