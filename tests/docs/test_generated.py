"""The reference of the pages is made from today's data, and holds everything there is."""

import re
from pathlib import Path

import pytest

from tests.docs.generated import TYPES, pages, rewritten
from tests.docs.pages import page

WANTED = {
    "terms.md": ["kinds"],
    "patterns.md": ["patterns"],
    "team.md": ["policy"],
    "older-forms.md": ["names", *(f"provision {name}" for name in TYPES)],
}


@pytest.mark.parametrize("path", pages(), ids=str)
def test_a_page_has_the_reference_of_today(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert rewritten(text) == text, "python -m tests.docs.generated writes it"


@pytest.mark.parametrize("name", WANTED)
def test_a_page_has_each_part_once(name: str) -> None:
    assert re.findall(r"<!-- ([^:\n]+): generated -->", page(name)) == WANTED[name]
