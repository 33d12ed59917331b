"""Files that could exhaust memory, raise a traceback or mean something other than they show."""

import os
from pathlib import Path

import pytest

from dealclock.errors import InvalidError
from dealclock.facts.fact import read_facts
from dealclock.files.source import MOST_BYTES, parse, parse_file, read
from dealclock.terms.terms import Terms, read_terms

SAMPLE = Path(__file__).parents[3] / "agreements/infocrossing-2004/terms.yaml"


def problem(text: str, model: type[Terms] = Terms) -> str:
    with pytest.raises(InvalidError) as refused:
        read(parse(text, "terms.yaml"), model)
    return str(refused.value)


def facts(amount: str) -> str:
    return (
        "facts:\n  - {id: F1, kind: notes-converted, on: 2004-07-15, lot: base, "
        f"amount: {amount}}}\n"
    )  # fmt: skip


@pytest.mark.parametrize(
    "number",
    [
        "9" * 6_000, "-" + "9" * 6_000, "9" * 41, "1." + "3" * 6_000, f'"{"9" * 6_000}"',
        '"1e999999999"', "1e999999999", "1.5e999999", '"1E-999999"', "1e41", "9_9" * 2_000,
    ],
    ids=range(11),
)  # fmt: skip
def test_a_number_too_long_to_compute_with_is_refused_at_its_line(number: str) -> None:
    with pytest.raises(InvalidError) as refused:
        read_facts(parse(facts(number), "facts.yaml"))
    (issue,) = refused.value.problems
    assert (issue.line, issue.where) == (2, "facts.0.amount")
    assert issue.given.startswith("a number starting with ")
    assert issue.allowed == "give at most 40 digits, including the exponent"
    assert len(str(issue)) < 200


@pytest.mark.parametrize("number", ["8750.00", '"8750.00"', "1e6", "1e12", "1_000_000.5"])
def test_a_number_of_normal_size_is_accepted(number: str) -> None:
    read_facts(parse(facts(number), "facts.yaml"))


def test_a_pipe_a_device_and_a_file_too_large_are_refused_unopened(tmp_path: Path) -> None:
    """Reading a pipe that no one writes to would wait forever."""
    os.mkfifo(tmp_path / "facts.yaml")
    with (tmp_path / "huge.yaml").open("wb") as huge:
        huge.truncate(MOST_BYTES + 1)
    for path, given in (
        (tmp_path / "facts.yaml", "a pipe, a device or a socket; give a file that holds YAML text"),
        (Path("/dev/zero"), "a pipe, a device or a socket; give a file that holds YAML text"),
        (tmp_path / "huge.yaml", "a file of 10 MB; give a file of at most 10 MB"),
    ):
        with pytest.raises(InvalidError, match=given):
            parse_file(path)


def test_a_circle_of_links_a_folder_and_bytes_that_are_not_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "circle.yaml").symlink_to(tmp_path / "circle.yaml")
    (tmp_path / "terms.yaml").mkdir()
    (tmp_path / "bytes.yaml").write_bytes(b"facts: \xff")
    (tmp_path / "nul.yaml").write_bytes(b"facts: \x00")
    for name in ("circle.yaml", "terms.yaml", "bytes.yaml", "nul.yaml"):
        with pytest.raises(InvalidError, match=f"{name}"):
            parse_file(tmp_path / name)


@pytest.mark.full
@pytest.mark.parametrize("depth", [50, 100, 150, 200, 250, 300, 350, 500, 5_000, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ("{a: ", "}")])
def test_deep_nesting_is_a_problem_without_a_traceback(
    depth: int, opening: str, closing: str
) -> None:
    assert problem(f"agreement: {opening * depth}{closing * depth}").startswith("terms.yaml:")


@pytest.mark.parametrize(
    "text",
    [
        "? [a, b]\n: c\n", "? {a: b}\n: c\n", "1: a\n'1': b\n", "<<: {a: 1}\n", "- a\n", "a",
        "\x00", "a: \x07", "%YAML 9.9\n---\na: 1\n", "a: 1\n---\nb: 2\n", "*a", "&a [*a]",
        "--- >\n",
        "0000-00-00: 1", "null: 1", "2004-07-13: 1", "true: 1", "9" * 5_000 + ": 1",
    ],
)  # fmt: skip
def test_other_malformed_text_is_a_problem_without_a_traceback(text: str) -> None:
    problem(text)


@pytest.mark.parametrize("day", ["9999-12-31", "0000-01-01", "99999-01-01"])
def test_a_far_date_is_a_problem_without_a_traceback(day: str) -> None:
    text = SAMPLE.read_text().replace("dated: 2004-06-30", f"dated: {day}", 1)
    assert day in text
    with pytest.raises(InvalidError, match=r"terms\.yaml:"):
        read_terms(parse(text, "terms.yaml"))
