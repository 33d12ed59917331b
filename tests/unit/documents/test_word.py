"""A .docx draft, read back: the same words, the marks on every page, no revealing properties."""

import io
import zipfile
from dataclasses import replace
from datetime import date

import docx
import pytest

from dealclock.documents.drafts.file_names import file_name
from dealclock.documents.drafts.text import paper_text
from dealclock.documents.drafts.word import OFFICE, document
from dealclock.documents.paper import (
    DRAFT,
    INTERNAL,
    LETTER,
    SHEET,
    Grid,
    Lines,
    Pairs,
    Paper,
    Paragraph,
    PartTitle,
    blank,
    blanks,
)
from dealclock.jobs.documents.drafts import draft
from tests.docs.drafts import NOW, story

LETTER_OF_A_THING = Paper(
    title="Notice of a thing",
    marks=(DRAFT,),
    blocks=(
        PartTitle("COMPANY & CO."),
        Lines(("The Trustee & Co. <trust>", "[address]")),
        Paragraph(f"1. Told on {blank('a day')}."),
        Lines(("- one", "   two")),
    ),
    foot=("By: ____", "Name: [name]"),
    is_letter=True,
)
SHEET_OF_A_THING = Paper(
    title="Sheet for counsel",
    marks=(INTERNAL, "REHEARSAL: a practice run."),
    blocks=(
        PartTitle("Adding up"),
        Pairs((("Due", "Mon"),)),
        Grid(("Day", "Amount"), (("Mon", "$1.00"),), frozenset({1})),
    ),
    foot=("As of a day.",),
)


def read(content: bytes) -> tuple[list[str], list[list[str]], list[str]]:
    """The paragraphs, the rows of the tables, and what stands on every page."""
    made = docx.Document(io.BytesIO(content))
    rows = [[c.text for c in row.cells] for table in made.tables for row in table.rows]
    headers = [p.text for s in made.sections for p in s.header.paragraphs]
    return [p.text for p in made.paragraphs], rows, headers


def test_a_letter_has_its_text_and_its_mark_on_every_page() -> None:
    paragraphs, rows, headers = read(document(LETTER_OF_A_THING))
    written = [p for p in paragraphs if p.strip()]
    assert written == [
        "COMPANY & CO.",
        "The Trustee & Co. <trust>",
        "[address]",
        "1. Told on [a day].",
        "- one",
        "two",
        "By: ____",
        "Name: [name]",
    ]
    assert (rows, headers) == ([], [DRAFT])
    lines = [line.strip() for line in paper_text(LETTER_OF_A_THING).splitlines() if line.strip()]
    assert lines == [DRAFT, *written]


def test_blanks_in_a_letter_are_highlighted() -> None:
    made = docx.Document(io.BytesIO(document(LETTER_OF_A_THING)))
    runs = [run for p in made.paragraphs for run in p.runs if run.text]
    highlighted = [run.text for run in runs if run.font.highlight_color is not None]
    assert highlighted == ["[address]", "[a day]", "[name]"]


def test_a_sheet_names_its_kind_on_every_page() -> None:
    paragraphs, rows, headers = read(document(SHEET_OF_A_THING))
    assert [p for p in paragraphs if p.strip()] == [
        "Sheet for counsel",
        INTERNAL,
        "REHEARSAL: a practice run.",
        "Adding up",
        "Due: Mon",
        "As of a day.",
    ]
    assert rows == [["Day", "Amount"], ["Mon", "$1.00"]]
    assert headers == [f"Sheet for counsel | {INTERNAL}"]


def test_the_same_document_is_the_same_file() -> None:
    assert document(LETTER_OF_A_THING) == document(LETTER_OF_A_THING)
    assert document(SHEET_OF_A_THING) == document(SHEET_OF_A_THING)
    other = replace(SHEET_OF_A_THING, foot=("As of another day.",))
    assert document(SHEET_OF_A_THING) != document(other)


def test_its_properties_reveal_nothing() -> None:
    made = document(LETTER_OF_A_THING)
    kept = docx.Document(io.BytesIO(made)).core_properties
    assert (kept.author, kept.last_modified_by, kept.title, kept.comments) == ("", "", "", "")
    assert kept.created is not None
    assert kept.created.year == 1980
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert {i.date_time[0] for i in archive.infolist()} == {1980}
        assert not [n for n in archive.namelist() if "thumbnail" in n]


def test_characters_invalid_in_xml_or_that_change_text_direction_are_dropped() -> None:
    odd = replace(SHEET_OF_A_THING, foot=("a\x00b\u202ec\x0bd",))
    assert read(document(odd))[0][-1] == "abc d"


def test_a_whole_draft_of_the_sample_history_reads_back() -> None:
    papers = draft(story("2004-10-29"), "trustee-notice", NOW, OFFICE)
    letter, sheet = papers[LETTER], papers[SHEET]
    assert letter.name == "REHEARSAL-Granite-Story-draft-Section-3-b-2004-11-01.docx"
    assert max(len(letter.content), len(sheet.content)) < 120_000
    paragraphs, _, headers = read(letter.content)
    assert "Wells Fargo Bank, National Association, as Trustee" in paragraphs
    assert headers[0].startswith(f"{DRAFT} | NOT FOR USE")
    assert not [p for p in paragraphs if "Granite" in p or "default-ii" in p]
    _, rows, headers = read(sheet.content)
    assert ["US mail", "cannot be given in time", "Fri, Nov 5 (too late)"] in rows
    assert INTERNAL in headers[0]


def test_blanks_are_listed_once_in_order() -> None:
    assert blanks(LETTER_OF_A_THING) == ["address", "a day", "name"]


@pytest.mark.parametrize(
    ("code_name", "clause", "name"),
    [
        ("Granite", "3(b)", "Granite-proof-Section-3-b-2004-11-01.zip"),
        ("Blue Stone/../x", "Exhibit A, 1", "Blue-Stone-x-proof-Exhibit-A-1-2004-11-01.zip"),
        ("Ünder", "", "nder-proof-2004-11-01.zip"),
    ],
)
def test_a_file_name_is_safe_anywhere(code_name: str, clause: str, name: str) -> None:
    assert file_name(code_name, "proof", clause, date(2004, 11, 1), ".zip", rehearsal=False) == name
