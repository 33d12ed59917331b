"""libyaml saves time and changes nothing: both readers agree on data, lines and refusals."""

import random
from pathlib import Path

import pytest

from dealclock.files import source
from dealclock.files.source import InvalidFiles, parse

ROOT = Path(__file__).parents[3]
FILES = sorted(
    [*ROOT.glob("agreements/**/*.yaml"), *ROOT.glob("tests/cases/**/*.yaml")],
    key=lambda path: path.as_posix(),
)
# What makes YAML mean something else where it is typed into a file.
TYPED = (
    *"\t\n#{}[],:?|>&*!%@`'\"\\-~=", ": ", "- ", "&a ", "*a", "!!str ", "<<: ", "---\n", "...\n",
    "\r", "\x00", "\x07", "\x7f", "\x85", "\u2028", "\ufeff", "\ud800", "\N{GRINNING FACE}",
    "null", "true", "yes", "0x1f", "015", "1e5", "12:00", "2004-02-30", "\n  ", "|\n  ", "? ",
)  # fmt: skip


def outcome(text: str) -> object:
    """What a text is read as, in full, or every problem found."""
    try:
        read = parse(text, "a file")
    except InvalidFiles as refused:
        return refused.problems
    return repr(read.data), dict(read.lines), read.split


def in_python(text: str, monkeypatch: pytest.MonkeyPatch) -> object:
    with monkeypatch.context() as patched:
        patched.setattr(source, "_FastLoader", source._Loader)
        return outcome(text)


def test_samples_and_cases_are_read_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    read = [path.read_text(encoding="utf-8") for path in FILES[:: len(FILES) // 12]]
    assert len(read) >= 12
    for text in read:
        assert outcome(text) == in_python(text, monkeypatch)


def test_texts_with_something_typed_into_them_are_read_alike(
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
        assert outcome(text) == in_python(text, monkeypatch), repr(text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a: b\tc", "a tab"),
        ("{a?b: c}", "expected ',' or '}', but got '?'"),
    ],
)
def test_what_only_libyaml_lets_through_stays_refused(text: str, problem: str) -> None:
    with pytest.raises(InvalidFiles) as refused:
        parse(text, "a file")
    (found,) = refused.value.problems
    assert found.given == problem


def test_well_formed_text_is_read_by_libyaml(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(source, "_Loader")
    assert parse("a: [1.5, 2004-11-20]", "a file").line(("a",)) == 1
