"""Reading YAML: problems by their lines, and values as written; messages in tests/refusals."""

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


@pytest.mark.full
def test_nesting_too_deep_is_refused() -> None:
    says = "deal/terms.yaml:1: the file: given nesting too deep; give well-formed YAML"
    assert _problems("[" * 3000 + "]" * 3000) == [says]


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
