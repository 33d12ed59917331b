"""Internal papers as PDF, made with reportlab, which is in a separate layer.

The same paper always has the same bytes: no creation time, and no compression, since its output
depends on the compressor's release. The fonts are embedded; a character they lack is written as its
code point, never as a box.
"""

import io
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import inch
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, SimpleDocTemplate, Spacer, Table, TableStyle
from reportlab.platypus import Paragraph as Written

from dealclock.documents.paper import (
    CONFIDENTIAL,
    Block,
    Form,
    Grid,
    Lines,
    Pairs,
    Paper,
    Paragraph,
    PartTitle,
)
from dealclock.messages.message import flat

REGULAR, BOLD = "Dealclock", "Dealclock-Bold"
_MARGIN = 0.7 * inch
_FRAME = 6  # padding of a frame, on each side
_WIDTH = LETTER[0] - 2 * (_MARGIN + _FRAME)
_PAD = 3
_GREY = HexColor("#8a8a8a")
_ROWS = (None, *range(40, 0, -1))
"""The numbers of rows tried for a table with an annex, until everything fits on one page."""

_BODY = ParagraphStyle("body", fontName=REGULAR, fontSize=7.5, leading=9.6, splitLongWords=1)
_LINE = ParagraphStyle("line", _BODY, leftIndent=_PAD)
_FIGURE = ParagraphStyle("figure", _BODY, alignment=TA_RIGHT)
_STRONG = ParagraphStyle("strong", _BODY, fontName=BOLD)
_STRONG_FIGURE = ParagraphStyle("strong figure", _STRONG, alignment=TA_RIGHT)
_PART = ParagraphStyle("part", _STRONG, fontSize=8.5, leading=11, spaceBefore=6, keepWithNext=1)
_TITLE = ParagraphStyle("title", _STRONG, fontSize=13, leading=17, spaceAfter=3)


def document(sheet: Paper) -> bytes:
    """The paper on US Letter: one page if cutting the tables that have an annex makes it fit.

    The number of rows cut is shown below the table. If it cannot fit on one page, nothing is cut.
    """
    register_fonts()
    cuttable = any(isinstance(b, Grid) and b.annex for b in sheet.blocks)
    for rows in _ROWS if cuttable else (None,):
        _, pages = _build(sheet, rows, 0)
        if pages == 1:
            return _build(sheet, rows, pages)[0]
    pages = _build(sheet, None, 0)[1]
    return _build(sheet, None, pages)[0]


def _build(sheet: Paper, rows: int | None, pages: int) -> tuple[bytes, int]:
    """The bytes and the number of pages, each page numbered as one of `pages`."""
    made = io.BytesIO()
    paper = SimpleDocTemplate(
        made,
        pagesize=LETTER,
        leftMargin=_MARGIN,
        rightMargin=_MARGIN,
        topMargin=0.6 * inch,
        bottomMargin=0.75 * inch,
        title=CONFIDENTIAL,  # what anyone may see in the properties
        author="",
        subject="",
        creator="Dealclock",
        invariant=1,
        pageCompression=0,
    )
    number = _numbered(sheet.marks[0] if sheet.marks else "", pages)
    paper.build(list(_flow(sheet, rows)), onFirstPage=number, onLaterPages=number)
    return made.getvalue(), paper.page


def _numbered(mark: str, pages: int) -> Callable[[Canvas, SimpleDocTemplate], None]:
    def draw(canvas: Canvas, paper: SimpleDocTemplate) -> None:
        canvas.setFont(REGULAR, 6.5)
        canvas.setFillColor(_GREY)
        canvas.drawString(_MARGIN + _FRAME, 0.45 * inch, drawable(mark))
        number = f"Page {paper.page} of {pages}"
        canvas.drawRightString(LETTER[0] - _MARGIN - _FRAME, 0.45 * inch, number)

    return draw


def _flow(sheet: Paper, rows: int | None) -> Iterator[Flowable]:
    yield _written(sheet.title, _TITLE)
    for mark in sheet.marks:
        yield _written(mark, _STRONG)
    for block in sheet.blocks:
        yield from _block(block, rows)
    yield Spacer(0, 6)
    for line in sheet.foot:
        yield _written(line, _BODY)


