"""A draft, described once: the letter that may go out, and the internal sheet for counsel.

The two are separate files, so that forwarding one never forwards the other. Every string is raw
text, part of it typed by people; a medium passes each through `flat`.
"""

import re
from dataclasses import dataclass

DRAFT = "DRAFT"
NOT_FOR_USE = "NOT FOR USE: rehearsal or sample data"
CONFIDENTIAL = "Confidential: deal team only"
INTERNAL = "Internal: deal team and its counsel only. Do not send outside. Not legal advice."


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


Block = Paragraph | Lines | Grid | Pairs


@dataclass(frozen=True, slots=True)
class SheetPart:
    """Blocks under a title."""

    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class DraftLetter:
    """The part that may be sent, and nothing else: its heading, its blocks, and who signs.

    `title` is its name on the sheet; the letter itself has its own wording. `marks` state that it
    is a draft and, in a rehearsal, not for use.
    """

    title: str
    heading: tuple[str, ...]
    blocks: tuple[Block, ...]
    signed: tuple[str, ...]
    marks: tuple[str, ...] = (DRAFT,)


@dataclass(frozen=True, slots=True)
class Sheet:
    """An internal paper: its title, the marks above everything, its parts, the foot."""

    title: str
    marks: tuple[str, ...]
    parts: tuple[SheetPart, ...]
    foot: tuple[str, ...]


def blank(what: str) -> str:
    """A place to be filled in or words to be confirmed: "[name of authorized officer]"."""
    return f"[{what}]"


def blanks(letter: DraftLetter) -> list[str]:
    """The blanks of a letter, each once, in order."""
    texts = [*letter.heading]
    for block in letter.blocks:
        match block:
            case Paragraph():
                texts.append(block.text)
            case Lines():
                texts += block.lines
            case Grid() | Pairs():
                texts += [cell for row in block.rows for cell in row]
    found = re.findall(r"\[([^\[\]]+)\]", "\n".join([*texts, *letter.signed]))
    return list(dict.fromkeys(found))
