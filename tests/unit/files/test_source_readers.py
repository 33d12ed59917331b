"""libyaml only saves time: both readers agree on data, lines and problems."""

import random
from pathlib import Path

import pytest

from dealclock.errors import InvalidError
from dealclock.files import source
from dealclock.files.source import parse

ROOT = Path(__file__).parents[3]
FILES = sorted(
    [*ROOT.glob("agreements/**/*.yaml"), *ROOT.glob("tests/cases/**/*.yaml")],
    key=lambda path: path.as_posix(),
)
# Text that changes the meaning of YAML if typed into a file.
TYPED = (
    *"\t\n#{}[],:?|>&*!%@`'\"\\-~=", ": ", "- ", "&a ", "*a", "!!str ", "<<: ", "---\n", "...\n",
    "\r", "\x00", "\x07", "\x7f", "\x85", "\u2028", "\ufeff", "\ud800", "\N{GRINNING FACE}",
    "null", "true", "yes", "0x1f", "015", "1e5", "12:00", "2004-02-30", "\n  ", "|\n  ", "? ",
)  # fmt: skip


def outcome(text: str) -> object:
    """The full result of parsing a text, or every problem."""
    try:
        parsed = parse(text, "a file")
    except InvalidError as refused:
        return refused.problems
    return repr(parsed.data), dict(parsed.lines), parsed.split


def python_outcome(text: str, monkeypatch: pytest.MonkeyPatch) -> object:
    with monkeypatch.context() as patched:
        patched.setattr(source, "_FastLoader", source._Loader)
        return outcome(text)


@pytest.mark.full
def test_both_readers_agree_on_samples_and_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [path.read_text(encoding="utf-8") for path in FILES[:: len(FILES) // 12]]
    assert len(texts) >= 12
    for text in texts:
        assert outcome(text) == python_outcome(text, monkeypatch)


def test_both_readers_agree_on_mistyped_texts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    draw = random.Random(20041120)
    texts = [path.read_text(encoding="utf-8").splitlines(keepends=True) for path in FILES]
    for _ in range(400):
        lines = draw.choice(texts)
        first = draw.randrange(len(lines))
        text = "".join(lines[first : first + draw.randint(1, 10)])
        at = draw.randrange(len(text) + 1)
        text = text[:at] + draw.choice(TYPED) + text[at + draw.randint(0, 1) :]
        assert outcome(text) == python_outcome(text, monkeypatch), repr(text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: b\tc", "a tab"),
        ("{a?b: c}", "a question mark inside braces"),
    ],
)
def test_text_that_only_libyaml_accepts_is_refused(text: str, problem: str) -> None:
    with pytest.raises(InvalidError) as refused:
        parse(text, "a file")
    (issue,) = refused.value.problems
    assert issue.given == problem


def test_well_formed_text_is_read_by_libyaml(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(source, "_Loader")
    assert parse("a: [1.5, 2004-11-20]", "a file").line(("a",)) == 1