def _block(block: Block, rows: int | None) -> Iterator[Flowable]:
    match block:
        case PartTitle():
            yield _written(block.text, _PART)
        case Paragraph():
            yield _written(block.text, _LINE)
        case Lines():
            for line in block.lines:
                indent = _PAD + (len(line) - len(line.lstrip(" "))) * 4
                yield _written(line, ParagraphStyle("indented", _BODY, leftIndent=indent))
        case Pairs():
            yield _pairs(block)
        case Grid():
            shown = block.rows if not block.annex else block.rows[:rows]
            yield _grid(block, shown)
            if left := len(block.rows) - len(shown):
                yield _written(f"and {left} more, in {block.annex}", _LINE)


def _pairs(block: Pairs) -> Table:
    label = 1.45 * inch
    cells = [[_written(name, _STRONG), _written(value, _BODY)] for name, value in block.rows]
    to_fill_in = [n for n, (_, value) in enumerate(block.rows) if "___" in value]
    rows = [("TOPPADDING", (0, n), (-1, n), 10) for n in to_fill_in]
    whole = [("NOSPLIT", (0, 0), (-1, -1))] if rows else []
    roomy = TableStyle([*rows, *whole], parent=_STYLE)
    made = Table(cells, [label, _WIDTH - label], style=roomy, hAlign="LEFT")
    made.keepWithNext = len(cells) == 1  # the heading of the lines below it
    return made


def _grid(grid: Grid, shown: Sequence[tuple[str, ...]]) -> Table:
    def row(cells: tuple[str, ...], style: ParagraphStyle, figure: ParagraphStyle) -> list[Written]:
        return [
            _written(cell, figure if i in grid.figures else style) for i, cell in enumerate(cells)
        ]

    head = row(grid.headings, _STRONG, _STRONG_FIGURE)
    body = [row(cells, _BODY, _FIGURE) for cells in shown]
    ruled = TableStyle([("LINEBELOW", (0, 0), (-1, -1), 0.4, _GREY)], parent=_STYLE)
    widths = _widths([grid.headings, *shown], _WIDTH)
    return Table([head, *body], widths, style=ruled, hAlign="LEFT", repeatRows=1)


_STYLE = TableStyle(
    [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), _PAD),
        ("RIGHTPADDING", (0, 0), (-1, -1), _PAD),
        ("TOPPADDING", (0, 0), (-1, -1), 1),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.5),
    ]
)


def _widths(rows: Sequence[tuple[str, ...]], most: float) -> list[float]:
    """The column widths: the longest cell of each; if too wide, down to the longest words."""
    columns = list(zip(*rows, strict=True))
    wide = [max(_wide(cell) for cell in column) for column in columns]
    if sum(wide) <= most:
        return wide
    narrow = [max(_wide(word) for cell in c for word in cell.split() or [""]) for c in columns]
    if sum(narrow) >= most:
        return [each * most / sum(narrow) for each in narrow]
    share = (most - sum(narrow)) / (sum(wide) - sum(narrow))
    return [n + (w - n) * share for n, w in zip(narrow, wide, strict=True)]


def _wide(text: str) -> float:
    # Bold is wider, and one point more keeps the last word of a cell from wrapping.
    return float(stringWidth(drawable(text), BOLD, _BODY.fontSize)) + 2 * _PAD + 1


def _written(text: str, style: ParagraphStyle) -> Written:
    return Written(escape(drawable(text)), style)


def drawable(text: str) -> str:
    """`text` on one line, with the code point of each character that the fonts lack."""
    known = register_fonts()
    return "".join(c if ord(c) in known else f"[U+{ord(c):04X}]" for c in flat(text).strip())


@cache
def register_fonts() -> frozenset[int]:
    """Register both fonts with reportlab; returns the characters that both can draw."""
    folder, known = files("dealclock.documents") / "fonts", []
    for name, file in ((REGULAR, "regular.ttf"), (BOLD, "bold.ttf")):
        font = TTFont(name, io.BytesIO((folder / file).read_bytes()))
        registerFont(font)
        known.append(frozenset(font.face.charToGlyph))
    return frozenset.intersection(*known)


PDF = Form(".pdf", "application/pdf", document)
