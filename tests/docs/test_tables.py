"""Tables of the documentation pages list each item once, with right counts."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from tests.docs.pages import page

PAGES = sorted(path.name for path in Path("docs").glob("*.md"))


def tables(text: str) -> Iterator[list[str]]:
    """The names in code that begin the rows of each table, in order."""
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        yield re.findall(r"^\| *(`[^|]+`) *\|", table, re.MULTILINE)


def twice(text: str) -> list[str]:
    """The names that two rows of one table begin with."""
    return [
        name for rows in tables(text) for name in sorted({r for r in rows if rows.count(r) > 1})
    ]


@pytest.mark.parametrize("name", PAGES)
def test_no_row_is_repeated(name: str) -> None:
    assert twice(page(name)) == []


def test_a_repeated_row_is_detected() -> None:
    row = "| `about` | the fact |\n"
    assert twice(f"| key | holds |\n|---|---|\n{row}| `lot` | the lot |\n{row}") == ["`about`"]
    assert twice(f"{row}\nanother table\n\n{row}") == []


def test_the_worked_cases_are_counted() -> None:
    files = [yaml.safe_load(p.read_text("utf-8")) for p in Path("tests/cases").glob("*.yaml")]
    count = sum(len(file["cases"]) for file in files)
    texts = (page("quality.md"), Path("README.md").read_text("utf-8"))
    said = [re.findall(r"[Mm]ore than (\d+) (?:worked )?legal cases", text) for text in texts]
    assert [len(each) for each in said] == [1, 1]
    assert all(int(number) < count <= int(number) + 150 for (number,) in said), count
