"""Reading the documentation pages: their sections and the words in code that they hold."""

import re
from pathlib import Path


def page(name: str) -> str:
    """A page of docs/."""
    return (Path("docs") / name).read_text(encoding="utf-8")


def sections(text: str, level: int) -> dict[str, str]:
    """Each section of one level by its heading, with all beneath it up to one as high."""
    heading = re.compile(rf"^(#{{1,{level}}}) (.+)$", re.MULTILINE)
    found = list(heading.finditer(_without_code(text)))
    ends = [m.start() for m in found[1:]] + [len(text)]
    return {
        m[2]: text[m.end() : end] for m, end in zip(found, ends, strict=True) if len(m[1]) == level
    }


def in_code(text: str) -> set[str]:
    """Every word or phrase between backquotes."""
    return set(re.findall(r"`([^`\n]+)`", text))


def _without_code(text: str) -> str:
    """The text with the insides of code blocks blanked, every place kept where it was."""
    blank = re.compile(r"```.*?```", re.DOTALL)
    return blank.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)
