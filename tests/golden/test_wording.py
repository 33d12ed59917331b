"""A message reads as its golden file has it, and no section is left without its test."""

import ast
import re
from datetime import date
from pathlib import Path

import pytest

from tests.golden import wording as module
from tests.golden.wording import MESSAGES, RECORD, WrongWordingError, items, read_messages, wording

_TESTS = Path(__file__).parents[1]
_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@pytest.fixture
def approved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of golden files, and no recording."""
    monkeypatch.delenv(RECORD, raising=False)
    monkeypatch.setattr(module, "MESSAGES", tmp_path)
    module._approved.cache_clear()
    return tmp_path


def test_a_message_with_other_words_fails(approved: Path) -> None:
    (approved / "k.txt").write_text("=== a message with other words fails\nOne\n", encoding="utf-8")
    assert wording("k", "One \n") == "One"
    with pytest.raises(AssertionError):
        wording("k", "Two")


def test_a_message_without_its_section_fails(approved: Path) -> None:
    with pytest.raises(WrongWordingError):
        wording("k", "One")


def test_an_item_goes_on_while_its_lines_are_indented_deeper() -> None:
    text = "Due\n  F1 filed\n    on Mon, Nov 1, 2004\n  F2 paid\n\nAs of\nMon Nov 1, 2004\n\nEnd"
    assert items(text, "F1") == "  F1 filed\n    on Mon, Nov 1, 2004"
    assert items(text, "As of", "F2") == "  F2 paid\nAs of\nMon Nov 1, 2004"
    assert items(text, "2004-11-01") == "    on Mon, Nov 1, 2004\nMon Nov 1, 2004"
    with pytest.raises(AssertionError):
        items(text, "F3")


def _texts(tree: ast.AST) -> set[str]:
    """Every text of a test file, of `f"command/{name}"` its constant part."""
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_section_belongs_to_a_test_that_uses_it() -> None:
    tests: dict[str, set[str]] = {}
    for path in sorted(_TESTS.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "tests.golden.wording" not in text:
            continue
        tree = ast.parse(text)
        named = {
            node.name.removeprefix("test_").replace("_", " ")
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef)
        }
        for kind in _texts(tree):
            tests.setdefault(kind, set()).update(named)
    left = [
        f"{kind}: {heading}"
        for kind, sections in read_messages(MESSAGES).items()
        for heading in sections
        if re.split(r" \[|: ", heading)[0]
        not in tests.get(kind, set()) | tests.get(f"{kind.partition('/')[0]}/", set())
    ]
    assert left == []


def test_every_weekday_in_a_message_is_that_of_its_date() -> None:
    """By the standard library, a second method to the dates of the messages."""
    dates = r"\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun),? ([A-Z][a-z]{2}) (\d{1,2}), (\d{4})"
    wrong, checked = [], 0
    for kind, sections in read_messages(MESSAGES).items():
        for text in sections.values():
            for weekday, month, day, year in re.findall(dates, " ".join(text.split())):
                of = date(int(year), _MONTHS.index(month) + 1, int(day))
                checked += 1
                if _WEEKDAYS[of.weekday()] != weekday:
                    wrong.append(f"{kind}: {weekday} {month} {day}, {year}")
    assert wrong == []
    assert checked
