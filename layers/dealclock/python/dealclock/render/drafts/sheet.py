"""A draft, described once: the words to be sent, and the sheet for counsel behind them.

Every string is raw text, part of it typed by people; a medium passes each through `flat`.
"""

import re
from dataclasses import dataclass

from dealclock.render.message import MessageRow

MARK = "DRAFT for counsel: not sent, not legal advice."
FOR_COUNSEL = "For counsel; no part of the draft"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines one beneath the other; a line's leading spaces are its indent."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: its headings, its rows, and the columns, from 0, in which figures stand."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    figures: frozenset[int] = frozenset()


Block = Paragraph | Lines | Grid


@dataclass(frozen=True, slots=True)
class SheetPart:
    """Blocks under a title."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class DraftLetter:
    """What would be sent: to whom and about what, its blocks, and who signs."""

    title: str
    head: tuple[MessageRow, ...]
    blocks: tuple[Block, ...]
    signed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole draft: the marks above everything, the letter, the parts for counsel, the foot."""

    marks: tuple[str, ...]
    letter: DraftLetter
    counsel: tuple[SheetPart, ...]
    foot: tuple[str, ...]


def blank(what: str) -> str:
    """A place to be filled in: "[ name of the authorised officer ]"."""
    return f"[ {what} ]"


def blanks(letter: DraftLetter) -> list[str]:
    """What a letter leaves to be filled in, each once, in order."""
    texts = [row.value for row in letter.head]
    for block in letter.blocks:
        match block:
            case Paragraph():
                texts.append(block.text)
            case Lines():
                texts += block.lines
            case Grid():
                texts += [cell for row in block.rows for cell in row]
    found = re.findall(r"\[ (.+?) \]", "\n".join([*texts, *letter.signed]))
    return list(dict.fromkeys(found))
