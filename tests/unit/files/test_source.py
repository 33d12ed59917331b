"""Reading YAML: a problem is reported with file, line, given value and allowed values."""

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Literal

import pytest

from dealclock.errors import InvalidError, Problem
from dealclock.files.source import Day, Model, nearest, parse, parse_file, read


class _Inner(Model):
    rate: Decimal
    unit: Literal["days", "weeks"] = "days"


class _Outer(Model):
    name: str
    on: Day | None = None
    many: tuple[_Inner, ...] = ()
    sure: bool = False


def _problems(text: str) -> list[str]:
    with pytest.raises(InvalidError) as refused:
        read(parse(text, "deal/terms.yaml"), _Outer)
    assert str(refused.value) == "\n".join(str(p) for p in refused.value.problems)
    return [str(p) for p in refused.value.problems]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("on: 2004-06-30\n", "1: the file: given nothing; give 'name'"),
        (
            "name: x\nmany:\n  - rate: 1\n  - unit: days\n",
            "4: many.1: given nothing; give 'rate'",
        ),
        (
            "name: x\nnaem: y\n",
            "2: naem: given 'naem'; allowed here: many, name, on, sure. Did you mean 'name'?",
        ),
        (
            "name: x\nmany:\n  - rate: 1\n    zzz: 2\n",
            "4: many.0.zzz: given 'zzz'; allowed here: rate, unit.",
        ),
        ("name: [x]\n", "1: name: given ['x']; give text"),
        ("name:\n", "1: name: given nothing; give text"),
        ("name: x\nmany: {rate: 1}\n", "2: many: given {rate: 1}; give a list"),
        ("name: x\nmany: [1]\n", "2: many.0: given 1; give keys with their values: rate, unit"),
        ("name: x\nsure: perhaps\n", "2: sure: given 'perhaps'; give true or false"),
        (
            "name: x\nmany: [{rate: 1, unit: day}]\n",
            "2: many.0.unit: given 'day'; allowed: 'days' or 'weeks'",
        ),
        (
            "just words\n",
            "1: the file: given 'just words'; give keys with their values: many, name, on, sure",
        ),
        (
            "- a\n- b\n",
            "1: the file: given ['a', 'b']; give keys with their values: many, name, on, sure",
        ),
        ("name: x\nname: y\n", "2: name: given twice; give it once"),
        (
            "name: x\nmany:\n  - rate: 1\n    rate: 2\n",
            "4: many.0.rate: given twice; give it once",
        ),
        (
            "name: x\nmany: [1, 2\n",
            (
                "3: the file: given a bracket without its ]; "
                "close it, and put commas between its parts"
            ),
        ),
        (
            "name: x\nmany:\n  - rate: 1\n- rate: 2\n",
            (
                "4: the file: given a line out of place; "
                "indent it like the keys or items it belongs with"
            ),
        ),
        (
            "name: x\non: Jan 11, 2005\n",
            (
                "2: on: given 'Jan 11, 2005'; give a date that exists, such as "
                "2004-07-13 (here: 2005-01-11)"
            ),
        ),
        ("name: 4\n", "1: name: given 4; give text in quotes (here: '4')"),
        ("name: x\nmany: one\n", "2: many: given 'one'; give a list (here: [one])"),
        (
            "name: x\n---\nname: y\n",
            "2: the file: given but found another document; give well-formed YAML",
        ),
        (
            "name: x\n? [a]\n: b\n",
            "2: the file: given found unhashable key; give well-formed YAML",
        ),
        (
            "name: x\non: !!python/name:os.system x\n",
            ("2: the file: given a tag, !!python/name:os.system; write the value without it"),
        ),
        (
            "name: x\non: &a 1\nmany: *a\n",
            "3: the file: given an alias, *a; write out the value here",
        ),
        ("name: &a [*a]\n", "1: the file: given an alias, *a; write out the value here"),
        (
            'name: x\non: "\x07"\n',
            "2: the file: given a control character, '\\x07'; give well-formed YAML",
        ),
        (
            "[" * 3000 + "]" * 3000,
            "1: the file: given nesting too deep; give well-formed YAML",
        ),
    ],
)
def test_a_problem_has_its_line_and_what_is_allowed(text: str, message: str) -> None:
    assert _problems(text) == [f"deal/terms.yaml:{message}"]


@pytest.mark.parametrize(
    "given",
    [
        "2004-02-30",
        "2004-13-01",
        "2004-7-1",
        "20040713",
        "86400",
        "2004.5",
        "2004-07-13T18:00-04:00",
        "[2004, 7, 13]",
        "soon",
    ],
)
def test_an_invalid_date_is_refused_and_never_guessed(given: str) -> None:
    problems = _problems(f"name: x\non: {given}\n")
    assert len(problems) == 1
    assert problems[0].startswith("deal/terms.yaml:2: on: given ")
    assert problems[0].endswith("; give a date that exists, such as 2004-07-13")


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("07/13/2004", "2004-07-13"),
        ("13/07/2004", "2004-07-13"),
        ("1/5/2026", "2026-01-05 or 2026-05-01"),  # ambiguous
        ("5/5/2026", "2026-05-05"),
    ],
)
def test_the_error_for_a_date_with_slashes_shows_the_format(given: str, written: str) -> None:
    assert _problems(f"name: x\non: {given}\n") == [
        (
            f"deal/terms.yaml:2: on: given '{given}'; give a date that exists, such as 2004-07-13 "
            f"(here: {written})"
        )
    ]


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("85,000,000", " (here: 85000000)"),
        ("$85,000,000.50", " (here: 85000000.50)"),
        ("0.50%", " (here: 0.50)"),
        ("85 million", ""),
        ("1,5", ""),  # 1.5 or 15: never guessed
        ("13/07/2004", ""),
    ],
)
def test_the_error_for_an_amount_with_symbols_shows_the_format(given: str, written: str) -> None:
    assert _problems(f"name: x\nmany:\n  - rate: {given}\n") == [
        (
            f"deal/terms.yaml:3: many.0.rate: given '{given}'; give a plain number, such as "
            f"85000000 or 0.50{written}"
        )
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name: x\nmany:\n  - rate: 1\n\tunit: days\n", "4: the file: given a tab; indent with"),
        ("name: a: b\n", "1: the file: given a colon in the wrong place; put text that contains"),
        ("name: @x\n", "1: the file: given text that starts with @; put it in quotes"),
    ],
)
def test_the_error_for_invalid_yaml_says_what_to_write(text: str, message: str) -> None:
    (problem,) = _problems(text)
    assert problem.startswith(f"deal/terms.yaml:{message}")


