"""The weight of the library: tokens in each room, with its lines and files.

python -m local.weight [CHECKOUT]: this checkout, or another one

Weight is what a reader has to take in, however it is laid out. A token is

    Python      a name, an operator or a literal; an f-string is one, with all that is in it
    YAML        each key and each value; of a value over several lines, its sign and each line
    JSON        each key and each value
    templates   each line, and each name or operator inside its marks
    other text  each line

Comments, docstrings and blank lines weigh nothing, nor do fonts, pictures of points and what is
written from the rest of the library.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import re
import subprocess
import sys
import tokenize
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LIBRARY = "layers/dealclock/python/dealclock"
_Place = tuple[int, int]
WITHOUT_A_ROOM = "."
"""The files of the library itself, in no room."""

_COUNTED = frozenset({tokenize.NAME, tokenize.OP, tokenize.NUMBER, tokenize.STRING})
# Python 3.12 splits an f-string into tokens; before, it is one literal.
_F_STRING_STARTS = getattr(tokenize, "FSTRING_START", None)
_F_STRING_ENDS = getattr(tokenize, "FSTRING_END", None)
_MARK = re.compile(r"\{[{%](.*?)[%}]\}", re.DOTALL)
_WORD_OR_SIGN = re.compile(r"\w+|[^\w\s]")
_YAML_COMMENT = re.compile(r"(^|\s)#.*")
_YAML_SIGN = re.compile(r"[{}\[\],]|:\s|:$")


def python_tokens(text: str) -> int:
    """The tokens of a Python module; raises SyntaxError for text that is none."""
    docstrings = list(_docstrings(text))
    found = depth = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == _F_STRING_STARTS:
            found += depth == 0
            depth += 1
        elif token.type == _F_STRING_ENDS:
            depth -= 1
        elif depth == 0 and token.type in _COUNTED:
            is_string = token.type == tokenize.STRING
            found += not (is_string and any(b <= token.start < e for b, e in docstrings))
    return found


def _docstrings(text: str) -> Iterator[tuple[_Place, _Place]]:
    """Where each string that is a statement of its own begins and ends: line and column."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                end = (node.end_lineno or node.lineno, node.end_col_offset or 0)
                yield (node.lineno, node.col_offset), end


def yaml_tokens(text: str) -> int:
    """The keys and values of a YAML file; each line of a value over several."""
    found = 0
    for line in text.splitlines():
        bare = _YAML_COMMENT.sub("", line).strip(" -")
        found += sum(bool(part.strip(" '\"")) for part in _YAML_SIGN.split(bare))
    return found


def json_tokens(text: str) -> int:
    """The keys and values of a JSON file; raises ValueError for text that is none."""
    return _values(json.loads(text))


def _values(value: Any) -> int:
    match value:
        case dict():
            return sum(1 + _values(each) for each in value.values())
        case list():
            return sum(map(_values, value))
        case _:
            return 1


def text_tokens(text: str) -> int:
    """The lines of a text that are not blank."""
    return sum(bool(line.strip()) for line in text.splitlines())


def template_tokens(text: str) -> int:
    """The lines of a template, and the names and operators in its marks."""
    return text_tokens(text) + sum(len(_WORD_OR_SIGN.findall(m)) for m in _MARK.findall(text))


_BY_SUFFIX: Mapping[str, Callable[[str], int]] = {
    ".py": python_tokens,
    ".yaml": yaml_tokens,
    ".yml": yaml_tokens,
    ".json": json_tokens,
    **dict.fromkeys((".html", ".j2", ".jinja", ".md"), template_tokens),
    **dict.fromkeys((".txt", ".css", ".js", ".svg"), text_tokens),
}
WEIGHTLESS = frozenset({".ttf", ".png", ".pyi", ".typed"})
"""Files that are not counted at all, also not as files."""
WRITTEN = frozenset({"cli/terms.schema.json"})
"""Files that `python -m tests.docs.generated` writes from the records and docs/terms.md, held to
them by a test: no one edits them.
"""

ALONE = frozenset({"documents/verify.py"})
"""Programs that are shipped to be read and run without the library: they import nothing of it, so
each is a room of its own, and only its tokens count.
"""


@dataclass
class Weight:
    """The weight of a room."""

    tokens: int = 0
    lines: int = 0
    files: int = 0

    def add(self, other: Weight) -> None:
        """Add the weight of a part."""
        self.tokens += other.tokens
        self.lines += other.lines
        self.files += other.files


def weigh(path: Path) -> Weight:
    """The weight of one file; a file of another kind has no tokens."""
    content = path.read_bytes()
    count = _BY_SUFFIX.get(path.suffix)
    tokens = count(content.decode()) if count else 0
    return Weight(tokens, content.count(b"\n"), 1)


def files(checkout: Path) -> Mapping[str, Weight]:
    """The weight of each file of the library that git tracks, by its path within the library."""
    command = ["git", "-C", str(checkout), "ls-files", "-z", LIBRARY]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    paths = {
        Path(name).relative_to(LIBRARY): checkout / name for name in listed.split("\0") if name
    }
    return {
        name.as_posix(): weigh(path)
        for name, path in paths.items()
        if path.is_file() and path.suffix not in WEIGHTLESS and name.as_posix() not in WRITTEN
    }


def room_of(file: str) -> str:
    """The room of a file of the library, by its path within the library."""
    if file in ALONE:
        return file
    first, _, rest = file.partition("/")
    return first if rest else WITHOUT_A_ROOM


def rooms(checkout: Path) -> Mapping[str, Weight]:
    """The weight of each room of the library, of the files that git tracks."""
    found: dict[str, Weight] = defaultdict(Weight)
    for file, weight in files(checkout).items():
        found[room_of(file)].add(weight)
    return found


def table(found: Mapping[str, Weight]) -> Iterable[str]:
    """A line for each room, the heaviest first, and one for all."""
    whole = Weight()
    for room, weight in sorted(found.items(), key=lambda each: -each[1].tokens):
        yield _row(room, weight)
        whole.add(weight)
    yield _row("library", whole)


def _row(name: str, weight: Weight) -> str:
    return f"{name:12} {weight.tokens:9,} tokens {weight.lines:8,} lines {weight.files:5,} files"


def main(words: list[str]) -> int:
    """Print the weight of a checkout."""
    parser = argparse.ArgumentParser(prog="python -m local.weight", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("checkout", nargs="?", type=Path, default=Path())
    for line in table(rooms(parser.parse_args(words).checkout)):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
