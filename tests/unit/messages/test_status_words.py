"""One status, one word: nothing shown says "met" or "missed", as the data do.

"If missed" is what would follow, no status.
"""

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from dealclock.engine.conclusions import Status
from dealclock.messages.message import text_lines
from dealclock.messages.status_words import owed_word, window_word
from tests.unit.messages.messages import every_message

LIBRARY = Path(__file__).parents[3] / "layers" / "dealclock" / "python" / "dealclock"
SHOWN = ("documents", "jobs", "desk", "cli", "alerts", "engine", "facts", "terms")
_PROSE = {"engine", "terms"}  # "a missed deadline" is English, and no status
_OLD = re.compile(r"\b(met|unmet|missed)\b", re.IGNORECASE)
_MET = re.compile(r"\b(met|unmet)\b", re.IGNORECASE)
_DATA = re.compile(r"(met|missed|met late|met by)")
"""The words of the data: statuses, causes and keys, alone."""


def test_the_status_words_are_these() -> None:
    owed = [Status.UPCOMING, Status.DUE_TODAY, Status.MISSED, Status.MET, Status.MET_LATE]
    assert [owed_word(each) for each in owed] == [
        "open",
        "due today",
        "overdue",
        "satisfied",
        "satisfied late",
    ]
    assert owed_word(Status.EXCUSED) == "excused"
    assert [window_word(each) for each in (Status.OPEN, Status.CLOSED)] == ["open", "expired"]


def test_no_message_of_the_sample_says_met_or_missed() -> None:
    for each in every_message():
        text = "\n".join(chain(text_lines(each.message), [each.message.preview]))
        assert not _OLD.search(re.sub("if missed", "", text, flags=re.IGNORECASE)), text


@pytest.mark.full
@pytest.mark.parametrize("room", SHOWN)
def test_no_sentence_in_the_library_says_met_or_missed(room: str) -> None:
    found = [
        f"{path.relative_to(LIBRARY)}:{line}: {text}"
        for path in sorted((LIBRARY / room).rglob("*.py"))
        for line, text in _sentences(ast.parse(path.read_text(encoding="utf-8")))
        if (_MET if room in _PROSE else _OLD).search(text)
    ]
    assert found == []


def _sentences(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every string that is no docstring and no word of the data."""
    docs = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        if id(node) not in docs and not _DATA.fullmatch(node.value):
            yield node.lineno, node.value