def test_a_list_record_is_named_by_its_id_if_it_has_one() -> None:
    source = parse("many:\n  - {id: first-one, parts: [{x: 1}]}\n  - {id: [no], x: 1}\n", "f")
    assert source.problem(("many", 0, "parts", 0, "x"), 1, "").at == "many.first-one.parts.0.x"
    assert source.problem(("many", 0, "id"), 1, "").at == "many.first-one.id"
    assert source.problem(("many", 1, "x"), 1, "").at == "many.1.x"
    assert source.problem(("many", 0, "missing", 3), 1, "").at == "many.first-one.missing.3"
    assert source.problem((), 1, "").at == "the file"


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("name: {x: A, Inc.}\n", True),
        ("many: [{x: A, Inc.}]\n", True),
        ("name: {x: A, Inc.: 1}\n", False),
        ("name:\n  x: A\n  Inc.:\n", False),  # not inside braces
    ],
)
def test_a_text_cut_at_its_comma_is_detected(text: str, where: bool) -> None:
    keys = {path[-1] for path in parse(text, "f").split}
    assert keys == ({"Inc."} if where else set())


def test_all_problems_of_a_file_are_reported_in_line_order() -> None:
    text = "naem: x\non: 2004-02-30\nmany:\n  - rate: high\n  - {rate: 1, unit: months}\n"
    lines = [problem.split(": ")[:2] for problem in _problems(text)]
    assert lines == [
        ["deal/terms.yaml:1", "naem"],
        ["deal/terms.yaml:1", "the file"],
        ["deal/terms.yaml:2", "on"],
        ["deal/terms.yaml:4", "many.0.rate"],
        ["deal/terms.yaml:5", "many.1.unit"],
    ]


def test_a_long_value_is_shortened_in_the_message() -> None:
    assert _problems(f"name: [{'x' * 200}]\n") == [
        f"deal/terms.yaml:1: name: given ['{'x' * 75}...; give text"
    ]


@pytest.mark.parametrize(
    ("given", "value"),
    [
        ("0.25", Decimal("0.25")),
        ("1.10", Decimal("1.10")),
        ("1_000.50", Decimal("1000.50")),
        ("-0.1", Decimal("-0.1")),
        ("12", 12),
        ("012", 12),  # never octal
        ("60_000_000", 60_000_000),
        ("12:30", "12:30"),  # never base 60
        ("12:30:00", "12:30:00"),
        ("yes", "yes"),
        ("on", "on"),
        ("true", True),
        ("2004-06-30", date(2004, 6, 30)),
        ("2004-02-30", "2004-02-30"),  # impossible: stays text, to be refused with its line
        ("2004-07-13T18:00-04:00", "2004-07-13T18:00-04:00"),
        ("'2004-06-30'", "2004-06-30"),
        ("~", None),
    ],
)
def test_scalars_are_read_as_written(given: str, value: object) -> None:
    parsed = parse(f"key: {given}\n", "f").data["key"]
    assert (parsed, type(parsed)) == (value, type(value))


def test_decimals_are_exact() -> None:
    assert parse("rate: 0.1\n", "f").data["rate"] * 3 == Decimal("0.3")


def test_a_missing_part_has_the_line_of_the_enclosing_part() -> None:
    source = parse("a: 1\nb:\n  - c: 2\n\n    d: 3\n", "f")
    assert source.line(("b", 0, "d")) == 5
    assert source.line(("b", 0, "missing")) == 3
    assert source.line(("nowhere",)) == 1


def test_an_unreadable_file_is_a_problem(tmp_path: Path) -> None:
    with pytest.raises(InvalidError, match=r"terms.yaml: the file: given a file that does not"):
        parse_file(tmp_path / "terms.yaml")
    (tmp_path / "terms.yaml").write_bytes(b"name: \xff\xfe\n")
    with pytest.raises(InvalidError, match=r"terms.yaml: the file: given a file that is not UTF-8"):
        parse_file(tmp_path / "terms.yaml")
    (tmp_path / "folder.yaml").mkdir()
    with pytest.raises(InvalidError, match=r"folder.yaml: the file: given a folder; give a"):
        parse_file(tmp_path / "folder.yaml")


def test_models_are_immutable() -> None:
    outer = read(parse("name: x\n", "f"), _Outer)
    with pytest.raises(ValueError, match="frozen"):
        outer.name = "y"  # type: ignore[misc]


def test_problems_sort_by_file_and_line() -> None:
    second, first = Problem("b", 1, "x", "1", "2"), Problem("a", 9, "x", "1", "2")
    assert InvalidError([second, first]).problems == (first, second)


def test_a_hint_ignores_case() -> None:
    assert nearest("FUND A", ["Fund A", "Trustee"]) == " Did you mean 'Fund A'?"
    assert nearest("nothing like it", ["Fund A"]) == ""
