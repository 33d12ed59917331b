"""Letters and sheets as Word documents, made with python-docx, which is in a separate layer."""

import io
import re
from datetime import UTC, datetime

import docx
from docx.document import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_COLOR_INDEX
from docx.shared import Inches, Pt
from docx.text.paragraph import Paragraph as Written

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
from dealclock.documents.pdf import PDF
from dealclock.documents.zip_files import members, zipped
from dealclock.messages.message import flat

_TABLE = "Table Grid"
_UNUSED = ("/thumbnail", "/stylesWithEffects")
_LONG_AGO = datetime(1980, 1, 1, tzinfo=UTC)
_INDENT = 0.08  # inches for one leading space of a line


def document(paper: Paper) -> bytes:
    """The paper as .docx: a letter in the typeface of US letters with its marks on every page, a
    sheet with its title and first mark there.
    """
    made = _new(paper.marks if paper.is_letter else (paper.title, *paper.marks[:1]))
    (_letter if paper.is_letter else _sheet)(made, paper)
    saved = io.BytesIO()
    made.save(saved)
    return zipped(members(saved.getvalue()))


def _letter(made: Document, letter: Paper) -> None:
    made.styles["Normal"].font.name = "Times New Roman"
    made.styles["Normal"].font.size = Pt(12)
    for block in letter.blocks:
        if isinstance(block, PartTitle):
            heading = _tight(made.add_paragraph())
            heading.alignment = WD_ALIGN_PARAGRAPH.CENTER
            heading.add_run(flat(block.text)).bold = True
        else:
            _block(made, block)
            made.paragraphs[-1].paragraph_format.space_after = Pt(10)
    for line in letter.foot:
        # Keep a signature on the same page as its name.
        _tight(_marked(made.add_paragraph(), line)).paragraph_format.keep_with_next = True


def _sheet(made: Document, sheet: Paper) -> None:
    made.styles["Normal"].font.size = Pt(10.5)
    made.add_heading(flat(sheet.title), 1)
    for mark in sheet.marks:
        _tight(made.add_paragraph()).add_run(flat(mark)).bold = True
    for block in sheet.blocks:
        _block(made, block)
    made.add_paragraph()
    for line in sheet.foot:
        _tight(made.add_paragraph(flat(line)))


def _new(header: tuple[str, ...]) -> Document:
    """An empty document on US Letter with one-inch margins.

    It has no author, creation date or title: a file's properties leak.
    """
    made = docx.Document()
    _lighten(made)
    _properties(made)
    for section in made.sections:
        section.page_width, section.page_height = Inches(8.5), Inches(11)
        section.left_margin = section.right_margin = Inches(1)
        section.header.paragraphs[0].add_run(flat("  |  ".join(header))).bold = True
    return made


def _lighten(made: Document) -> None:
    """Remove the parts of the template that nothing here uses, which are most of its size."""
    for relations in (made.part.package.rels, made.part.rels):
        for name in [n for n, r in relations.items() if r.reltype.endswith(_UNUSED)]:
            del relations[name]
    for style in [s for s in made.styles if s.type is WD_STYLE_TYPE.TABLE]:
        if style.name not in ("Normal Table", _TABLE):
            style.delete()


def _properties(made: Document) -> None:
    kept = made.core_properties
    kept.author = kept.last_modified_by = kept.comments = kept.title = ""
    kept.created = kept.modified = _LONG_AGO
    kept.revision = 1


def _block(made: Document, block: Block) -> None:
    match block:
        case PartTitle():
            made.add_heading(flat(block.text), 2)
        case Paragraph():
            _marked(made.add_paragraph(), block.text)
        case Lines():
            for line in block.lines:
                paragraph = _tight(_marked(made.add_paragraph(), line.strip()))
                indent = (len(line) - len(line.lstrip(" "))) * _INDENT
                paragraph.paragraph_format.left_indent = Inches(indent)
        case Pairs():
            for label, value in block.rows:
                paragraph = _tight(made.add_paragraph())
                paragraph.add_run(f"{flat(label)}: ").bold = True
                paragraph.add_run(flat(value))
        case Grid():
            _grid(made, block)


def _grid(made: Document, grid: Grid) -> None:
    table = made.add_table(rows=0, cols=len(grid.headings), style=_TABLE)
    for n, cells in enumerate((grid.headings, *grid.rows)):
        row = table.add_row()
        for i, (cell, words) in enumerate(zip(row.cells, cells, strict=True)):
            paragraph = _tight(cell.paragraphs[0])
            run = paragraph.add_run(flat(words))
            run.font.size = Pt(9)
            run.bold = n == 0
            if i in grid.figures:
                paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
    made.add_paragraph()


def _marked(paragraph: Written, text: str) -> Written:
    """The text, with open brackets highlighted, so that none goes out unseen."""
    for part in re.split(r"(\[[^\[\]]+\])", flat(text)):
        run = paragraph.add_run(part)
        if part.startswith("["):
            run.font.highlight_color = WD_COLOR_INDEX.YELLOW
    return paragraph


def _tight(paragraph: Written) -> Written:
    paragraph.paragraph_format.space_after = Pt(2)
    return paragraph


WORD = Form(
    ".docx",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    document,
)
OFFICE: Forms = {LETTER: WORD, SHEET: WORD, MEMO: PDF}
"""What people receive: letters and sheets to edit in Word, memos to print and sign as PDF."""
