"""A draft as a Word document, by python-docx, which only a layer of its own holds."""

import io
from datetime import UTC, datetime

import docx
from docx.document import Document
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_ALIGN_PARAGRAPH, WD_BREAK
from docx.shared import Cm, Pt
from docx.text.paragraph import Paragraph as Written

from dealclock.render.drafts.form import DraftFormat
from dealclock.render.drafts.sheet import (
    FOR_COUNSEL,
    MARK,
    Block,
    DraftLetter,
    Grid,
    Lines,
    Paragraph,
    Sheet,
)
from dealclock.render.message import flat
from dealclock.render.zip_files import members, zipped

_MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_TABLE = "Table Grid"
_UNUSED = ("/thumbnail", "/stylesWithEffects")
_LONG_AGO = datetime(1980, 1, 1, tzinfo=UTC)


def document(sheet: Sheet) -> bytes:
    """The draft as .docx: the letter, then on a page of its own what is for counsel.

    No author, no date of making and no title goes with it: a file's properties leak.
    """
    made = docx.Document()
    _lighten(made)
    _properties(made)
    for section in made.sections:
        section.left_margin = section.right_margin = Cm(2.2)
        section.header.paragraphs[0].add_run(_header(sheet)).bold = True
    made.styles["Normal"].font.size = Pt(10.5)
    for mark in sheet.marks:
        _tight(made.add_paragraph()).add_run(flat(mark)).bold = True
    _letter(made, sheet.letter)
    made.add_paragraph().add_run().add_break(WD_BREAK.PAGE)
    made.add_heading(FOR_COUNSEL, 1)
    for part in sheet.counsel:
        made.add_heading(flat(part.title), 2)
        for block in part.blocks:
            _block(made, block)
    made.add_paragraph()
    for line in sheet.foot:
        _tight(made.add_paragraph(flat(line)))
    saved = io.BytesIO()
    made.save(saved)
    return zipped(members(saved.getvalue()))


def _lighten(made: Document) -> None:
    """Drop of the template what nothing here uses: most of its weight."""
    for relations in (made.part.package.rels, made.part.rels):
        for name in [n for n, r in relations.items() if r.reltype.endswith(_UNUSED)]:
            del relations[name]
    for style in [s for s in made.styles if s.type is WD_STYLE_TYPE.TABLE]:
        if style.name not in ("Normal Table", _TABLE):
            style.delete()


def _header(sheet: Sheet) -> str:
    """What stands on every page."""
    rehearsal = [mark for mark in sheet.marks if mark.upper().startswith("REHEARSAL")]
    return flat(" ".join([MARK, *rehearsal]))


def _properties(made: Document) -> None:
    kept = made.core_properties
    kept.author = kept.last_modified_by = kept.comments = kept.title = ""
    kept.created = kept.modified = _LONG_AGO
    kept.revision = 1


def _letter(made: Document, letter: DraftLetter) -> None:
    made.add_heading(flat(letter.title), 1)
    for row in letter.head:
        paragraph = _tight(made.add_paragraph())
        paragraph.add_run(f"{row.label}: ").bold = True
        paragraph.add_run(flat(row.value))
    made.add_paragraph()
    for block in letter.blocks:
        _block(made, block)
    made.add_paragraph()
    for line in letter.signed:
        made.add_paragraph(flat(line))


def _block(made: Document, block: Block) -> None:
    match block:
        case Paragraph():
            made.add_paragraph(flat(block.text))
        case Lines():
            for line in block.lines:
                paragraph = _tight(made.add_paragraph(flat(line).strip()))
                indent = (len(line) - len(line.lstrip(" "))) * 0.2
                paragraph.paragraph_format.left_indent = Cm(indent)
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


def _tight(paragraph: Written) -> Written:
    paragraph.paragraph_format.space_after = Pt(2)
    return paragraph


WORD = DraftFormat(".docx", _MEDIA_TYPE, document)
