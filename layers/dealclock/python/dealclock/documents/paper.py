"""A paper, described once: a letter that may go out, or an internal sheet or memo.

A letter and the sheet about it are separate files, so that forwarding one never forwards the other.
Every string is raw text, part of it typed by people; a medium passes each through `flat`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

DRAFT = "DRAFT"
NOT_FOR_USE = "NOT FOR USE: rehearsal or sample data"
NOT_APPROVED = "NOT FOR USE: this deal's own text, awaiting second approval"
CONFIDENTIAL = "Confidential: deal team only"
INTERNAL = "Internal: deal team and its counsel only. Do not send outside. Not legal advice."

LETTER, SHEET, MEMO = "draft", "counsel-sheet", "funding-memo"
"""The papers of a draft: the letter, which may go out; the sheet, which never does; the memo."""


@dataclass(frozen=True, slots=True)
class PartTitle:
    """The title of a part of a sheet; in a letter, a line of its letterhead."""

    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines one below the other; a line's leading spaces are its indent."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: its headings, its rows, and the columns, counted from 0, that hold figures.

    `annex` names the file with all rows if a page has no room for them, "annex facts.txt"; "" if
    every row must be shown.
    """

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    figures: frozenset[int] = frozenset()
    annex: str = ""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Each label and its value."""

    rows: tuple[tuple[str, str], ...]


Block = PartTitle | Paragraph | Lines | Grid | Pairs


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper: its title, the marks above everything, its blocks, and the foot.

    The foot of a letter is its signatures, and its title is its name on the sheet: the letter
    itself has its own wording.
    """

    title: str
    marks: tuple[str, ...]
    blocks: tuple[Block, ...]
    foot: tuple[str, ...]
    is_letter: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """A file format: its suffix, its media type, and the function that makes the bytes of a paper.

    The same paper always has the same bytes.
    """

    suffix: str
    media_type: str
    made: Callable[[Paper], bytes]


Forms = Mapping[str, Form]
"""The file format of each paper of a draft: `text.PLAIN`, or `word.OFFICE`, which needs packages
of its own."""


def blank(what: str) -> str:
    """A place to be filled in or words to be confirmed: "[name of authorized officer]"."""
    return f"[{what}]"


def blanks(paper: Paper) -> list[str]:
    """The blanks of a paper, each once, in order."""
    texts: list[str] = []
    for block in paper.blocks:
        match block:
            case PartTitle() | Paragraph():
                texts.append(block.text)
            case Lines():
                texts += block.lines
            case Grid() | Pairs():
                texts += [cell for row in block.rows for cell in row]
    found = re.findall(r"\[([^\[\]]+)\]", "\n".join([*texts, *paper.foot]))
    return list(dict.fromkeys(found))
