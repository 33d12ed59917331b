"""A draft as plain text."""

from collections.abc import Iterator

from dealclock.render.drafts.sheet import FOR_COUNSEL, Block, Grid, Lines, Paragraph, Sheet
from dealclock.render.layout import Column, TableRow, table, wrapped

WIDTH = 78


def text(sheet: Sheet) -> str:
    """The draft, no line longer than `WIDTH` where its words allow it."""
    return "\n".join(_lines(sheet)) + "\n"


def _lines(sheet: Sheet) -> Iterator[str]:
    letter = sheet.letter
    yield from _marked(sheet.marks)
    yield ""
    yield from wrapped(letter.title.upper(), WIDTH)
    yield ""
    for row in letter.head:
        yield from wrapped(f"{row.label}: {row.value}", WIDTH, 0, 4)
    for block in letter.blocks:
        yield ""
        yield from _block(block)
    yield ""
    for line in letter.signed:
        yield from wrapped(line, WIDTH)
    yield ""
    yield "-" * WIDTH
    yield from wrapped(FOR_COUNSEL, WIDTH)
    for part in sheet.counsel:
        yield ""
        yield from wrapped(part.title, WIDTH)
        for block in part.blocks:
            yield from _block(block, 2)
    yield ""
    yield from _marked(sheet.foot)


def _marked(lines: tuple[str, ...]) -> Iterator[str]:
    for line in lines:
        yield from wrapped(line, WIDTH, 0, 2)


def _block(block: Block, indent: int = 0) -> Iterator[str]:
    match block:
        case Paragraph():
            yield from wrapped(block.text, WIDTH, indent)
        case Lines():
            for line in block.lines:
                own = len(line) - len(line.lstrip(" "))
                yield from wrapped(line.strip(), WIDTH, indent + own, 2)
        case Grid():
            columns = [
                Column(heading, right=i in block.figures, wraps=i not in block.figures)
                for i, heading in enumerate(block.headings)
            ]
            yield from table(columns, [TableRow(cells) for cells in block.rows], WIDTH)
