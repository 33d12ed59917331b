"""docs/assessment.md documents every field the command prints, with real examples."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.docs.examples import PAGE, assessed, rewritten
from tests.docs.pages import in_code, page, sections

PARTS = ("obligations", "defaults", "windows", "differences")


def documents() -> Iterator[dict[str, Any]]:
    """Documents that together hold every field with a value in it."""
    yield assessed("facts.yaml", "2004-11-20")
    yield assessed("histories/story.yaml", "2004-12-15")
    yield assessed("histories/story.yaml", "2005-02-20")


def test_the_examples_are_what_the_command_prints() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text.count("<!-- example:") == 6
    assert rewritten(text) == text, "run `python -m tests.docs.examples` and look at what changed"


@pytest.mark.parametrize("part", PARTS)
def test_every_key_of_each_part_is_documented(part: str) -> None:
    data = in_code(sections(page("assessment.md"), 2)[part.title()])
    printed = [each for document in documents() for each in document[part]]
    assert printed
    assert {key for each in printed for key in each} - data == set()


def test_every_key_of_the_document_its_accrual_and_its_traces_is_documented() -> None:
    found = sections(page("assessment.md"), 2)
    for document in documents():
        assert set(document) - in_code(found["The document"]) == set()
        accrual = document["accrual"]
        keys = {*accrual, *(accrual["next_change"] or {}), *accrual["segments"][0]}
        assert keys - in_code(found["Accrual"]) == set()
        steps = [s for o in document["obligations"] for s in o["trace"]]
        counts = [s["count"] for s in steps if s["count"]]
        days = [d for count in counts for d in count["days"]]
        traced = {key for each in (*steps, *counts, *days) for key in each}
        assert traced - in_code(found["Trace"]) == set()


def test_no_key_is_documented_that_is_never_printed() -> None:
    for part in PARTS:
        text = sections(page("assessment.md"), 2)[part.title()]
        rows = [line for line in text.splitlines() if line.startswith("| `")]
        items = {key for row in rows for key in in_code(row.split("|")[1])}
        printed = {key for document in documents() for each in document[part] for key in each}
        assert items - printed == set()
