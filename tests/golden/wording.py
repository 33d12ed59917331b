"""Whole messages, word for word: each kind's in one file of `messages/`, and nowhere else.

A test hands a message over by `wording(kind, text)` and asserts itself what must be right in it:
dates, amounts, people (`values.py`). `make golden` runs those tests and writes the files again.
"""

import json
import os
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from tests.golden.values import joined, shows

MESSAGES = Path(__file__).parent / "messages"
RECORD = "DEALCLOCK_GOLDEN_RECORD"  # names the folder to which `make golden` has messages written
_HEADING = "=== "

Sections = Mapping[str, str]  # what a test is named, in words: the message


class WrongWordingError(AssertionError):
    """A message does not read as its golden file has it."""


def wording(kind: str, text: str | Iterable[str], variant: str = "") -> str:
    """The message itself, once it is as its golden file has it under this test's name.

    A test with several messages of a kind names each by a variant. Raises WrongWordingError when
    the message reads otherwise or is not in the file.
    """
    said = _tidy(joined(text))
    heading = _heading(variant)
    if into := os.environ.get(RECORD):
        with (Path(into) / f"{os.getpid()}.jsonl").open("a", encoding="utf-8") as record:
            record.write(json.dumps([kind, heading, said]) + "\n")
        return said
    approved = _approved(kind).get(heading)
    if approved is None:
        raise WrongWordingError(f"{_path(kind)} has no section {heading!r}; write it: make golden")
    # A plain assert shows the lines that differ.
    assert said == approved, f"{_path(kind)}, {heading!r}; approve new words: make golden"
    return said


def items(text: str, *anchors: str) -> str:
    """Of a long message the items that have an anchor, which is a value or a word that is data.

    An item is a line and the lines below it that are indented deeper; one that is not indented goes
    on to the next empty line. Raises AssertionError when no item has an anchor.
    """
    lines, found = text.splitlines(), []
    taken = 0
    for place, line in enumerate(lines):
        if place < taken or not any(each in line or shows(line, each) for each in anchors):
            continue
        taken = next(
            (after for after in range(place + 1, len(lines)) if _ends(line, lines[after])),
            len(lines),
        )
        found += lines[place:taken]
    assert found, f"no item of the message has {anchors}"
    return "\n".join(found)


def _ends(item: str, line: str) -> bool:
    indent = len(item) - len(item.lstrip())
    return not line.strip() or (indent > 0 and len(line) - len(line.lstrip()) <= indent)


def read_sections(text: str) -> dict[str, str]:
    """The messages of a golden file by heading; several headings in a row share one message."""
    found: dict[str, str] = {}
    headings: list[str] = []
    lines: list[str] = []
    for line in [*text.splitlines(), _HEADING]:
        if not line.startswith(_HEADING):
            lines.append(line)
            continue
        if lines:
            found |= dict.fromkeys(headings, "\n".join(lines).strip("\n"))
            headings, lines = [], []
        headings.append(line.removeprefix(_HEADING))
    return found


def write_sections(sections: Sections) -> str:
    """A golden file: by heading, messages that read alike once, at the first of theirs."""
    headings: dict[str, list[str]] = {}
    for heading in sorted(sections):
        headings.setdefault(sections[heading], []).append(heading)
    return "\n".join(
        "".join(f"{_HEADING}{heading}\n" for heading in named) + f"{said}\n"
        for said, named in headings.items()
    )


def read_messages(folder: Path) -> dict[str, dict[str, str]]:
    """Every golden file of a folder by the kind of message."""
    return {
        path.relative_to(folder).with_suffix("").as_posix(): read_sections(
            path.read_text(encoding="utf-8")
        )
        for path in sorted(folder.rglob("*.txt"))
    }


@cache
def _approved(kind: str) -> Sections:
    path = MESSAGES / f"{kind}.txt"
    return read_sections(path.read_text(encoding="utf-8")) if path.exists() else {}


def _path(kind: str) -> str:
    return f"tests/golden/messages/{kind}.txt"


# The secret of a personal link, an id of a queued message, the id of an event typed at the desk.
_DRAWN = {
    re.compile(r"\b[a-z2-7]{52}\b"): "(secret)",
    re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b"): "(message id)",
    re.compile(r"\bR-[A-Z2-7]{8}\b"): "(event id)",
}


def _tidy(text: str) -> str:
    """Without blanks at the ends of lines, which no reader sees and editors take away.

    What is random has the same name each time.
    """
    tidy = "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")
    for drawn, name in _DRAWN.items():
        tidy = drawn.sub(name, tidy)
    assert f"\n{_HEADING}" not in f"\n{tidy}", "a message must not look like a heading"
    return tidy


def _heading(variant: str) -> str:
    test = os.environ["PYTEST_CURRENT_TEST"].partition("::")[2].rpartition(" (")[0]
    name, bracket, parameters = test.rpartition("::")[2].partition("[")
    words = name.removeprefix("test_").replace("_", " ")
    words += " " * bool(bracket) + bracket + parameters
    return f"{words}: {variant}" if variant else words
