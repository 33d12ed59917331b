"""Phrases that no page, comment or name may use, each with what to write instead.

python -m local.phrases [FILE...]: the files given, or all that git tracks.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

SUFFIXES = frozenset({".py", ".md", ".yaml"})

# Only what is wrong wherever it occurs belongs here; a blank is also `_`, or the end of a line.
PHRASES = {
    r"anew": "again",
    r"who(?:m|so)?ever": "the person who, anyone who, or the role",
    r"whatever (?:an?|the|its|his|her|their|this|order|kind)": "regardless of, in any",
    r"whatever (?:is|are|was|were|has|had|may|befell|depends|rests|undoes|falls)": "what, all",
    r"so many (?!that )\w+(?! that )": "N, a number of",
    r"days? to come": "a future date",
    r"(?:stands|stood|standing) in|stand in for": "is in, is used instead of",
    r"clauses? \d+(?=\()": "Section",
    r"told of": "shown, sent, notified of",
    r"(?:breaks?|broke|broken|breaking) the glass": "takes emergency access",
    r"beside which": "next to which",
}

ALLOWED = {
    r"/deal section \d": "a command as it is typed",
    r"[\"'`](/deal )?clause \d": "a command as it is typed",
    r"\bstands_in_for\b": "a stored attribute",
    r"\bstanding_in\b": "a module of tests",
    r"\"broke the glass\"": "a word of stored audit entries",
}
"""Patterns that are passed over, each with why."""

EXEMPT = {
    "local/phrases.py": "lists the phrases",
    "tests/local/test_phrases.py": "shows what is refused",
    "tests/unit/test_names.py": "lists words that no name may have",
    "tests/golden/test_values.py": "finds a Section in any wording",
}
"""Files that are not read, each with why."""

_BLANK = r"(?:[ _]|\s*\n\s*(?:#:?\s*)?)"
_PATTERNS = {
    re.compile(
        rf"(?<![A-Za-z])(?:{phrase.replace(' ', _BLANK)})(?![A-Za-z])", re.IGNORECASE
    ): instead
    for phrase, instead in PHRASES.items()
}
_ALLOWED = re.compile("|".join(ALLOWED))


def refused(text: str) -> Iterator[tuple[int, str, str]]:
    """Each phrase of a text that is refused: its line from 1, the phrase, what to write instead."""
    text = _ALLOWED.sub(lambda found: "." * len(found[0]), text)
    for pattern, instead in _PATTERNS.items():
        for match in pattern.finditer(text):
            phrase = re.sub(r"[\s_#]+", " ", match[0])
            yield text.count("\n", 0, match.start()) + 1, phrase, instead


def problems(files: Iterable[str]) -> Iterator[str]:
    """One line for each phrase that is refused in the files: where, which, what instead."""
    for name in files:
        path = Path(name)
        if path.suffix in SUFFIXES and path.as_posix() not in EXEMPT and path.is_file():
            for line, phrase, instead in sorted(refused(path.read_text("utf-8"))):
                yield f'{name}:{line}: "{phrase}"; write: {instead}'


def tracked() -> list[str]:
    """The files that git tracks here."""
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.split("\0") if name]


def main(files: list[str]) -> int:
    """Prints each problem; 1 if there is one."""
    lines = list(problems(files or tracked()))
    print("\n".join(lines), file=sys.stderr, end="\n" * bool(lines))
    return bool(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
