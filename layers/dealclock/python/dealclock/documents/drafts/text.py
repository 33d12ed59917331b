"""A paper as plain text."""

from collections.abc import Iterator

from dealclock.documents.paper import (
    LETTER,
    MEMO,
    SHEET,
    Block,
    Form,
    Forms,
    Grid,
    Lines,
    Pairs,
    Paper,
    Paragraph,
    PartTitle,
)
from dealclock.messages.layout import Column, TableRow, TextTable, flowed, table, wrapped

WIDTH = 78
_SENTENCE = 28  # characters; a date and an hour are shorter


def paper_text(paper: Paper) -> str:
    """The paper, no line longer than `WIDTH` where its words allow it."""
    return "\n".join(_letter(paper) if paper.is_letter else _sheet(paper)) + "\n"


def _letter(letter: Paper) -> Iterator[str]:
    yield from flowed(letter.marks, WIDTH)
    yield ""
    for block in letter.blocks:
        yield from () if isinstance(block, PartTitle) else ("",)
        yield from _block(block)
    yield ""
    yield from flowed(letter.foot, WIDTH)


def _sheet(sheet: Paper) -> Iterator[str]:
    yield from wrapped(sheet.title.upper(), WIDTH)
    yield ""
    yield from flowed(sheet.marks, WIDTH)
    for block in sheet.blocks:
        yield from ("",) if isinstance(block, PartTitle) else ()
        yield from _block(block, 2)
    yield ""
    yield from flowed(sheet.foot, WIDTH)


def _block(block: Block, indent: int = 0) -> Iterator[str]:
    match block:
        case PartTitle():
            yield from wrapped(block.text, WIDTH)
        case Paragraph():
            yield from wrapped(block.text, WIDTH, indent)
        case Lines():
            for line in block.lines:
                yield from wrapped(line, WIDTH, indent, 2)
        case Pairs():
            for label, value in block.rows:
                yield from wrapped(f"{label}: {value}", WIDTH, indent, 2)
        case Grid():
            columns = [
                Column(heading, right=i in block.figures, wraps=i in _wrapping(block))
                for i, heading in enumerate(block.headings)
            ]
            yield from table(TextTable(columns, [*map(TableRow, block.rows)]), WIDTH)


def _wrapping(grid: Grid) -> frozenset[int]:
    """The columns that may be narrowed: those with sentences, or else all text columns."""
    words = [i for i in range(len(grid.headings)) if i not in grid.figures]
    long = [i for i in words if any(len(row[i]) > _SENTENCE for row in grid.rows)]
    return frozenset(long or words)


TEXT = Form(".txt", "text/plain; charset=utf-8", lambda paper: paper_text(paper).encode())
PLAIN: Forms = dict.fromkeys((LETTER, SHEET, MEMO), TEXT)
